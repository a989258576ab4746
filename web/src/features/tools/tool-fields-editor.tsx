import {
  Checkbox,
  Fieldset,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { ToolField } from '@parley/contracts/integration/tool.ts'
import { AddButton, RemoveButton } from '../../design/lists/list-buttons.tsx'
import { fieldPlaces, fieldTypes } from './tool-words.ts'
import styles from './tools.module.css'

const mostFields = 50

/** The fields of a request: fixed values, or values from the model or a node. */
export function ToolFieldsEditor(props: {
  fields: ToolField[]
  problems: ReadonlyMap<string, string>
  onChange: (fields: ToolField[]) => void
}) {
  const { fields, onChange } = props
  return (
    <Stack gap="sm" component="section" aria-label="Fields">
      <div>
        <Text fw={500}>Fields</Text>
        <Text size="xs" c="dimmed">
          Fields with a fixed value are sent as is and never shown to the model. The model or the calling node
          fills in the rest.
        </Text>
      </div>
      {fields.map((field, index) => (
        <OneField
          // biome-ignore lint/suspicious/noArrayIndexKey: fields have no id, and their key is editable
          key={index}
          field={field}
          place={index + 1}
          problem={props.problems.get(`settings.fields.${index}.key`)}
          schemaProblem={props.problems.get(`settings.fields.${index}.schema`)}
          onChange={(changed) => onChange(fields.with(index, changed))}
          onRemove={() => onChange(fields.toSpliced(index, 1))}
        />
      ))}
      <AddButton
        label="Add field"
        disabled={fields.length >= mostFields}
        onClick={() => onChange([...fields, { in: 'body', key: '', type: 'string' }])}
      />
    </Stack>
  )
}

function OneField(props: {
  field: ToolField
  place: number
  problem: string | undefined
  schemaProblem: string | undefined
  onChange: (field: ToolField) => void
  onRemove: () => void
}) {
  const { field, place, onChange } = props
  const fixed = Boolean(field.value)
  return (
    <Fieldset legend={`Field ${place}`} p="sm" pt={4}>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <TextInput
          label="Key"
          maxLength={200}
          value={field.key}
          error={props.problem}
          onChange={(event) => onChange({ ...field, key: event.currentTarget.value })}
        />
        <NativeSelect
          label="In"
          data={[...fieldPlaces]}
          value={field.in}
          onChange={(event) => {
            const place = fieldPlaces.find(({ value }) => value === event.currentTarget.value)?.value
            if (place) onChange({ ...field, in: place })
          }}
        />
        <NativeSelect
          label="Type"
          data={[...fieldTypes]}
          value={field.type}
          onChange={(event) => {
            const type = fieldTypes.find(({ value }) => value === event.currentTarget.value)?.value
            if (type) onChange({ ...field, type })
          }}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt="sm">
        <TextInput
          label="Fixed value"
          placeholder="None"
          maxLength={4000}
          value={field.value ?? ''}
          onChange={(event) => onChange({ ...field, value: event.currentTarget.value || undefined })}
        />
        <TextInput
          label="Default value"
          placeholder="None"
          disabled={fixed}
          maxLength={4000}
          value={field.defaultValue ?? ''}
          onChange={(event) => onChange({ ...field, defaultValue: event.currentTarget.value || undefined })}
        />
      </SimpleGrid>
      <TextInput
        mt="sm"
        label="Description"
        placeholder="Shown to the model"
        disabled={fixed}
        maxLength={1000}
        value={field.description ?? ''}
        onChange={(event) => onChange({ ...field, description: event.currentTarget.value || undefined })}
      />
      {!fixed && (field.type === 'object' || field.schema !== undefined) && (
        <Textarea
          mt="sm"
          label="JSON Schema"
          description="What the value consists of, for the model"
          placeholder={'{"type": "object", "properties": {…}}'}
          autosize
          minRows={2}
          maxRows={10}
          spellCheck={false}
          maxLength={8_000}
          classNames={{ input: styles.source }}
          value={field.schema ?? ''}
          error={props.schemaProblem}
          onChange={(event) => onChange({ ...field, schema: event.currentTarget.value || undefined })}
        />
      )}
      <Group justify="space-between" mt="sm">
        <Checkbox
          label="Required"
          disabled={fixed}
          checked={field.required === true}
          onChange={(event) => onChange({ ...field, required: event.currentTarget.checked || undefined })}
        />
        <RemoveButton label={`Remove field ${place}`} onClick={props.onRemove} />
      </Group>
    </Fieldset>
  )
}
