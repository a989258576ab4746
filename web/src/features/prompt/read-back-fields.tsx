import { Group, TextInput } from '@mantine/core'
import { AddButton, RemoveButton } from '../../design/list-buttons.tsx'
import { mostReadBack } from './flow.ts'
import { type Change, type NodeOf, TriesField, Words } from './node-inputs.tsx'

type ReadBack = NodeOf<'read-back'>

/** The settings of a node that reads values back. */
export function ReadBackFields({ node, onChange }: { node: ReadBack; onChange: Change }) {
  const { values } = node
  const put = (changed: ReadBack['values']) => onChange({ ...node, values: changed })
  return (
    <>
      <Words
        label="Intro text"
        placeholder="Leave empty for the default, in the visitor’s language"
        value={node.text ?? ''}
        most={2000}
        onChange={(text) => onChange({ ...node, text: text || undefined })}
      />
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the values have no id, and their names change while typed.
        <Group key={index} gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={`Variable ${index + 1}`}
            placeholder="variable"
            maxLength={64}
            value={value.variable}
            onChange={(event) => put(values.with(index, { ...value, variable: event.currentTarget.value }))}
          />
          <TextInput
            flex={1}
            aria-label={`Label of variable ${index + 1}`}
            placeholder="Label (defaults to the question’s title)"
            maxLength={80}
            value={value.label ?? ''}
            onChange={(event) =>
              put(values.with(index, { ...value, label: event.currentTarget.value || undefined }))
            }
          />
          <RemoveButton
            label={`Remove ${value.variable || `variable ${index + 1}`}`}
            disabled={values.length === 1}
            onClick={() => put(values.toSpliced(index, 1))}
          />
        </Group>
      ))}
      <AddButton
        label="Add variable"
        disabled={values.length >= mostReadBack}
        onClick={() => put([...values, { variable: '' }])}
      />
      <TriesField value={node.tries} onChange={(tries) => onChange({ ...node, tries })} />
    </>
  )
}
