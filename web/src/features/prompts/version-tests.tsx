/** The tests of the agents that use a prompt, played with one of its versions before it is published. */
import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import type { AgentTests } from '@parley/contracts/integration/prompt-endpoints.ts'
import { IconFlask } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AnchorLink } from '../../design/links.tsx'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { client, messageOf } from '../../server/client.ts'
import type { PromptPlace } from '../../server/prompts.ts'
import { testRunsQuery } from '../../server/tests.ts'
import { useMay } from '../../shell/access/use-may.ts'
import {
  CancelRun,
  CostWords,
  FailedTests,
  GradesToneSwitch,
  RunProgress,
} from '../../shell/test-panel/test-run-parts.tsx'
import { outcomeWords, plural } from '../../shell/test-panel/test-words.ts'
import styles from './prompts.module.css'
import { promptTestsQuery } from './queries.ts'

/** What was started for an agent, or why it was not. */
type Started = { runId: string } | { problem: string }

/** Whether tests have to pass, and did not, before the version is published; undefined while that is not known. */
export function useUntested(place: PromptPlace, version: number): boolean | undefined {
  const tests = useQuery(promptTestsQuery(place, version))
  // Whoever can't be told publishes, and is refused where tests have to pass.
  if (tests.isError) return false
  return tests.data?.some(({ required, why }) => required && why !== undefined)
}

export function VersionTests({ place, version }: { place: PromptPlace; version: number }) {
  const tests = useQuery(promptTestsQuery(place, version))
  const [started, setStarted] = useState<ReadonlyMap<string, Started>>(new Map())
  const [gradesTone, setGradesTone] = useState(false)
  const mayRun = useMay()('test.run')
  const queryClient = useQueryClient()
  const start = useMutation({
    async mutationFn(agents: readonly AgentTests[]) {
      for (const { agentId } of agents) {
        const params = { region: place.region, agentId }
        const prompt = { promptId: place.promptId, version }
        const body = { versions: ['draft' as const], gradesTone, prompt }
        const made = await client
          .call('testRuns.start', { params, body })
          .catch((error) => ({ problem: messageOf(error) }))
        setStarted((before) => new Map([...before, [agentId, made]]))
        await queryClient.invalidateQueries({ queryKey: ['tests', place.region, agentId] })
      }
    },
  })
  if (tests.isPending) return <LoadingRows rows={1} height={64} />
  if (tests.isError)
    return (
      <FailedList
        title="The tests of the agents could not be loaded"
        error={tests.error}
        onRetry={() => tests.refetch()}
      />
    )
  if (tests.data.length === 0) return null
  const left = tests.data.filter(({ why }) => why !== undefined)
  const waits = left.filter(({ required }) => required)
  const sumOf = (key: 'about' | 'most' | 'cases') => left.reduce((sum, one) => sum + one[key], 0)
  return (
    <Stack gap="sm" component="section" aria-label="Tests">
      {waits.length > 0 ? (
        <Alert color="yellow" title="Tests must pass before publishing">
          {waits.length === 1
            ? `${waits[0]?.title} requires it.`
            : `${plural(waits.length, 'agent')} require it.`}
        </Alert>
      ) : (
        <Text fw={600}>Tests of these agents</Text>
      )}
      <ul className={styles.versions}>
        {tests.data.map((tested) => (
          <AgentOfPrompt key={tested.agentId} {...{ place, tested }} started={started.get(tested.agentId)} />
        ))}
      </ul>
      {left.length > 0 && mayRun && (
        <>
          {sumOf('most') > 0 && <GradesToneSwitch checked={gradesTone} onChange={setGradesTone} />}
          <Group justify="space-between" gap="sm">
            <Text size="sm" c="dimmed" flex="1 1 220px">
              {plural(sumOf('cases'), 'test')} with the text of version {version}.{' '}
              <CostWords about={sumOf('about')} most={sumOf('most')} />
            </Text>
            <Button
              variant="default"
              leftSection={<IconFlask size={16} />}
              loading={start.isPending}
              onClick={() => start.mutate(left)}
            >
              {started.size === 0 ? 'Run tests first' : 'Run again'}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  )
}

/** How the tests of an agent stand. */
function AgentOfPrompt(props: { place: PromptPlace; tested: AgentTests; started: Started | undefined }) {
  const { tested, started } = props
  const { agentId, title, required, cases, why } = tested
  const place = { region: props.place.region, agentId }
  const runId = started && 'runId' in started ? started.runId : undefined
  const runs = useQuery({ ...testRunsQuery(place), enabled: runId !== undefined })
  const run = runs.data?.find((known) => known.runId === runId)
  const running = runId !== undefined && run?.outcome === undefined
  return (
    <li>
      <Stack gap={6} flex="1 1 240px" miw={0}>
        <Group gap="xs">
          <AnchorLink to="/app/$region/agents/$agentId/tests" params={place}>
            <bdi>{title}</bdi>
          </AnchorLink>
          {required && (
            <Badge variant="light" color="yellow">
              Must pass
            </Badge>
          )}
        </Group>
        {running && run && <RunProgress run={run} note="If you close this, the run continues." />}
        {!running && why === undefined && (
          <Text size="sm" c="dimmed">
            {cases === 1 ? 'Its test passed' : `All ${cases} tests passed`} with this version.
          </Text>
        )}
        {!running && why !== undefined && (
          <Text size="sm" role="status">
            {run && run.outcome !== 'finished' && run.outcome ? `${outcomeWords[run.outcome]}. ` : ''}
            {why}.
          </Text>
        )}
        {!running && runId !== undefined && why !== undefined && <FailedTests place={place} runId={runId} />}
        {started && 'problem' in started && (
          <Text size="sm" c="red" role="alert">
            {started.problem}
          </Text>
        )}
      </Stack>
      {running && runId !== undefined && <CancelRun place={place} runId={runId} />}
    </li>
  )
}
