import { Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t, tCount } from '../../design/language.ts'
import { AnchorLink } from '../../design/links.tsx'
import { FailedList } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { agentQuery } from '../../server/queries.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { Figures } from './figures.tsx'
import { NotAnswered } from './not-answered.tsx'
import { daysShown, overviewQuery } from './queries.ts'
import { Waiting } from './waiting.tsx'

/** The home of a client: what of its pages needs somebody, and the agent's figures in short, without what it costs. */
export function HomePage() {
  const place = useAgentPlace()
  const may = useMay()
  const { data: agent } = useQuery(agentQuery(place))
  const overview = useQuery(overviewQuery(place))
  return (
    <Page title={agent?.title || t('Home')} purpose={agent?.description && <bdi>{agent.description}</bdi>}>
      <Stack gap="md">
        {may('conversation.read') && <Waiting />}
        {may('analytics.read') && <NotAnswered />}
        <section aria-label={tCount(daysShown, 'Last {count} day', 'Last {count} days')}>
          <Group justify="space-between" mb="xs">
            <Title order={2} size="h3">
              {tCount(daysShown, 'Last {count} day', 'Last {count} days')}
            </Title>
            {may('analytics.read') && (
              <AnchorLink
                to="/app/$region/agents/$agentId/analytics"
                params={place}
                search={{ days: daysShown }}
              >
                {t('See analytics')}
              </AnchorLink>
            )}
          </Group>
          {overview.isError && !overview.data ? (
            <FailedList
              title={t('The figures could not be loaded')}
              error={overview.error}
              onRetry={() => overview.refetch()}
            />
          ) : (
            <Figures figures={overview.data} withoutCosts />
          )}
        </section>
      </Stack>
    </Page>
  )
}
