import { Text, Textarea } from '@mantine/core'
import { MOST_CHARACTERS, tooLong } from '@parley/contracts/knowledge/text-limits.ts'
import { useState } from 'react'
import { t } from '../../design/language.ts'
import { dirOf } from '../../design/theme/direction.ts'
import { client } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { AddForm, NameField, problemOf, useAdd } from './adding.tsx'
import { characters } from './counts.ts'
import { keptState } from './kept-state.ts'

const empty = { name: '', content: '', tags: [] as string[] }
const useKept = keptState<typeof empty>()

/** Adds a typed or pasted text. */
export function AddText(props: { place: AgentPlace; onAdded: () => void }) {
  const [draft, setDraft] = useKept(props.place.agentId, empty)
  const [checked, setChecked] = useState(false)
  const { name, content, tags } = draft
  const add = useAdd(props.place, name.trim(), () => {
    setDraft(empty)
    props.onAdded()
  })

  const submit = () => {
    setChecked(true)
    if (name.trim() === '' || content.trim() === '' || content.length > MOST_CHARACTERS) return
    add.mutate(() =>
      client.call('knowledge.addText', { params: props.place, body: { name: name.trim(), content, tags } }),
    )
  }

  return (
    <AddForm
      add={add}
      fields={['name', 'content']}
      tags={tags}
      onTags={(given) => setDraft({ ...draft, tags: given })}
      label={t('Add text')}
      onSubmit={submit}
    >
      <NameField
        value={name}
        placeholder={t('Delivery and returns')}
        error={add.error}
        checked={checked}
        onChange={(given) => setDraft({ ...draft, name: given })}
      />
      <Textarea
        label={t('Text')}
        required
        description={t(
          'Headings and short paragraphs help the agent find the right passage. Markdown is supported.',
        )}
        autosize
        minRows={10}
        maxRows={22}
        {...dirOf(content)}
        value={content}
        onChange={(event) => setDraft({ ...draft, content: event.currentTarget.value })}
        error={
          (content.length > MOST_CHARACTERS && t(tooLong)) ||
          (problemOf(add.error, 'content') ??
            (checked && content.trim() === '' && t('Please enter some text.')))
        }
      />
      <Text size="xs" c="dimmed" ta="right" mt={-8} className="tabular">
        {characters(content.length)}
      </Text>
    </AddForm>
  )
}
