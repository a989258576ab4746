import { Stack, Text } from '@mantine/core'
import { IconMail, IconRobot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { RangeChoice } from '../../design/dates/range-choice.tsx'
import { rangeOf } from '../../design/dates/range-search.ts'
import { ButtonLink } from '../../design/links.tsx'
import { EmptyList, FailedList } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { useMay } from '../../shell/access/use-may.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import styles from './compared-agents.module.css'
import { ComparedAgents, ComparedTotals } from './compared-agents.tsx'
import { comparedQuery } from './workspace-queries.ts'
import { NotAnsweredAnywhere, ProblemsAnywhere, WaitingAnywhere } from './workspace-work.tsx'

const route = getRouteApi('/app/$region/overview')

/** What there is to do over all agents of the workspace, and how these do beside each other. */
export function WorkspaceOverviewPage() {
  const place = useWorkspace()
  const may = useMay()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const days = rangeOf(search)
  const compared = useQuery({
    ...comparedQuery(place, days),
    placeholderData: (former) => former,
  })
  if (compared.data?.total === 0) return <NoAgents />
  return (
    <Page
      wide
      title="Overview"
      purpose="What needs attention, and how your agents do beside each other."
      actions={
        <>
          <RangeChoice
            search={search}
            shown={compared.data}
            onChange={(range) =>
              void navigate({ search: (former) => ({ ...former, ...range }), replace: true })
            }
          />
          <ButtonLink
            variant="default"
            to="/app/$region/workspace"
            params={{ region: place.region }}
            hash="report"
            leftSection={<IconMail size={16} />}
          >
            Report by mail
          </ButtonLink>
        </>
      }
    >
      <Stack gap="md" className={styles.content}>
        {may('conversation.read') && <WaitingAnywhere place={place} />}
        <ProblemsAnywhere place={place} />
        <NotAnsweredAnywhere place={place} />
        {compared.isError && !compared.data ? (
          <FailedList
            title="The agents could not be compared"
            error={compared.error}
            onRetry={() => compared.refetch()}
          />
        ) : (
          <>
            <ComparedTotals days={days} overview={compared.data} />
            <ComparedAgents days={days} overview={compared.data} old={compared.isPlaceholderData} />
          </>
        )}
        <Text c="dimmed" size="xs" maw={720}>
          Conversations of the test panel are never counted. Days are those of your time zone. Yours is{' '}
          {Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')}.
        </Text>
      </Stack>
    </Page>
  )
}

function NoAgents() {
  const { region } = useWorkspace()
  const may = useMay()
  return (
    <Page wide title="Overview" purpose="What needs attention, and how your agents do beside each other.">
      <EmptyList
        icon={<IconRobot size={24} />}
        title="No agents yet"
        explanation="With your first agent, this page shows who waits, what was not answered and how your agents do."
        action={
          may('agent.create') && (
            <ButtonLink to="/app/$region/agents" params={{ region }} search={{ newAgent: true }}>
              New Agent
            </ButtonLink>
          )
        }
      />
    </Page>
  )
}
