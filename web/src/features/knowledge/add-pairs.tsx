import { Text } from '@mantine/core'
import { useState } from 'react'
import { t, tCount } from '../../design/language.ts'
import { client } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { AddForm, NameField, useAdd } from './adding.tsx'
import { type ImportedPair, ImportPairs } from './import-pairs.tsx'
import { keptState } from './kept-state.ts'
import {
  filledPairs,
  isComplete,
  isEmpty,
  mostPairs,
  newPair,
  type Pair,
  PairsEditor,
} from './pairs-editor.tsx'

type Draft = { name: string; pairs: Pair[]; tags: string[] }
const fresh = (): Draft => ({ name: '', pairs: [newPair()], tags: [] })
const useKept = keptState<Draft>()

/** Adds several questions with their answers. */
export function AddPairs(props: { place: AgentPlace; onAdded: () => void }) {
  const [initial] = useState(fresh)
  const [draft, setDraft] = useKept(props.place.agentId, initial)
  const [checked, setChecked] = useState(false)
  const { name, pairs, tags } = draft
  const add = useAdd(props.place, name.trim(), () => {
    setDraft(fresh())
    props.onAdded()
  })
  const complete = isComplete(pairs)

  const submit = () => {
    setChecked(true)
    if (name.trim() === '' || !complete) return
    const body = { name: name.trim(), pairs: filledPairs(pairs), tags }
    add.mutate(() => client.call('knowledge.addPairs', { params: props.place, body }))
  }
  const filled = filledPairs(pairs).length
  const append = (imported: ImportedPair[]) => {
    const kept = pairs.filter((pair) => !isEmpty(pair))
    setDraft({ ...draft, pairs: [...kept, ...imported.map((pair) => ({ ...newPair(), ...pair }))] })
  }

  return (
    <AddForm
      add={add}
      fields={['name']}
      tags={tags}
      onTags={(given) => setDraft({ ...draft, tags: given })}
      label={filled > 1 ? tCount(filled, 'Add {count} question', 'Add {count} questions') : t('Add question')}
      onSubmit={submit}
    >
      <NameField
        value={name}
        placeholder={t('Frequent questions')}
        error={add.error}
        checked={checked}
        onChange={(given) => setDraft({ ...draft, name: given })}
      />
      <ImportPairs room={mostPairs - filled} onImport={append} />
      <PairsEditor
        pairs={pairs}
        checked={checked}
        onChange={(given) => setDraft({ ...draft, pairs: given })}
      />
      {checked && filled === 0 && (
        <Text c="var(--mantine-color-error)" role="alert">
          {t('Please add at least one question.')}
        </Text>
      )}
    </AddForm>
  )
}
