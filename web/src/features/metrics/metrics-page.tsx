import { Button, Stack, Text } from '@mantine/core'
import { IconChartDonut, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ChartOrTable } from '../../design/charts/chart-or-table.tsx'
import { RangeChoice } from '../../design/dates/range-choice.tsx'
import { rangeOf } from '../../design/dates/range-search.ts'
import { ButtonLink } from '../../design/links.tsx'
import { EmptyList, FailedList } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { useWorkspace } from '../../shell/navigation/places.ts'
import styles from './metrics.module.css'
import { usageExportAddress, usageQuery } from './queries.ts'
import { UsageCharts } from './usage-charts.tsx'

const route = getRouteApi('/app/$region/metrics')

/** What the workspace used its credits for: the five usage charts. */
export function MetricsPage() {
  const place = useWorkspace()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const days = rangeOf(search)
  const usage = useQuery({ ...usageQuery(place, days), placeholderData: (former) => former })
  return (
    <Page
      wide
      title="Metrics"
      purpose="What your workspace uses its credits for."
      actions={
        <>
          <RangeChoice
            search={search}
            shown={usage.data}
            onChange={(range) =>
              void navigate({ search: (former) => ({ ...former, ...range }), replace: true })
            }
          />
          <ChartOrTable
            table={search.table === true}
            onChange={(table) =>
              void navigate({
                search: (former) => ({ ...former, table: table || undefined }),
                replace: true,
                resetScroll: false,
              })
            }
          />
          <Button
            component="a"
            variant="default"
            href={usageExportAddress(place, days)}
            download
            leftSection={<IconDownload size={16} />}
          >
            Export CSV
          </Button>
        </>
      }
    >
      <Stack gap="md" className={styles.content} data-old={usage.isPlaceholderData || undefined}>
        {usage.isError && !usage.data ? (
          <FailedList
            title="Metrics could not be loaded"
            error={usage.error}
            onRetry={() => usage.refetch()}
          />
        ) : usage.data && isNothing(usage.data) ? (
          <NothingUsed />
        ) : (
          <>
            <UsageCharts days={days} usage={usage.data} />
            {usage.data && <CountedInDays />}
          </>
        )}
      </Stack>
    </Page>
  )
}

function CountedInDays() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
  return (
    <Text c="dimmed" size="xs" maw={720}>
      Days are those of your time zone. Yours is {zone}.
    </Text>
  )
}

const isNothing = ({ credits, tokens }: NonNullable<Parameters<typeof UsageCharts>[0]['usage']>) =>
  credits.value + credits.before + tokens.input + tokens.output === 0

function NothingUsed() {
  const { region } = useWorkspace()
  return (
    <EmptyList
      icon={<IconChartDonut size={24} />}
      title="No usage in this period"
      explanation="Credits are used when agents reply, when their tests run and when the writing assistants help. The charts appear with the first of these."
      action={
        <ButtonLink variant="default" to="/app/$region/agents" params={{ region }}>
          Open agents
        </ButtonLink>
      }
    />
  )
}
