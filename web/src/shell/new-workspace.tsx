import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client, messageOf } from '../server/client.ts'
import { rememberWorkspace } from '../server/workspace-choice.ts'
import { useSession } from './places.ts'

/** Asks for the name of another workspace, creates it and opens it. */
export function NewWorkspace({ onClose }: { onClose: () => void }) {
  const { user } = useSession()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const create = useMutation({
    mutationFn: (workspaceName: string) =>
      client.call('workspaces.create', { params: { region: user.region }, body: { workspaceName } }),
    onSuccess({ workspaceId, region }) {
      rememberWorkspace(workspaceId)
      window.location.assign(`/app/${region}/agents`)
    },
    onError: (error) => setProblem(messageOf(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') setProblem('Please enter a workspace name.')
    else create.mutate(name.trim())
  }
  return (
    <Modal opened onClose={onClose} title="New workspace">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            data-autofocus
            label="Workspace name"
            description="Agents, members and credits of a workspace are its own."
            maxLength={100}
            value={name}
            error={problem}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setProblem(undefined)
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending || create.isSuccess}>
              Create workspace
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
