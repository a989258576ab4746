import { Checkbox, Fieldset, Group, NativeSelect, SimpleGrid, TagsInput, TextInput } from '@mantine/core'
import type { FormField } from '@parley/contracts/conversation/blocks.ts'
import { t, translated } from '../../design/language.ts'
import { AddButton, RemoveButton } from '../../design/lists/list-buttons.tsx'
import { formFieldTypes } from '../../store/field-choices.ts'
import { type Change, type NodeOf, VariableField, Words } from './node-inputs.tsx'

const mostFields = 20

export function FormNodeFields({ node, onChange }: { node: NodeOf<'form'>; onChange: Change }) {
  const { fields } = node
  const put = (changed: FormField[]) => onChange({ ...node, fields: changed })
  return (
    <>
      <Words
        label={t('Intro text')}
        placeholder={t('Optional')}
        value={node.text}
        most={8000}
        onChange={(text) => onChange({ ...node, text })}
      />
      {fields.map((field, index) => (
        <OneField
          // biome-ignore lint/suspicious/noArrayIndexKey: fields have no id, and their variable is editable
          key={index}
          field={field}
          place={index + 1}
          alone={fields.length === 1}
          onChange={(changed) => put(fields.with(index, changed))}
          onRemove={() => put(fields.toSpliced(index, 1))}
        />
      ))}
      <AddButton
        label={t('Add field')}
        disabled={fields.length >= mostFields}
        onClick={() => put([...fields, { name: `field_${fields.length + 1}`, label: '', type: 'text' }])}
      />
      <TextInput
        label={t('Button')}
        placeholder={t('Send')}
        maxLength={80}
        value={node.submitLabel ?? ''}
        onChange={(event) => onChange({ ...node, submitLabel: event.currentTarget.value || undefined })}
      />
    </>
  )
}

function OneField(props: {
  field: FormField
  place: number
  alone: boolean
  onChange: (field: FormField) => void
  onRemove: () => void
}) {
  const { field, place, onChange } = props
  return (
    <Fieldset legend={t('Field {nth}', { nth: place })} p="sm" pt={4}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label={t('Label')}
          maxLength={200}
          value={field.label}
          onChange={(event) => onChange({ ...field, label: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('Type')}
          data={translated(formFieldTypes)}
          value={field.type}
          onChange={(event) => {
            const type = formFieldTypes.find((one) => one.value === event.currentTarget.value)?.value
            if (type) onChange({ ...field, type })
          }}
        />
        {field.type === 'select' && (
          <TagsInput
            label={t('Choices')}
            description={t('Press Enter after each')}
            maxTags={50}
            value={field.options ?? []}
            onChange={(options) => onChange({ ...field, options })}
          />
        )}
        <VariableField value={field.name} onChange={(name) => onChange({ ...field, name })} />
        <Group align="flex-end" justify="space-between" mih={36}>
          <Checkbox
            label={t('Required')}
            checked={field.required === true}
            onChange={(event) => onChange({ ...field, required: event.currentTarget.checked || undefined })}
          />
          <RemoveButton
            label={t('Remove field {nth}', { nth: place })}
            disabled={props.alone}
            onClick={props.onRemove}
          />
        </Group>
      </SimpleGrid>
    </Fieldset>
  )
}
