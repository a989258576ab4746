import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AgentPlace } from '../../server/queries.ts'

/** Offers to run the tests that have to pass, or to publish without, for a reason that the audit keeps. */
export function UntestedDialog(props: {
  place: AgentPlace
  /** Why the draft is not published. */
  why: string
  publishing: boolean
  onPublish: (reason: string) => void
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const navigate = useNavigate()
  const given = reason.trim()
  return (
    <Modal opened onClose={props.onClose} title="The tests have to pass first">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (given) props.onPublish(given)
        }}
      >
        <Stack gap="md">
          <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
            {props.why}
          </Alert>
          <TextInput
            label="Reason to publish without"
            description="Kept in the audit with your name"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="sm">
            <Button type="submit" variant="default" disabled={!given} loading={props.publishing}>
              Publish anyway
            </Button>
            <Button
              data-autofocus
              onClick={() => {
                props.onClose()
                void navigate({ to: '/app/$region/agents/$agentId/tests', params: props.place })
              }}
            >
              Go to the tests
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
