import { Button, Group, Modal, TextInput } from '@mantine/core'
import type { AgentListItem } from '@parley/contracts/agent/endpoints.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client, messageOf } from '../../server/client.ts'
import { agentQuery } from '../../server/queries.ts'

export function RenameAgentDialog(props: { agent: AgentListItem; region: Region; onClose: () => void }) {
  const [title, setTitle] = useState(props.agent.title)
  const queryClient = useQueryClient()
  const place = { region: props.region, agentId: props.agent.ID }
  const rename = useMutation({
    mutationFn: () => client.call('agents.rename', { params: place, body: { title: title.trim() } }),
    onSuccess: async () => {
      void queryClient.invalidateQueries(agentQuery(place))
      await queryClient.invalidateQueries({ queryKey: ['agents', props.region] })
      props.onClose()
    },
  })
  const empty = title.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!empty) rename.mutate()
  }
  const problem = empty ? 'Please provide a name for the agent.' : rename.error && messageOf(rename.error)
  return (
    <Modal opened onClose={props.onClose} title={`Rename ${props.agent.title}`}>
      <form onSubmit={submit}>
        <TextInput
          label="Agent Name"
          value={title}
          maxLength={200}
          onChange={(event) => setTitle(event.currentTarget.value)}
          error={problem}
          data-autofocus
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={empty} loading={rename.isPending}>
            Rename
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
