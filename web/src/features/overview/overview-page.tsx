import { Button, Group, Stack, Title } from '@mantine/core'
import { IconExternalLink, IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CopyField } from '../../design/fields/copy-field.tsx'
import { AnchorLink } from '../../design/links.tsx'
import { FailedList } from '../../design/notices/states.tsx'
import { Page, Section } from '../../design/pages/page.tsx'
import { chatAddress, websiteScript } from '../../shell/agent/website-script.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { Figures } from './figures.tsx'
import { NotAnswered } from './not-answered.tsx'
import { Problems } from './problems.tsx'
import { daysShown, overviewQuery } from './queries.ts'
import { SetupChecklist } from './setup-checklist.tsx'
import { Waiting } from './waiting.tsx'

const route = getRouteApi('/app/$region/agents/$agentId/overview')

/** What there is to do for the agent, its figures in short, and the script tag that adds it to a website. */
export function OverviewPage() {
  const place = useAgentPlace()
  const { agent } = useAgentDraft(place)
  return (
    <Page title={agent.title || 'Overview'} purpose={agent.description}>
      <Stack gap="md">
        <SetupChecklist key={place.agentId} />
        <Waiting />
        <Problems />
        <NotAnswered />
        <LastDays />
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

function LastDays() {
  const place = useAgentPlace()
  const overview = useQuery(overviewQuery(place))
  return (
    <section aria-label={`Last ${daysShown} days`}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3">
          Last {daysShown} days
        </Title>
        <AnchorLink to="/app/$region/agents/$agentId/analytics" params={place} search={{ days: daysShown }}>
          See analytics
        </AnchorLink>
      </Group>
      {overview.isError && !overview.data ? (
        <FailedList
          title="The figures could not be loaded"
          error={overview.error}
          onRetry={() => overview.refetch()}
        />
      ) : (
        <Figures figures={overview.data} />
      )}
    </section>
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
        Try it
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
