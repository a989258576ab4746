import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core'
import type { Region } from '@parley/contracts/endpoint.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client, messageOf } from '../../server/client.ts'
import { isRegion, useSession } from '../navigation/places.ts'
import { regionNames, regions } from '../regions.ts'

/** Asks for the name and the region of another workspace, creates it and opens it. */
export function NewWorkspace(props: {
  onCreated: (workspaceId: string, region: Region) => void
  onClose: () => void
}) {
  const { user } = useSession()
  const [name, setName] = useState('')
  const [region, setRegion] = useState(user.region)
  const [problem, setProblem] = useState<string>()
  const create = useMutation({
    mutationFn: (workspaceName: string) =>
      client.call('workspaces.create', { params: { region }, body: { workspaceName } }),
    onSuccess: (created) => props.onCreated(created.workspaceId, created.region),
    onError: (error) => setProblem(messageOf(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') setProblem('Please enter a workspace name.')
    else create.mutate(name.trim())
  }
  return (
    <Modal opened onClose={props.onClose} title="New workspace">
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
          <Radio.Group
            label="Region"
            description="Its conversations, leads and knowledge are kept there. This can’t be changed later."
            value={region}
            onChange={(chosen) => isRegion(chosen) && setRegion(chosen)}
          >
            <Group mt="xs">
              {regions.map((one) => (
                <Radio key={one} value={one} label={regionNames[one]} />
              ))}
            </Group>
          </Radio.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={props.onClose}>
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
