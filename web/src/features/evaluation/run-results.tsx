import { Alert, Badge, Button, Center, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import type { TestRunView } from '@parley/contracts/evaluation/endpoints.ts'
import { testedVersions, titleOf } from '@parley/contracts/evaluation/names.ts'
import { IconArrowLeft, IconInfoCircle } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { testCasesQuery, testRunQuery } from '../../server/tests.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { CancelRun, RunProgress } from '../../shell/test-panel/test-run-parts.tsx'
import { credits, outcomeWords, seconds, versionNames } from '../../shell/test-panel/test-words.ts'
import { CaseResult } from './case-result.tsx'
import { isNotable, resultsByCase } from './results-by-case.ts'

/** Further pages are loaded without being asked for until so many cases are shown. */
const FEWEST_SHOWN = 10

const route = getRouteApi('/app/$region/agents/$agentId/tests')

/** A run: its progress, and what came of each case, both versions side by side. */
export function RunResults(props: { runId: string; onClose: () => void }) {
  const place = useAgentPlace()
  const { all, testCase } = route.useSearch()
  const navigate = route.useNavigate()
  const found = useInfiniteQuery(testRunQuery(place, props.runId))
  const cases = useQuery(testCasesQuery(place))
  const back = (
    <Button variant="default" leftSection={<IconArrowLeft size={16} />} onClick={props.onClose}>
      All tests
    </Button>
  )
  const { hasNextPage, isFetching, isFetchingNextPage, isError, fetchNextPage } = found
  const run = found.data?.pages.at(-1)?.run
  const results = found.data?.pages.flatMap((page) => page.results) ?? []
  const groups = resultsByCase(results, { mayGoOn: hasNextPage, versions: run?.versions.length ?? 1 })
  const notable = groups.filter(isNotable)
  const shown = all ? groups : notable
  const tooFew = hasNextPage && shown.length < FEWEST_SHOWN
  useEffect(() => {
    if (tooFew && !isFetching && !isError) void fetchNextPage()
  }, [tooFew, isFetching, isError, fetchNextPage])
  /** Says that there may be more than were counted. */
  const orMore = hasNextPage ? '+' : ''
  const titles = new Map(
    cases.data?.map(({ caseId, testCase }) => [caseId, testCase ? titleOf(testCase) : undefined]),
  )
  return (
    <Page
      wide
      title={run?.replays ? 'Replayed conversations' : 'Test run'}
      purpose={run ? <Summary run={run} /> : found.isPending && <LoadingSummary />}
      actions={
        <Group gap="sm">
          {run && run.outcome === undefined && <CancelRun place={place} runId={props.runId} />}
          {back}
        </Group>
      }
    >
      {found.isPending && <LoadingRows rows={3} height={120} />}
      {found.isError && (
        <FailedList title="The run could not be loaded" error={found.error} onRetry={() => found.refetch()} />
      )}
      {run && (
        <Stack gap="md">
          {run.outcome === undefined && (
            <RunProgress run={run} note="You can leave this page. The run continues." />
          )}
          {run.outcome !== undefined && run.outcome !== 'finished' && (
            <Alert color="yellow" icon={<IconInfoCircle size={18} />}>
              {outcomeWords[run.outcome]}. Results up to that point are below.
            </Alert>
          )}
          {groups.length > 0 && (
            <SegmentedControl
              aria-label="Results"
              w="fit-content"
              value={all ? 'all' : 'notable'}
              onChange={(value) =>
                void navigate({
                  search: (before) => ({ ...before, all: value === 'all' || undefined }),
                  replace: true,
                })
              }
              data={[
                { value: 'notable', label: `Needs review (${notable.length}${orMore})` },
                { value: 'all', label: `All (${groups.length}${orMore})` },
              ]}
            />
          )}
          {run.outcome !== undefined && !hasNextPage && shown.length === 0 && groups.length > 0 && (
            <Text c="dimmed">
              {run.replays
                ? 'Every conversation matched its recording.'
                : run.versions.length > 1
                  ? 'Every test passed, with the same answers from both versions.'
                  : 'Every test passed.'}
            </Text>
          )}
          {shown.map((group) => (
            <CaseResult
              key={group.caseId}
              title={titles.get(group.caseId) ?? group.results[0]?.lines[0]?.says ?? 'A deleted test'}
              results={group.results}
              conversationId={run.replays ? group.caseId : undefined}
              linked={group.caseId === testCase}
            />
          ))}
          {hasNextPage && (
            <Center>
              <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
                Show more
              </Button>
            </Center>
          )}
        </Stack>
      )}
    </Page>
  )
}

/** As high as the summary of one version. */
const LoadingSummary = () => <Skeleton component="span" display="block" w={180} h={20} />

const countsOf = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []))
    .join(', ')

function Summary({ run }: { run: TestRunView }) {
  const figures = testedVersions.flatMap((version) => {
    const one = run[version]
    return one ? [{ version, ...one }] : []
  })
  return (
    <Group gap="sm" component="span">
      {figures.map(({ version, passed, failed, notComparable = 0, cost, tookMs }) => (
        <Group key={version} gap={6} component="span">
          <Badge
            component="span"
            variant="light"
            color={failed === 0 ? 'teal' : run.replays ? 'yellow' : 'red'}
          >
            {versionNames[version]}:{' '}
            {run.replays
              ? countsOf({ same: passed, different: failed, 'not comparable': notComparable })
              : `${passed} of ${passed + failed} passed`}
          </Badge>
          <Text span size="xs" c="dimmed">
            {credits(cost)}
            {run.replays && cost > 0 && ', not charged'}, {seconds(tookMs)}
          </Text>
        </Group>
      ))}
    </Group>
  )
}
