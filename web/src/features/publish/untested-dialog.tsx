import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { t } from '../../design/language.ts'
import { ButtonLink } from '../../design/links.tsx'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { messageOf } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { testRunsQuery } from '../../server/tests.ts'
import { useTestRun } from '../../server/use-test-run.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { PublishWithout } from '../../shell/agent/publish-without.tsx'
import {
  CancelRun,
  CostWords,
  FailedTests,
  GradesToneSwitch,
  RunProgress,
} from '../../shell/test-panel/test-run-parts.tsx'
import { credits, outcomeWords, plural } from '../../shell/test-panel/test-words.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { untestedWords } from './untested-words.ts'

type UntestedProps = {
  place: AgentPlace
  /** Why the draft is not published. */
  why: string
  publishing: boolean
  /** Called once a run of all tests with this draft has passed. */
  onPassed: () => void
  onPublish: (reason: string) => void
  onClose: () => void
}

/**
 * Runs the tests that have to pass with the draft, which is published if they do, or publishes it without, for a reason
 * that the audit keeps.
 */
export function UntestedDialog(props: UntestedProps) {
  const may = useMay()
  return (
    <Modal opened onClose={props.onClose} title={t('Tests must pass before publishing')}>
      {may('test.run') ? <TestsFirst {...props} /> : <WithoutTests {...props} />}
    </Modal>
  )
}

/** For whoever may publish, but not run tests. */
function WithoutTests(props: UntestedProps) {
  return (
    <Stack gap="md">
      <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
        {untestedWords(props.why)}
      </Alert>
      <PublishWithout {...props} />
    </Stack>
  )
}

function TestsFirst(props: UntestedProps) {
  const { place } = props
  const { agent } = useAgentDraft(place)
  const [gradesTone, setGradesTone] = useState(false)
  const [runId, setRunId] = useState<string>()
  const body = { versions: ['draft' as const], gradesTone, draft: agent }
  const { estimate, start } = useTestRun(place, body, setRunId)
  const run = useQuery(testRunsQuery(place)).data?.find((known) => known.runId === runId)
  const running = runId !== undefined && run?.outcome === undefined
  const passed = run?.outcome === 'finished' && run.draft?.failed === 0
  const { onPassed } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run that passed publishes once
  useEffect(() => {
    if (passed) onPassed()
  }, [passed])
  const cost = run?.draft?.cost ?? 0
  const failed = start.error ?? estimate.error
  return (
    <Stack gap="md">
      {!run && !running && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
          {props.why}
        </Alert>
      )}
      {running && run && (
        <>
          <RunProgress
            run={run}
            note="The draft is published if all tests pass. If you close this, the run continues without publishing."
          />
          <Text c="dimmed">Cost so far: {credits(cost)}.</Text>
        </>
      )}
      {run?.outcome && !passed && (
        <>
          <ProblemAlert>
            {run.outcome === 'finished'
              ? `${run.draft?.failed ?? 0} of ${plural(run.cases, 'test')} failed with this draft. It is not published.`
              : `${outcomeWords[run.outcome]}. The draft is not published.`}
          </ProblemAlert>
          <FailedTests place={place} runId={run.runId} onOpened={props.onClose} />
          <Text c="dimmed">Cost: {credits(cost)}.</Text>
        </>
      )}
      {!running && estimate.data && (
        <>
          {estimate.data.canGradeTone && <GradesToneSwitch checked={gradesTone} onChange={setGradesTone} />}
          <Text>
            {plural(estimate.data.cases, 'test')}, {plural(estimate.data.replies, 'reply', 'replies')}.{' '}
            <CostWords about={estimate.data.about} most={estimate.data.most} />
          </Text>
        </>
      )}
      {failed && <ProblemAlert>{messageOf(failed)}</ProblemAlert>}
      <Group justify="flex-end" gap="sm">
        <ButtonLink
          variant="subtle"
          to="/app/$region/agents/$agentId/tests"
          params={place}
          onClick={props.onClose}
        >
          Go to the tests
        </ButtonLink>
        {running ? (
          <CancelRun place={place} runId={runId} />
        ) : (
          <Button
            data-autofocus
            loading={start.isPending || passed}
            disabled={!estimate.data}
            onClick={() => {
              setRunId(undefined)
              start.mutate()
            }}
          >
            {run ? 'Run again' : 'Run tests'}
          </Button>
        )}
      </Group>
      {!running && !passed && <PublishWithout {...props} />}
    </Stack>
  )
}
