import { Alert, Badge, Button, Group, Progress, SegmentedControl, Stack, Text } from '@mantine/core'
import type { TestResultView, TestRunView } from '@parley/contracts/evaluation/endpoints.ts'
import { testedVersions, titleOf } from '@parley/contracts/evaluation/names.ts'
import { IconArrowLeft, IconInfoCircle } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { noticeFailure } from '../../design/notices.ts'
import { Page } from '../../design/page.tsx'
import { FailedList, LoadingRows } from '../../design/states.tsx'
import { client, messageOf } from '../../server/client.ts'
import { useAgentPlace } from '../../shell/places.ts'
import { CaseResult } from './case-result.tsx'
import { testCasesQuery, testRunQuery } from './queries.ts'
import { credits, outcomeWords, plural, seconds, versionNames } from './test-words.ts'

const route = getRouteApi('/app/$region/agents/$agentId/tests')

/** A run: its progress, and what came of each case, both versions side by side. */
export function RunResults(props: { runId: string; onClose: () => void }) {
  const place = useAgentPlace()
  const { all } = route.useSearch()
  const navigate = route.useNavigate()
  const found = useQuery(testRunQuery(place, props.runId))
  const cases = useQuery(testCasesQuery(place))
  const back = (
    <Button variant="default" leftSection={<IconArrowLeft size={16} />} onClick={props.onClose}>
      All tests
    </Button>
  )
  const run = found.data?.run
  const groups = groupsOf(found.data?.results ?? [])
  const notable = groups.filter(isNotable)
  const shown = all ? groups : notable
  const titles = new Map(
    cases.data?.map(({ caseId, testCase }) => [caseId, testCase ? titleOf(testCase) : undefined]),
  )
  return (
    <Page
      wide
      title="Test run"
      purpose={run && <Summary run={run} />}
      actions={
        <Group gap="sm">
          {run && run.outcome === undefined && <CancelRun runId={props.runId} />}
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
          {run.outcome === undefined && <RunProgress run={run} />}
          {run.outcome !== undefined && run.outcome !== 'finished' && (
            <Alert color="yellow" icon={<IconInfoCircle size={18} />}>
              {outcomeWords[run.outcome]}. What was played until then is below.
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
                { value: 'notable', label: `To look at (${notable.length})` },
                { value: 'all', label: `All (${groups.length})` },
              ]}
            />
          )}
          {run.outcome !== undefined && shown.length === 0 && groups.length > 0 && (
            <Text c="dimmed">
              {run.versions.length > 1
                ? 'Every test passed, with the same answers from both versions.'
                : 'Every test passed.'}
            </Text>
          )}
          {shown.map((group) => (
            <CaseResult
              key={group.caseId}
              title={titles.get(group.caseId) ?? group.results[0]?.lines[0]?.says ?? 'A deleted test'}
              results={group.results}
            />
          ))}
        </Stack>
      )}
    </Page>
  )
}

type CaseResults = { caseId: string; results: TestResultView[] }

/** The results by case, the draft first. */
function groupsOf(results: readonly TestResultView[]): CaseResults[] {
  const groups = Map.groupBy(results, ({ caseId }) => caseId)
  const order = (one: TestResultView) => testedVersions.indexOf(one.version)
  return [...groups].map(([caseId, own]) => ({
    caseId,
    results: own.toSorted((a, b) => order(a) - order(b)),
  }))
}

/** Whether a case failed, or its versions answered differently. */
function isNotable({ results }: CaseResults): boolean {
  const replies = results.map(({ lines }) => lines.map(({ reply }) => reply).join('\n'))
  return results.some(({ passed }) => !passed) || new Set(replies).size > 1
}

function Summary({ run }: { run: TestRunView }) {
  const figures = testedVersions.flatMap((version) => {
    const one = run[version]
    return one ? [{ version, ...one }] : []
  })
  return (
    <Group gap="sm" component="span">
      {figures.map(({ version, passed, failed, cost, tookMs }) => (
        <Group key={version} gap={6} component="span">
          <Badge component="span" variant="light" color={failed > 0 ? 'red' : 'teal'}>
            {versionNames[version]}: {passed} of {passed + failed} passed
          </Badge>
          <Text span size="xs" c="dimmed">
            {credits(cost)}, {seconds(tookMs)}
          </Text>
        </Group>
      ))}
    </Group>
  )
}

function RunProgress({ run }: { run: TestRunView }) {
  const plays = run.cases * run.versions.length
  return (
    <Stack gap={6} role="status">
      <Text>
        {run.played} of {plural(plays, 'play')} done. You can leave this page; the run goes on.
      </Text>
      <Progress value={(100 * run.played) / Math.max(1, plays)} aria-label="Progress of the run" animated />
    </Stack>
  )
}

function CancelRun({ runId }: { runId: string }) {
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => client.call('testRuns.cancel', { params: { ...place, runId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tests', place.region, place.agentId] }),
    onError: (error) => noticeFailure(`The run was not cancelled: ${messageOf(error)}`),
  })
  return (
    <Button variant="default" color="red" loading={cancel.isPending} onClick={() => cancel.mutate()}>
      Cancel run
    </Button>
  )
}
