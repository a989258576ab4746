import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { AgentsField } from '../../shell/agent/agents-field.tsx'

/** Asks which agents to give to what is selected, such as `2 clients`. */
export function AssignAgents(props: {
  to: string
  pending: boolean
  onAssign: (agents: string[]) => void
  onClose: () => void
}) {
  const [agents, setAgents] = useState<string[]>([])
  return (
    <Modal opened onClose={props.onClose} title={`Assign agents to ${props.to}`}>
      <Stack>
        <AgentsField
          description="Added to the agents that each of them has"
          value={agents}
          onChange={setAgents}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button
            onClick={() => props.onAssign(agents)}
            loading={props.pending}
            disabled={agents.length === 0}
          >
            Assign
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
