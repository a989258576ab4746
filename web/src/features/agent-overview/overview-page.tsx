import { Alert, Button, Group, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { IconExternalLink, IconFlask, IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CopyField } from '../../design/copy-field.tsx'
import { AnchorLink } from '../../design/links.tsx'
import { Page, Section } from '../../design/page.tsx'
import { FailedList } from '../../design/states.tsx'
import { useAgentPlace } from '../../shell/places.ts'
import { chatAddress, websiteScript } from '../../shell/website-script.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { DaysChart } from './days-chart.tsx'
import { Figures } from './figures.tsx'
import styles from './overview.module.css'
import { overviewQuery } from './queries.ts'
import { ranges } from './search.ts'

const route = getRouteApi('/app/$region/agents/$agentId/overview')

/** Key figures of the agent and the script tag that adds it to a website. */
export function OverviewPage() {
  const place = useAgentPlace()
  const { agent } = useAgentDraft(place)
  const { days = 30 } = route.useSearch()
  const navigate = route.useNavigate()
  const overview = useQuery({ ...overviewQuery(place, days), placeholderData: (former) => former })

  return (
    <Page
      title={agent.title || 'Overview'}
      purpose={agent.description}
      actions={
        <SegmentedControl
          aria-label="Range"
          value={String(days)}
          onChange={(range) =>
            navigate({ search: (search) => ({ ...search, days: Number(range) }), replace: true })
          }
          data={ranges.map((range) => ({ value: String(range), label: `${range} days` }))}
        />
      }
    >
      <Stack gap="md">
        {overview.data &&
          !overview.data.model.configured &&
          (agent.agentPlatform === 'vf' ? (
            <NoDialogKey />
          ) : (
            <NoModel modelId={overview.data.model.modelId} />
          ))}
        {overview.isPending && <LoadingFigures />}
        {overview.isError && (
          <FailedList
            title="The figures could not be loaded"
            error={overview.error}
            onRetry={() => overview.refetch()}
          />
        )}
        {overview.data && (
          <>
            <Figures figures={overview.data} />
            <DaysChart days={overview.data.days} />
          </>
        )}
        <Section
          title="Website script"
          explanation="Put this line before the closing body tag of every page that should show the agent."
        >
          <CopyField value={websiteScript(place, window.location.origin)} label="Website Script" />
          <TryIt />
        </Section>
      </Stack>
    </Page>
  )
}

function TryIt() {
  const place = useAgentPlace()
  const navigate = route.useNavigate()
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconFlask size={16} />}
        onClick={() => navigate({ search: (search) => ({ ...search, showDebugger: true }) })}
      >
        Try it here
      </Button>
      <Button
        component="a"
        href={chatAddress(place)}
        target="_blank"
        rel="noreferrer"
        variant="default"
        leftSection={<IconExternalLink size={16} />}
      >
        Open the chat
      </Button>
    </Group>
  )
}

/** Ruling 11: the dashboard says that no model is configured. */
function NoModel(props: { modelId: string }) {
  const place = useAgentPlace()
  return (
    <Alert color="yellow" icon={<IconPlugConnectedX size={18} />} title="No model is configured">
      There is no key for {props.modelId} on this server, so the agent answers from its{' '}
      <AnchorLink to="/app/$region/agents/$agentId/kb" params={place} inherit>
        knowledge
      </AnchorLink>
      , the facts in its prompt and its node flow. Whoever runs the server can add a key.
    </Alert>
  )
}

function NoDialogKey() {
  const place = useAgentPlace()
  return (
    <Alert color="yellow" icon={<IconPlugConnectedX size={18} />} title="Nobody answers yet">
      The dialog platform of this agent has no key. Add it under{' '}
      <AnchorLink
        to="/app/$region/agents/$agentId/settings"
        params={place}
        search={{ tab: 'integrations' }}
        inherit
      >
        Settings, Integrations
      </AnchorLink>
      , then publish.
    </Alert>
  )
}

function LoadingFigures() {
  return (
    <Stack gap="md" aria-busy aria-label="Loading" role="status">
      <div className={styles.figures}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((tile) => (
          <Skeleton key={tile} height={84} radius="md" />
        ))}
      </div>
      <Skeleton height={312} radius="md" />
    </Stack>
  )
}
