import { Text, ThemeIcon } from '@mantine/core'
import type { Problem } from '@parley/contracts/analytics/endpoints.ts'
import { failureReasons } from '@parley/contracts/analytics/figures.ts'
import type { SetupFailure } from '@parley/contracts/channel/names.ts'
import type { ReplyFailure } from '@parley/contracts/conversation/reply-failures.ts'
import {
  IconBook,
  IconCpu,
  IconMessageX,
  IconPlugConnectedX,
  type IconProps,
  IconSend2,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { count, Moment, messagesOf } from '../../design/dates/moment.tsx'
import { ButtonLink } from '../../design/links.tsx'
import styles from '../../design/pages/work-card.module.css'
import { WorkCard } from '../../design/pages/work-card.tsx'
import type { AgentPlace } from '../../server/queries.ts'
import { failureNames } from '../../shell/delivery-words.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { problemsQuery } from './queries.ts'

/** What failed, with what to do about it. Nothing while nothing did. */
export function Problems() {
  const place = useAgentPlace()
  const { agent } = useAgentDraft(place)
  const problems = useQuery(problemsQuery(place))
  const items = problems.data?.items ?? []
  if (items.length === 0 && !problems.isError) return null
  return (
    <WorkCard title="Problems" count={items.length} query={problems} nothing="">
      {items.map((problem) => (
        <ProblemRow
          key={problemKey(problem)}
          place={place}
          problem={problem}
          dialog={agent.agentPlatform === 'vf'}
        />
      ))}
    </WorkCard>
  )
}

/** `dialog`: the agent is one of a dialog platform. `agentTitle`: where the problems of several agents are listed. */
export function ProblemRow(props: {
  place: AgentPlace
  problem: Problem
  dialog: boolean
  agentTitle?: string
  /** It is one of several agents, so that none has its remedy. */
  several?: boolean
}) {
  const { place, problem, dialog, agentTitle, several = false } = props
  const { title, text, icon: Icon } = wordsOf(problem, dialog, several)
  return (
    <li className={styles.row} data-top>
      <ThemeIcon variant="light" color="red" size={32} aria-hidden>
        <Icon size={18} stroke={1.75} />
      </ThemeIcon>
      <div className={styles.words}>
        <Text fw={500}>{title}</Text>
        <Text c="dimmed" size="sm">
          {agentTitle !== undefined && `${agentTitle} · `}
          {text}
          {'at' in problem && (
            <>
              {' '}
              Last <Moment at={problem.at} />.
            </>
          )}
        </Text>
      </div>
      {!several && <Remedy place={place} problem={problem} dialog={dialog} />}
    </li>
  )
}

type Words = { title: string; text: string; icon: ComponentType<IconProps> }

function wordsOf(problem: Problem, dialog: boolean, several: boolean): Words {
  switch (problem.kind) {
    case 'no-model':
      return dialog
        ? {
            title: 'Replies are not set up',
            text: 'The dialog platform of this agent has no key. Add it in the settings, then publish.',
            icon: IconPlugConnectedX,
          }
        : {
            title: 'No model is configured',
            text: `There is no key for ${problem.modelId} on this server, so ${several ? 'these agents answer from their knowledge, their facts and their' : 'the agent answers from its knowledge, its facts and its'} node flow. Whoever runs the server can add a key.`,
            icon: IconPlugConnectedX,
          }
    case 'model': {
      const { messages, failed } = problem
      const replied = messages - failed
      const outcome = [
        ...(replied > 0 ? [`${messagesOf(replied)} answered without it`] : []),
        ...(failed > 0 ? [`${messagesOf(failed)} without a reply`] : []),
      ]
      return {
        title: problem.title,
        text: `${problem.advice} In the last day: ${outcome.join(', ')}.`,
        icon: IconCpu,
      }
    }
    case 'replies':
      return {
        title: failureReasons[problem.reason],
        text: `${messagesOf(problem.messages)} got no reply in the last day. ${toDo[problem.reason]}`,
        icon: IconMessageX,
      }
    case 'source':
      return {
        title: problem.website
          ? `The website “${problem.name}” could not be read`
          : `“${problem.name}” could not be read`,
        text: `${sentence(problem.error)}${problem.kept ? ' What was read before is still used.' : ''}`,
        icon: IconBook,
      }
    case 'channel':
      return {
        title: `The channel “${problem.name}” is not connected`,
        text: `${setupWords[problem.reason]} Open it to see what to do.`,
        icon: IconPlugConnectedX,
      }
    case 'delivery':
      return {
        title: `${problem.messages === 1 ? 'A message was' : `${count(problem.messages)} messages were`} not delivered`,
        text: sentence(failureNames[problem.reason]),
        icon: IconSend2,
      }
  }
}

const sentence = (text: string) =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`

const passes = 'It often passes by itself.'
const toDo: Record<ReplyFailure, string> = {
  'time-out': passes,
  'provider-error': passes,
  'rate-limited': passes,
  refused: 'Look at the conversations; another model may judge otherwise.',
  'no-credits': 'Visitors get no reply until there are credits again.',
  'usage-limit': 'Visitors get no reply until the limit is raised.',
  'messages-limit': 'The limit can be raised in the settings.',
}

const setupWords: Record<SetupFailure, string> = {
  'credentials-refused': 'Its provider does not accept the credentials.',
  refused: 'Its provider refused it.',
  'address-not-allowed': 'Its address leads into a private network.',
  expired: 'Its provider could not be reached for a day.',
}

/** The screen where the problem is solved or seen. */
function Remedy({ place, problem, dialog }: { place: AgentPlace; problem: Problem; dialog: boolean }) {
  const look = { params: place, variant: 'default', size: 'xs', className: styles.remedy } as const
  switch (problem.kind) {
    case 'no-model':
      return dialog ? (
        <ButtonLink {...look} to="/app/$region/agents/$agentId/settings" search={{ tab: 'integrations' }}>
          Open settings
        </ButtonLink>
      ) : (
        <ButtonLink {...look} to="/app/$region/agents/$agentId/kb">
          Open knowledge
        </ButtonLink>
      )
    case 'model':
      return (
        <ButtonLink {...look} to="/app/$region/agents/$agentId/nodes">
          Choose a model
        </ButtonLink>
      )
    case 'replies':
      if (problem.reason === 'no-credits')
        return (
          <ButtonLink {...look} to="/app/$region/credits">
            Open credits
          </ButtonLink>
        )
      if (problem.reason === 'usage-limit' || problem.reason === 'messages-limit')
        return (
          <ButtonLink {...look} to="/app/$region/agents/$agentId/settings" search={{ tab: 'technical' }}>
            Change the limit
          </ButtonLink>
        )
      return (
        <ButtonLink
          {...look}
          to="/app/$region/agents/$agentId/analytics"
          search={{ behind: 'failed', by: 'reasons', name: problem.reason, days: 7 }}
        >
          See messages
        </ButtonLink>
      )
    case 'source':
      return (
        <ButtonLink {...look} to="/app/$region/agents/$agentId/kb" search={{ source: problem.sourceId }}>
          Open source
        </ButtonLink>
      )
    case 'channel':
      return (
        <ButtonLink {...look} to="/app/$region/agents/$agentId/channels">
          Open channels
        </ButtonLink>
      )
    case 'delivery':
      return (
        <ButtonLink
          {...look}
          to="/app/$region/agents/$agentId/convos"
          search={{ conversation: problem.conversationId, view: 'all' }}
        >
          Open conversation
        </ButtonLink>
      )
  }
}

export function problemKey(problem: Problem): string {
  switch (problem.kind) {
    case 'no-model':
      return problem.kind
    case 'model':
      return `${problem.kind} ${problem.advice}`
    case 'replies':
      return `${problem.kind} ${problem.reason}`
    case 'source':
      return problem.sourceId
    case 'channel':
      return problem.channelId
    case 'delivery':
      return problem.conversationId
  }
}
