import { Button, Checkbox, Group, Modal, Stack, Textarea } from '@mantine/core'
import { longestPrompt } from '@parley/contracts/integration/prompt-names.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../../server/client.ts'
import { useWorkspace } from '../navigation/places.ts'
import { PromptNameFields } from './prompt-name-fields.tsx'

/** Adds a prompt to the library: one that is written here, or `text`. */
export function NewPrompt(props: {
  text?: string
  /** What a reference to the prompt can then take the place of; without it, nothing is asked. */
  replaces?: string
  onCreated: (promptId: string, replaced: boolean) => void
  onClose: () => void
}) {
  const { region, workspaceId } = useWorkspace()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [written, setWritten] = useState('')
  const [replaced, setReplaced] = useState(false)
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID())
  const text = props.text ?? written
  const create = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), description: description.trim(), text }
      return client.call('prompts.create', { params: { region, workspaceId }, body }, { idempotencyKey })
    },
    onSuccess: async ({ promptId }) => {
      await queryClient.invalidateQueries({ queryKey: ['prompts', region] })
      props.onCreated(promptId, replaced)
    },
    // A refused call is another one when it is made again.
    onError: () => setIdempotencyKey(crypto.randomUUID()),
  })
  const incomplete = name.trim() === '' || text.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!incomplete) create.mutate()
  }
  return (
    <Modal
      opened
      onClose={props.onClose}
      size="lg"
      title={props.text === undefined ? 'New prompt' : 'Save to library'}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <PromptNameFields
            name={name}
            description={description}
            error={create.error}
            placeholder="Tone of voice"
            onName={setName}
            onDescription={setDescription}
          />
          <Textarea
            label="Text"
            description={
              props.text === undefined ? 'Write {{name}} where the value of a variable stands.' : undefined
            }
            placeholder="Write in short sentences …"
            autosize
            minRows={5}
            maxRows={14}
            maxLength={longestPrompt}
            readOnly={props.text !== undefined}
            value={text}
            onChange={(event) => setWritten(event.currentTarget.value)}
          />
          {props.replaces !== undefined && (
            <Checkbox
              label={`Replace ${props.replaces} by a reference`}
              description="The agent then says what the library says, also after changes there."
              checked={replaced}
              onChange={(event) => setReplaced(event.currentTarget.checked)}
            />
          )}
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={incomplete} loading={create.isPending}>
            Save prompt
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
