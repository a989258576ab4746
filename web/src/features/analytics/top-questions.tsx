import { Accordion, Badge, Group, Stack, Text } from '@mantine/core'
import type { TopQuestion } from '@parley/contracts/analytics/endpoints.ts'
import { questionsCounted, topQuestionsCounted } from '@parley/contracts/analytics/figures.ts'
import { useQuery } from '@tanstack/react-query'
import type { DayRange } from '../../design/dates/day-ranges.ts'
import { count, Moment } from '../../design/dates/moment.tsx'
import { t, tCount } from '../../design/language.ts'
import { AnchorLink } from '../../design/links.tsx'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Section } from '../../design/pages/page.tsx'
import { cut } from '../../design/words/cut.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { topQuestionsQuery } from './queries.ts'

/** The most frequent questions of visitors, each with some of its phrasings. */
export function TopQuestions(props: { place: AgentPlace; days: DayRange }) {
  const top = useQuery({
    ...topQuestionsQuery(props.place, props.days),
    placeholderData: (former) => former,
  })
  const items = top.data?.items ?? []
  return (
    <Section title={t('Top questions')} explanation={`${t(topQuestionsCounted)} ${t(questionsCounted)}`}>
      {top.isPending && <LoadingRows rows={4} height={44} />}
      {top.isError && !top.data && (
        <FailedList
          title={t('The questions could not be loaded')}
          error={top.error}
          onRetry={() => top.refetch()}
        />
      )}
      {top.isSuccess && items.length === 0 && <Text c="dimmed">{t('No questions in this period.')}</Text>}
      {items.length > 0 && (
        <Accordion variant="separated" chevronPosition="right">
          {items.map((item) => (
            <Question
              key={`${item.question}.${item.examples[0]?.messageId}`}
              place={props.place}
              item={item}
            />
          ))}
        </Accordion>
      )}
    </Section>
  )
}

function Question({ place, item }: { place: AgentPlace; item: TopQuestion }) {
  return (
    <Accordion.Item value={`${item.question}.${item.examples[0]?.messageId}`}>
      <Accordion.Control>
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <Text component="span" lineClamp={2} fw={500}>
            <bdi>{cut(item.question, 240)}</bdi>
          </Text>
          <Group gap="xs" wrap="nowrap" flex="none">
            {item.unanswered > 0 && (
              <Badge variant="light" color="yellow" visibleFrom="xs">
                {t('{number} unanswered', { number: count(item.unanswered) })}
              </Badge>
            )}
            <Badge variant="light" color="gray" className="tabular">
              {tCount(item.count, 'once', '{count} times')}
            </Badge>
          </Group>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="xs">
          {item.examples.map((example) => (
            <Group
              key={`${example.conversationId}.${example.messageId}`}
              justify="space-between"
              wrap="nowrap"
            >
              <AnchorLink
                to="/app/$region/agents/$agentId/convos"
                params={place}
                search={{ conversation: example.conversationId }}
                lineClamp={2}
                c="var(--mantine-color-text)"
                underline="hover"
              >
                <bdi>{cut(example.text, 240)}</bdi>
              </AnchorLink>
              <Text c="dimmed" size="xs" flex="none">
                <Moment at={example.at} />
              </Text>
            </Group>
          ))}
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  )
}
