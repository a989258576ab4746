import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { count } from '../../design/dates/moment.tsx'
import { WorkCard } from '../../design/pages/work-card.tsx'
import type { WorkspacePlace } from '../../server/queries.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { AnswerDialog } from '../../shell/unanswered/answer-dialog.tsx'
import { QuestionRow } from './not-answered.tsx'
import { ProblemRow, problemKey } from './problems.tsx'
import { sharedProblems } from './shared-problems.ts'
import { useNow, WaitingRow } from './waiting.tsx'
import { problemsAnywhereQuery, unansweredAnywhereQuery, waitingAnywhereQuery } from './workspace-queries.ts'

/** The visitors of all agents who wait for a person, longest first. */
export function WaitingAnywhere({ place }: { place: WorkspacePlace }) {
  const waiting = useQuery(waitingAnywhereQuery(place))
  const now = useNow()
  const { items, total } = waiting.data ?? { items: [], total: 0 }
  return (
    <WorkCard title="Waiting for a person" count={total} query={waiting} nothing="Nobody waits for a person.">
      {items.map(({ agentId, agentTitle, ...item }) => (
        <WaitingRow
          key={item.conversationId}
          place={{ region: place.region, agentId }}
          item={item}
          agentTitle={agentTitle}
          now={now}
        />
      ))}
    </WorkCard>
  )
}

/** What failed with any agent, with what to do about it. Nothing while nothing did. */
export function ProblemsAnywhere({ place }: { place: WorkspacePlace }) {
  const problems = useQuery(problemsAnywhereQuery(place))
  const items = sharedProblems(problems.data?.items ?? [])
  if (items.length === 0 && !problems.isError) return null
  return (
    <WorkCard title="Problems" count={items.length} query={problems} nothing="">
      {items.map(({ agentId, agentTitles, dialog, problem }) => (
        <ProblemRow
          key={`${agentId} ${problemKey(problem)}`}
          place={{ region: place.region, agentId }}
          problem={problem}
          dialog={dialog}
          agentTitle={listOf(agentTitles)}
          several={agentTitles.length > 1}
        />
      ))}
    </WorkCard>
  )
}

const mostNamed = 3

function listOf(titles: readonly string[]): string {
  const more = titles.length - mostNamed
  const named = more > 0 ? [...titles.slice(0, mostNamed), `${count(more)} more`] : titles
  return new Intl.ListFormat('en').format(named)
}

/** The newest questions that an agent could not answer; each can become knowledge at once. */
export function NotAnsweredAnywhere({ place }: { place: WorkspacePlace }) {
  const may = useMay()
  const list = useQuery(unansweredAnywhereQuery(place))
  const { items, total } = list.data ?? { items: [], total: 0 }
  const [answering, setAnswering] = useState<(typeof items)[number]>()
  const placeOf = (agentId: string) => ({ region: place.region, agentId })
  const mayAnswer = may('knowledge.manage') && may('analytics.manage')
  return (
    <>
      <WorkCard
        title="Not answered"
        count={items.length === 0 ? 0 : total}
        query={list}
        nothing="Your agents had an answer to everything that was asked in the last 30 days, or somebody took care of it."
      >
        {items.map((item) => (
          <QuestionRow
            key={`${item.conversationId}.${item.messageId}`}
            place={placeOf(item.agentId)}
            questions={[item]}
            agentTitle={item.agentTitle}
            onAnswer={mayAnswer ? () => setAnswering(item) : undefined}
          />
        ))}
      </WorkCard>
      {answering && (
        <AnswerDialog
          place={placeOf(answering.agentId)}
          questions={[answering]}
          onClose={() => setAnswering(undefined)}
        />
      )}
    </>
  )
}
