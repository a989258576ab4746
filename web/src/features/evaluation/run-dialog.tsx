import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { TestedVersion } from '@parley/contracts/evaluation/names.ts'
import { useState } from 'react'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { messageOf } from '../../server/client.ts'
import { useTestRun } from '../../server/use-test-run.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { CostWords, GradesToneSwitch } from '../../shell/test-panel/test-run-parts.tsx'
import { plural, versionNames } from '../../shell/test-panel/test-words.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { VersionsToRun } from './versions-to-run.tsx'

/** Says what a run plays and costs, and starts it. `caseIds`: all if undefined. */
export function RunDialog(props: {
  caseIds: readonly string[] | undefined
  onClose: () => void
  onStarted: (runId: string) => void
}) {
  const place = useAgentPlace()
  const { agent, changed } = useAgentDraft(place)
  const dirty = changed.length > 0
  const [versions, setVersions] = useState<TestedVersion[]>(dirty ? ['draft', 'published'] : ['published'])
  const [gradesTone, setGradesTone] = useState(false)
  const body = {
    versions,
    gradesTone,
    ...(props.caseIds ? { caseIds: [...props.caseIds] } : {}),
    ...(versions.includes('draft') ? { draft: agent } : {}),
  }
  const none = versions.length === 0
  const { estimate, start } = useTestRun(place, body, (runId) => {
    props.onClose()
    props.onStarted(runId)
  })
  const failed = start.error ?? estimate.error
  return (
    <Modal opened onClose={props.onClose} title="Run tests">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!none) start.mutate()
        }}
      >
        <Stack gap="md">
          <VersionsToRun label="Test" dirty={dirty} value={versions} onChange={setVersions} />
          {estimate.data?.canGradeTone && <GradesToneSwitch checked={gradesTone} onChange={setGradesTone} />}
          {estimate.data && !none && (
            <Text>
              {plural(estimate.data.cases, 'test')}, {plural(estimate.data.replies, 'reply', 'replies')} (
              {versions.map((version) => versionNames[version].toLowerCase()).join(' and ')}).{' '}
              <CostWords about={estimate.data.about} most={estimate.data.most} />
            </Text>
          )}
          <Text c="dimmed" size="xs">
            Runs have no side effects: no inbox conversations, leads or e-mails, and functions return each
            test’s results instead of being called.
          </Text>
          {failed && <ProblemAlert>{messageOf(failed)}</ProblemAlert>}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={props.onClose}>
              Cancel
            </Button>
            <Button type="submit" data-autofocus loading={start.isPending} disabled={none || !estimate.data}>
              Run
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
