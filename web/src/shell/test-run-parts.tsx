/** Parts of a run of tests that several screens show. */
import { Button, Progress, Stack, Switch, Text } from '@mantine/core'
import type { TestRunView } from '@parley/contracts/evaluation/endpoints.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { noticeFailure } from '../design/notices.ts'
import { client, messageOf } from '../server/client.ts'
import type { AgentPlace } from '../server/queries.ts'
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
