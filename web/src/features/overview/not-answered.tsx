import { Button, Text } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { count, Moment } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { AnchorLink } from '../../design/links.tsx'
import styles from '../../design/pages/work-card.module.css'
import { WorkCard } from '../../design/pages/work-card.tsx'
import { cut } from '../../design/words/cut.ts'
import { withParts } from '../../design/words/sentence.tsx'
import type { AgentPlace } from '../../server/queries.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { type Alike, togetherByWords } from '../../shell/unanswered/alike.ts'
import { AnswerDialog } from '../../shell/unanswered/answer-dialog.tsx'
import { notAnsweredQuery } from './queries.ts'

const mostShown = 5

/** The newest questions that the agent could not answer; each can become knowledge at once. */
export function NotAnswered() {
  const place = useAgentPlace()
  const may = useMay()
  const list = useInfiniteQuery(notAnsweredQuery(place))
  const [answering, setAnswering] = useState<Alike>()
  const [page] = list.data?.pages ?? []
  const questions = togetherByWords(page?.items ?? []).slice(0, mostShown)
  const open = page?.totals.open ?? 0
  return (
    <>
      <WorkCard
        title={t('Not answered')}
        count={questions.length === 0 ? 0 : open}
        query={list}
        nothing={t(
          'The agent had an answer to everything that was asked in the last 30 days, or somebody took care of it.',
        )}
        actions={
          questions.length > 0 && (
            <AnchorLink to="/app/$region/agents/$agentId/analytics" params={place}>
              {t('See all')}
            </AnchorLink>
          )
        }
      >
        {questions.map((alike) => (
          <QuestionRow
            key={`${alike[0].conversationId}.${alike[0].messageId}`}
            place={place}
            questions={alike}
            onAnswer={may('knowledge.manage') ? () => setAnswering(alike) : undefined}
          />
        ))}
      </WorkCard>
      {answering && (
        <AnswerDialog place={place} questions={answering} onClose={() => setAnswering(undefined)} />
      )}
    </>
  )
}

/** `agentTitle`: where the questions to several agents are listed. Without `onAnswer`, it can't be answered here. */
export function QuestionRow(props: {
  place: AgentPlace
  questions: Alike
  agentTitle?: string
  onAnswer?: (() => void) | undefined
}) {
  const { place, questions, agentTitle, onAnswer } = props
  const [{ conversationId, text, at }] = questions
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <AnchorLink
          to="/app/$region/agents/$agentId/convos"
          params={place}
          search={{ conversation: conversationId }}
          c="var(--mantine-color-text)"
          underline="hover"
          lineClamp={2}
        >
          <bdi>{cut(text, 240)}</bdi>
        </AnchorLink>
        <Text c="dimmed" size="sm">
          {agentTitle !== undefined && `${agentTitle} · `}
          {questions.length > 1 ? (
            withParts('{times} times, last {when}', {
              times: count(questions.length),
              when: <Moment at={at} />,
            })
          ) : (
            <Moment at={at} />
          )}
        </Text>
      </div>
      {onAnswer && (
        <Button
          variant="light"
          size="xs"
          flex="none"
          leftSection={<IconBulb size={16} />}
          aria-label={t('Answer this: {question}', { question: cut(text, 60) })}
          onClick={onAnswer}
        >
          {t('Answer this')}
        </Button>
      )}
    </li>
  )
}
