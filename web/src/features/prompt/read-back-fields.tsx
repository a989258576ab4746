import { Group, TextInput } from '@mantine/core'
import { t } from '../../design/language.ts'
import { AddButton, RemoveButton } from '../../design/lists/list-buttons.tsx'
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
        label={t('Intro text')}
        placeholder={t('Leave empty for the default, in the visitor’s language')}
        value={node.text ?? ''}
        most={2000}
        onChange={(text) => onChange({ ...node, text: text || undefined })}
      />
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the values have no id, and their names change while typed.
        <Group key={index} gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={t('Variable {nth}', { nth: index + 1 })}
            placeholder={t('variable')}
            maxLength={64}
            value={value.variable}
            onChange={(event) => put(values.with(index, { ...value, variable: event.currentTarget.value }))}
          />
          <TextInput
            flex={1}
            aria-label={t('Label of variable {nth}', { nth: index + 1 })}
            placeholder={t('Label (defaults to the question’s title)')}
            maxLength={80}
            value={value.label ?? ''}
            onChange={(event) =>
              put(values.with(index, { ...value, label: event.currentTarget.value || undefined }))
            }
          />
          <RemoveButton
            label={
              value.variable
                ? t('Remove {name}', { name: value.variable })
                : t('Remove variable {nth}', { nth: index + 1 })
            }
            disabled={values.length === 1}
            onClick={() => put(values.toSpliced(index, 1))}
          />
        </Group>
      ))}
      <AddButton
        label={t('Add variable')}
        disabled={values.length >= mostReadBack}
        onClick={() => put([...values, { variable: '' }])}
      />
      <TriesField value={node.tries} onChange={(tries) => onChange({ ...node, tries })} />
    </>
  )
}
