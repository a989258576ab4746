import { Button, Checkbox, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import type { WebhookView } from '@parley/contracts/integration/webhook.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { count } from '../../design/dates/moment.tsx'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { client } from '../../server/client.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'

const HOUR_MS = 3_600_000
const spans = [
  { value: '1', label: 'Last hour' },
  { value: '24', label: 'Last 24 hours' },
  { value: '168', label: 'Last 7 days' },
  { value: '720', label: 'Last 30 days' },
]

/** Sends what failed or was skipped in a span again, page by page, and says how far it is. */
export function ReplayDialog(props: { webhook: WebhookView; onClose: () => void }) {
  const { webhookId } = props.webhook
  const { region } = useWorkspace()
  const queryClient = useQueryClient()
  const [hours, setHours] = useState('24')
  const [failed, setFailed] = useState(true)
  const [skipped, setSkipped] = useState(true)
  const [sent, setSent] = useState(0)
  const states = [...(failed ? ['failed' as const] : []), ...(skipped ? ['skipped' as const] : [])]
  const replay = useMutation({
    async mutationFn() {
      const to = new Date().toISOString()
      let from: string | undefined = new Date(Date.now() - Number(hours) * HOUR_MS).toISOString()
      let all = 0
      while (from !== undefined) {
        const body = { from, to, states }
        const answer: { replayed: number; next?: string | undefined } = await client.call(
          'webhooks.replayAll',
          { params: { region, webhookId }, body },
        )
        all += answer.replayed
        setSent(all)
        from = answer.next
      }
      return all
    },
    onSuccess: async (all) => {
      noticeSuccess(all === 0 ? 'Nothing to send again' : `${count(all)} sent again`)
      props.onClose()
      await queryClient.invalidateQueries({ queryKey: ['webhook-deliveries', region, webhookId] })
    },
    onError: (error) => noticeError(error, 'Error: '),
  })
  return (
    <Modal opened onClose={props.onClose} title="Send again">
      <Stack gap="md">
        <Text c="dimmed">
          Events of the span are sent again in the order in which they happened, with the same webhook-id.
        </Text>
        <NativeSelect
          label="Span"
          data={spans}
          value={hours}
          onChange={(event) => setHours(event.currentTarget.value)}
        />
        <Checkbox
          label="What failed"
          checked={failed}
          onChange={(event) => setFailed(event.currentTarget.checked)}
        />
        <Checkbox
          label="What was skipped while it was paused"
          checked={skipped}
          onChange={(event) => setSkipped(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          {replay.isPending && (
            <Text role="status" c="dimmed" mr="auto">
              {count(sent)} sent
            </Text>
          )}
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button loading={replay.isPending} disabled={states.length === 0} onClick={() => replay.mutate()}>
            Send again
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
