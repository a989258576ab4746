import { Fieldset, Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { Mapping } from '@parley/contracts/agent/nodes.ts'
import { t, translated } from '../../design/language.ts'
import { AddButton, RemoveButton } from '../../design/lists/list-buttons.tsx'
import { transforms } from '../../store/field-choices.ts'
import { type Change, type NodeOf, VariableField } from './node-inputs.tsx'

const mostMappings = 20

/** Extracts values from a response into variables. */
export function MapFields({ node, onChange }: { node: NodeOf<'map'>; onChange: Change }) {
  const { mappings } = node
  const put = (changed: Mapping[]) => onChange({ ...node, mappings: changed })
  return (
    <>
      {mappings.map((mapping, index) => (
        <MappingFields
          key={mapping.id}
          mapping={mapping}
          place={index + 1}
          alone={mappings.length === 1}
          onChange={(changed) => put(mappings.with(index, changed))}
          onRemove={() => put(mappings.toSpliced(index, 1))}
        />
      ))}
      <AddButton
        label={t('Add value')}
        disabled={mappings.length >= mostMappings}
        onClick={() =>
          put([
            ...mappings,
            {
              id: crypto.randomUUID().slice(0, 8),
              from: mappings.at(-1)?.from ?? 'result',
              path: '',
              transform: 'as-is',
              saveTo: 'value',
            },
          ])
        }
      />
    </>
  )
}

function MappingFields(props: {
  mapping: Mapping
  place: number
  alone: boolean
  onChange: (mapping: Mapping) => void
  onRemove: () => void
}) {
  const { mapping, place, onChange } = props
  return (
    <Fieldset legend={t('Value {nth}', { nth: place })} p="sm" pt={4}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <VariableField
          label={t('Read from')}
          value={mapping.from}
          onChange={(from) => onChange({ ...mapping, from })}
        />
        <TextInput
          label={t('Path')}
          placeholder="items[0].name"
          maxLength={300}
          value={mapping.path}
          onChange={(event) => onChange({ ...mapping, path: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('Transform')}
          data={translated(transforms)}
          value={mapping.transform}
          onChange={(event) => {
            const transform = transforms.find((one) => one.value === event.currentTarget.value)?.value
            if (transform) onChange({ ...mapping, transform })
          }}
        />
        <TextInput
          label={t('If empty')}
          placeholder={t('Optional')}
          maxLength={1000}
          value={mapping.otherwise ?? ''}
          onChange={(event) => onChange({ ...mapping, otherwise: event.currentTarget.value || undefined })}
        />
        <VariableField
          label={t('Save to')}
          value={mapping.saveTo}
          onChange={(saveTo) => onChange({ ...mapping, saveTo })}
        />
        <Group align="flex-end" justify="flex-end">
          <RemoveButton
            label={t('Remove value {nth}', { nth: place })}
            disabled={props.alone}
            onClick={props.onRemove}
          />
        </Group>
      </SimpleGrid>
    </Fieldset>
  )
}
