import { Alert, Button, Card, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { AnalyticsSummary } from '@parley/contracts/analytics/endpoints.ts'
import { countedForAll, type FigureId, figureGroups } from '@parley/contracts/analytics/figures.ts'
import { IconCode, IconDownload, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Page } from '../../design/page.tsx'
import { FailedList } from '../../design/states.tsx'
import { useAgentPlace } from '../../shell/places.ts'
import styles from './analytics.module.css'
import { BehindDrawer } from './behind-drawer.tsx'
import { Breakdowns } from './breakdowns.tsx'
import { FigureChart } from './figure-chart.tsx'
import { FigureTiles } from './figure-tiles.tsx'
import { LoadsDrawer } from './loads-drawer.tsx'
import { exportAddress, summaryQuery } from './queries.ts'
import { RangePicker } from './range-picker.tsx'
import { rangeOf } from './search.ts'
import { TopQuestions } from './top-questions.tsx'
import { UnansweredQuestions } from './unanswered-questions.tsx'

const route = getRouteApi('/app/$region/agents/$agentId/analytics')

/** The figures of an agent, each with its definition and a link to the items that it was counted from. */
export function AnalyticsPage() {
  const place = useAgentPlace()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const days = rangeOf(search)
  const figure: FigureId = search.figure ?? 'conversations'
  const summary = useQuery({ ...summaryQuery(place, days), placeholderData: (former) => former })
  const showBehind = (behind: FigureId) =>
    void navigate({ search: (former) => ({ ...former, behind, by: undefined, name: undefined }) })

  return (
    <Page
      title="Analytics"
      purpose="How visitors are served, and at what cost."
      actions={
        <>
          <RangePicker />
          <Button
            component="a"
            variant="default"
            href={exportAddress(place, days)}
            download
            leftSection={<IconDownload size={16} />}
          >
            Export CSV
          </Button>
        </>
      }
    >
      <Stack gap="md">
        {summary.isPending && <LoadingFigures />}
        {summary.isError && !summary.data && (
          <FailedList
            title="The figures could not be loaded"
            error={summary.error}
            onRetry={() => summary.refetch()}
          />
        )}
        {summary.data && (
          <>
            {nothingYet(summary.data) && <NothingYet />}
            <div className={styles.content} data-old={summary.isPlaceholderData || undefined}>
              <FigureTiles
                summary={summary.data}
                chosen={figure}
                onChoose={(chosen) =>
                  void navigate({
                    search: (former) => ({ ...former, figure: chosen }),
                    replace: true,
                    resetScroll: false,
                  })
                }
                onBehind={showBehind}
              />
            </div>
            <FigureChart place={place} days={days} figure={figure} onBehind={showBehind} />
            <Breakdowns place={place} summary={summary.data} />
          </>
        )}
        <UnansweredQuestions place={place} days={days} />
        <TopQuestions place={place} days={days} />
        <Alert
          variant="transparent"
          color="gray"
          icon={<IconInfoCircle size={18} />}
          p={0}
          classNames={{ message: styles.note }}
        >
          <Text c="dimmed">{countedForAll}</Text>
        </Alert>
      </Stack>
      {search.behind === 'loads' && <LoadsDrawer place={place} days={days} />}
      {search.behind && search.behind !== 'loads' && (
        <BehindDrawer
          place={place}
          days={days}
          behind={{ figure: search.behind, by: search.by, name: search.name }}
        />
      )}
    </Page>
  )
}

/** True if there were no visitors in this period and the previous one. */
const nothingYet = ({ figures }: AnalyticsSummary) =>
  [figures.loads, figures.conversations, figures.messages].every(({ value, before }) => !value && !before)

function NothingYet() {
  const navigate = route.useNavigate()
  return (
    <Card padding="md">
      <Group justify="space-between" gap="md">
        <div className={styles.definition}>
          <Text fw={500}>Nothing to count yet</Text>
          <Text c="dimmed">
            Nobody has come in this period or the one before. Figures appear with the first visitor; the test
            panel is not counted.
          </Text>
        </div>
        <Button
          variant="default"
          leftSection={<IconCode size={16} />}
          onClick={() => void navigate({ search: (former) => ({ ...former, panel: 'script' }) })}
        >
          Get the website script
        </Button>
      </Group>
    </Card>
  )
}

function LoadingFigures() {
  return (
    <Stack gap="md" aria-busy aria-label="Loading" role="status">
      {figureGroups.map(({ label, figures }) => (
        <div key={label}>
          <Skeleton height={14} width={90} mb={14} />
          <div className={styles.loadingTiles}>
            {figures.map((figure) => (
              <Skeleton key={figure} height={130} radius="md" />
            ))}
          </div>
        </div>
      ))}
      <Skeleton height={360} radius="md" />
    </Stack>
  )
}
