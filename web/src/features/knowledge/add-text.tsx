import { Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { count } from '../../design/moment.tsx'
import { client } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { AddFailed, problemOf, SubmitRow, useAdd } from './adding.tsx'
import { keptState } from './kept-state.ts'

const mostCharacters = 1_000_000
const empty = { name: '', content: '', tags: [] as string[] }
const useKept = keptState<typeof empty>()

/** A text that was typed or pasted. */
export function AddText(props: { place: AgentPlace; onAdded: () => void }) {
  const [draft, setDraft] = useKept(props.place.agentId, empty)
  const [checked, setChecked] = useState(false)
  const { name, content, tags } = draft
  const add = useAdd(props.place, name.trim(), () => {
    setDraft(empty)
    props.onAdded()
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (name.trim() === '' || content.trim() === '') return
    add.mutate(() =>
      client.call('knowledge.addText', { params: props.place, body: { name: name.trim(), content, tags } }),
    )
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Name"
          required
          data-autofocus
          placeholder="Delivery and returns"
          maxLength={300}
          value={name}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
          error={problemOf(add.error, 'name') ?? (checked && name.trim() === '' && 'Please enter a name.')}
        />
        <Textarea
          label="Text"
          required
          description="Headings and short paragraphs help the agent to find the right passage. Markdown is understood."
          autosize
          minRows={10}
          maxRows={22}
          maxLength={mostCharacters}
          value={content}
          onChange={(event) => setDraft({ ...draft, content: event.currentTarget.value })}
          error={
            problemOf(add.error, 'content') ?? (checked && content.trim() === '' && 'Please enter a text.')
          }
        />
        <Text size="xs" c="dimmed" ta="right" mt={-8} className="tabular">
          {count(content.length)} characters
        </Text>
        <Tags value={tags} onChange={(given) => setDraft({ ...draft, tags: given })} />
        <AddFailed error={add.error} fields={['name', 'content']} />
        <SubmitRow label="Add text" pending={add.isPending} />
      </Stack>
    </form>
  )
}

export function Tags(props: { value: string[]; onChange: (tags: string[]) => void }) {
  return (
    <TagsInput
      label="Tags"
      description="To find your way in a long list. Press Enter after each."
      maxTags={20}
      value={props.value}
      onChange={(tags) => props.onChange(tags.map((tag) => tag.trim().slice(0, 50)).filter(Boolean))}
      clearable
      clearButtonProps={{ 'aria-label': 'Remove all tags' }}
    />
  )
}
