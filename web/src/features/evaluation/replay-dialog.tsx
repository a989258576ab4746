import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import type { TestedVersion } from '@parley/contracts/evaluation/names.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { DateRange } from '../../design/dates/date-range.tsx'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { client, messageOf } from '../../server/client.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { VersionsToRun } from './versions-to-run.tsx'

const amounts = ['5', '10', '20']

/** Says what a replay does, and starts it. `conversationId`: the one to replay, instead of the newest. */
export function ReplayDialog(props: {
  conversationId: string | undefined
  onClose: () => void
  onStarted: (runId: string) => void
}) {
  const { conversationId } = props
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const { agent, changed } = useAgentDraft(place)
  const dirty = changed.length > 0
  const label = useId()
  const [versions, setVersions] = useState<TestedVersion[]>([dirty ? 'draft' : 'published'])
  const [newest, setNewest] = useState('10')
  const [days, setDays] = useState({ from: '', to: '' })
  const start = useMutation({
    mutationFn: () =>
      client.call('testRuns.replay', {
        params: place,
        body: {
          versions,
          ...(conversationId
            ? { conversationIds: [conversationId] }
            : { newest: Number(newest), ...timesOf(days) }),
          ...(versions.includes('draft') ? { draft: agent } : {}),
        },
      }),
    onSuccess: ({ runId }) => {
      void queryClient.invalidateQueries({ queryKey: ['tests', place.region, place.agentId] })
      props.onStarted(runId)
    },
  })
  const none = versions.length === 0
  return (
    <Modal opened onClose={props.onClose} title="Replay conversations">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!none) start.mutate()
        }}
      >
        <Stack gap="md">
          <Text>
            Sends what visitors wrote to the agent again and compares its replies with the recorded ones.
          </Text>
          {conversationId === undefined && (
            <>
              <div>
                <Text id={label} fw={500} size="sm" mb={6}>
                  Newest conversations
                </Text>
                <SegmentedControl
                  aria-labelledby={label}
                  value={newest}
                  onChange={setNewest}
                  data={amounts.map((amount) => ({ value: amount, label: amount }))}
                />
              </div>
              <div>
                <Text fw={500} size="sm" mb={6}>
                  From the days
                </Text>
                <DateRange
                  label="From the days"
                  any="Any time"
                  value={{ from: days.from || undefined, to: days.to || undefined }}
                  onChange={({ from = '', to = '' }) => setDays({ from, to })}
                />
              </div>
            </>
          )}
          <VersionsToRun label="Replay with" dirty={dirty} value={versions} onChange={setVersions} />
          <Text c="dimmed" size="xs">
            Nothing is charged and nothing else happens: no conversation in the inbox, no lead, no mail.
            Functions are not called. They answer with the results that were recorded; a call without one is
            marked.
          </Text>
          {start.error && <ProblemAlert>{messageOf(start.error)}</ProblemAlert>}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={props.onClose}>
              Cancel
            </Button>
            <Button type="submit" data-autofocus loading={start.isPending} disabled={none}>
              Replay
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** The times that whole days begin and end at, where the reader is. */
function timesOf({ from, to }: { from: string; to: string }): { from?: string; until?: string } {
  const midnight = (day: string, daysLater: number) => {
    const date = new Date(`${day}T00:00`)
    date.setDate(date.getDate() + daysLater)
    return date.toISOString()
  }
  return {
    ...(from === '' ? {} : { from: midnight(from, 0) }),
    ...(to === '' ? {} : { until: midnight(to, 1) }),
  }
}
