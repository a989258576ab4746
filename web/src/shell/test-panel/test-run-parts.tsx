/** Parts of a run of tests that several screens show. */
import { Button, List, Progress, Stack, Switch, Text } from '@mantine/core'
import type { TestRunView } from '@parley/contracts/evaluation/endpoints.ts'
import { titleOf } from '@parley/contracts/evaluation/names.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { AnchorLink } from '../../design/links.tsx'
import { noticeFailure } from '../../design/notices/notices.ts'
import { client, messageOf } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { testCasesQuery } from '../../server/tests.ts'
import { credits, plural } from './test-words.ts'

/** What a run will cost. */
export function CostWords(props: { about: number; most: number }) {
  if (props.most === 0) return <>The built-in answerer replies, so this run is free.</>
  return (
    <>
      About {credits(props.about)}, at most {credits(props.most)}, as for replies to visitors.
    </>
  )
}

export function GradesToneSwitch(props: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <Switch
      label="Have the model grade the tone"
      description="For tests with an expected tone"
      checked={props.checked}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  )
}

/** How far a run has come. `note`: what follows from leaving. */
export function RunProgress({ run, note }: { run: TestRunView; note: string }) {
  const plays = run.cases * run.versions.length
  return (
    <Stack gap={6} role="status">
      <Text>
        {run.played} of {plural(plays, 'play')} done. {note}
      </Text>
      <Progress value={(100 * run.played) / Math.max(1, plays)} aria-label="Progress of the run" animated />
    </Stack>
  )
}

/** The tests that failed in a run of a draft. */
export function FailedTests(props: {
  place: AgentPlace
  runId: string
  /** Called when one of them is opened. */
  onOpened?: () => void
}) {
  const { place, runId } = props
  const cases = useQuery(testCasesQuery(place))
  const failed = cases.data?.filter(({ last }) => last?.runId === runId && last.draft === false) ?? []
  if (failed.length === 0) return null
  return (
    <List aria-label="Failed tests" mah={240} style={{ overflowY: 'auto' }}>
      {failed.map(({ caseId, testCase }) => (
        <List.Item key={caseId}>
          <AnchorLink
            to="/app/$region/agents/$agentId/tests"
            params={place}
            search={{ run: runId, testCase: caseId }}
            onClick={props.onOpened}
          >
            <bdi>{testCase ? titleOf(testCase) : 'The conversation of this test was erased'}</bdi>
          </AnchorLink>
        </List.Item>
      ))}
    </List>
  )
}

export function CancelRun({ place, runId }: { place: AgentPlace; runId: string }) {
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
