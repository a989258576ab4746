import { Button, Stack, Tabs, Text } from '@mantine/core'
import { type FigureGroup, figureGroups, type KeyFigureId } from '@parley/contracts/analytics/figure-names.ts'
import { countedForAll } from '@parley/contracts/analytics/figures.ts'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { RangeChoice } from '../../design/dates/range-choice.tsx'
import { rangeOf } from '../../design/dates/range-search.ts'
import { t } from '../../design/language.ts'
import { FailedList } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { useAgentPlace, useSession } from '../../shell/navigation/places.ts'
import { timeZone } from '../../shell/unanswered/queries.ts'
import styles from './analytics.module.css'
import { BehindDrawer } from './behind-drawer.tsx'
import { Breakdowns } from './breakdowns.tsx'
import { Failures } from './failures.tsx'
import { FigureGroupCells } from './figure-group.tsx'
import { KeyFigures } from './key-figures.tsx'
import { LoadsDrawer } from './loads-drawer.tsx'
import { MonthlyReports } from './monthly-reports.tsx'
import { exportAddress, summaryQuery } from './queries.ts'
import { TopQuestions } from './top-questions.tsx'
import { UnansweredQuestions } from './unanswered-questions.tsx'

const route = getRouteApi('/app/$region/agents/$agentId/analytics')
const allGroups = Object.keys(figureGroups) as FigureGroup[]

/** The figures of an agent, each with its definition and a link to the items that it was counted from. */
export function AnalyticsPage() {
  const place = useAgentPlace()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const days = rangeOf(search)
  // What replies cost is the agency's business.
  const { client } = useSession()
  const isClient = client !== undefined
  const groups = allGroups.filter((group) => group !== 'cost' || !isClient)
  const figure: KeyFigureId = search.figure ?? 'conversations'
  const group: FigureGroup = groups.find((one) => one === search.group) ?? 'quality'
  const summary = useQuery({ ...summaryQuery(place, days), placeholderData: (former) => former })

  return (
    <Page
      title={t('Analytics')}
      purpose={
        isClient
          ? t('How well your agent serves visitors.')
          : 'How well your agent serves visitors, and what it costs.'
      }
      actions={
        <>
          <RangeChoice
            search={search}
            shown={summary.data}
            onChange={(range) =>
              void navigate({ search: (former) => ({ ...former, ...range }), replace: true })
            }
          />
          <Button
            component="a"
            variant="default"
            href={exportAddress(place, days)}
            download
            leftSection={<IconDownload size={16} />}
          >
            {t('Export CSV')}
          </Button>
          {isClient && !client.session?.agencyAdmin && <MonthlyReports place={place} />}
        </>
      }
    >
      <Stack gap="lg" className={styles.content} data-old={summary.isPlaceholderData || undefined}>
        {summary.isError && !summary.data ? (
          <FailedList
            title={t('Analytics could not be loaded')}
            error={summary.error}
            onRetry={() => summary.refetch()}
          />
        ) : (
          <KeyFigures place={place} days={days} summary={summary.data} chosen={figure} />
        )}
        <Tabs
          value={group}
          onChange={(chosen) =>
            void navigate({
              search: (former) => ({ ...former, group: groups.find((group) => group === chosen) }),
              replace: true,
              resetScroll: false,
            })
          }
          keepMounted={false}
        >
          <Tabs.List mb="md">
            {groups.map((group) => (
              <Tabs.Tab key={group} value={group}>
                {t(figureGroups[group].label)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="quality">
            <Stack gap="md">
              <FigureGroupCells group="quality" summary={summary.data} />
              {summary.data && <Failures failures={summary.data.failures} />}
              <UnansweredQuestions place={place} days={days} />
              <TopQuestions place={place} days={days} />
            </Stack>
          </Tabs.Panel>
          <Tabs.Panel value="cost">
            <FigureGroupCells group="cost" summary={summary.data} />
          </Tabs.Panel>
          <Tabs.Panel value="visitors">
            <Stack gap="md">
              <FigureGroupCells group="visitors" summary={summary.data} />
              {summary.data && <Breakdowns place={place} summary={summary.data} />}
            </Stack>
          </Tabs.Panel>
        </Tabs>
        <Text c="dimmed" size="xs" maw={720}>
          {t(countedForAll)} {t('Yours is {zone}.', { zone: timeZone })}
        </Text>
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
