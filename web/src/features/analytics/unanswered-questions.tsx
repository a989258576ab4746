import { ActionIcon, Button, Group, Menu, SegmentedControl, Stack, Text } from '@mantine/core'
import { questionsCounted, unansweredCounted } from '@parley/contracts/analytics/figures.ts'
import { IconBulb, IconCheck, IconDots, IconMessage, IconRotate } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { DayRange } from '../../design/dates/day-ranges.ts'
import { count, Moment } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { MenuItemLink } from '../../design/links.tsx'
import { noticeFailure } from '../../design/notices/notices.ts'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Section } from '../../design/pages/page.tsx'
import { cut } from '../../design/words/cut.ts'
import { withParts } from '../../design/words/sentence.tsx'
import { client, messageOf } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { type Alike, togetherByWords } from '../../shell/unanswered/alike.ts'
import { AnswerDialog } from '../../shell/unanswered/answer-dialog.tsx'
import { analyticsKey, unansweredQuery } from '../../shell/unanswered/queries.ts'
import styles from './analytics.module.css'

const route = getRouteApi('/app/$region/agents/$agentId/analytics')

/** Questions that the agent could not answer. Each can be added to the knowledge. */
export function UnansweredQuestions(props: { place: AgentPlace; days: DayRange }) {
  const { place, days } = props
  const { handled = false } = route.useSearch()
  const navigate = route.useNavigate()
  const [answering, setAnswering] = useState<Alike>()
  const list = useInfiniteQuery({
    ...unansweredQuery(place, days, handled),
    placeholderData: (former) => former,
  })
  const items = togetherByWords(list.data?.pages.flatMap((page) => page.items) ?? [])
  const totals = list.data?.pages[0]?.totals
  return (
    <Section title={t('Unanswered questions')} explanation={`${t(unansweredCounted)} ${t(questionsCounted)}`}>
      <SegmentedControl
        aria-label={t('Which questions')}
        className={styles.which}
        value={handled ? 'handled' : 'open'}
        onChange={(value) =>
          void navigate({
            search: (former) => ({ ...former, handled: value === 'handled' || undefined }),
            replace: true,
            resetScroll: false,
          })
        }
        data={[
          { value: 'open', label: `${t('Open')}${totals ? ` ${count(totals.open)}` : ''}` },
          { value: 'handled', label: `${t('Handled')}${totals ? ` ${count(totals.handled)}` : ''}` },
        ]}
      />
      {list.isPending && <LoadingRows rows={3} height={56} />}
      {list.isError && !list.data && (
        <FailedList
          title={t('The questions could not be loaded')}
          error={list.error}
          onRetry={() => list.refetch()}
        />
      )}
      {list.isSuccess && items.length === 0 && (
        <Text c="dimmed">
          {handled
            ? t('Nothing was taken care of in this period.')
            : t(
                'No open questions: the agent had an answer to everything asked in this period, or somebody took care of it.',
              )}
        </Text>
      )}
      {items.length > 0 && (
        <ul className={styles.questions}>
          {items.map((alike) => (
            <li key={`${alike[0].conversationId}.${alike[0].messageId}`}>
              <Question place={place} alike={alike} onAnswer={() => setAnswering(alike)} />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Group justify="center">
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t('Show more')}
          </Button>
        </Group>
      )}
      {answering && (
        <AnswerDialog place={place} questions={answering} onClose={() => setAnswering(undefined)} />
      )}
    </Section>
  )
}

function Question(props: { place: AgentPlace; alike: Alike; onAnswer: () => void }) {
  const { place, alike } = props
  const [item] = alike
  const mark = useMark(place)
  const may = useMay()
  return (
    <Group justify="space-between" wrap="nowrap" gap="md" className={styles.question}>
      <Stack gap={2} miw={0}>
        <Text lineClamp={3} className={styles.words}>
          <bdi>{cut(item.text, 400)}</bdi>
        </Text>
        <Text c="dimmed" size="xs">
          {alike.length > 1 ? (
            withParts('{times} times, last {when}', {
              times: count(alike.length),
              when: <Moment at={item.at} />,
            })
          ) : (
            <Moment at={item.at} />
          )}
          {item.handled && ` · ${item.sourceId ? t('turned into knowledge') : t('marked as handled')}`}
        </Text>
      </Stack>
      <Group gap={4} wrap="nowrap" flex="none">
        {!item.handled && may('knowledge.manage') && (
          <Button variant="light" size="xs" leftSection={<IconBulb size={16} />} onClick={props.onAnswer}>
            {t('Answer')}
          </Button>
        )}
        <Menu position="bottom-end" width={200}>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('More for {question}', { question: cut(item.text, 40) })}
              loading={mark.isPending}
            >
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <MenuItemLink
              to="/app/$region/agents/$agentId/convos"
              params={place}
              search={{ conversation: item.conversationId }}
              leftSection={<IconMessage size={16} />}
            >
              {t('Open conversation')}
            </MenuItemLink>
            <Menu.Item
              leftSection={item.handled ? <IconRotate size={16} /> : <IconCheck size={16} />}
              onClick={() => mark.mutate(alike)}
            >
              {item.handled ? t('Open again') : t('Mark as handled')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </Group>
  )
}

function useMark(place: AgentPlace) {
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn(alike: Alike) {
      for (const { conversationId, messageId, handled } of alike)
        await client.call('analytics.handleQuestion', {
          params: { ...place, conversationId, messageId },
          body: { handled: !handled },
        })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [...analyticsKey(place), 'unanswered'] }),
    onError: (error) => noticeFailure(t('Error: {reason}', { reason: messageOf(error) })),
  })
}
