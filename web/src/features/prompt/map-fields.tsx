import { Fieldset, Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { Mapping } from '@parley/contracts/agent/nodes.ts'
import { AddButton, RemoveButton } from '../../design/list-buttons.tsx'
import { type Change, type NodeOf, VariableField } from './node-inputs.tsx'

const transforms = [
  { value: 'as-is', label: 'unchanged' },
  { value: 'trim', label: 'trimmed' },
  { value: 'lower-case', label: 'lower case' },
  { value: 'upper-case', label: 'upper case' },
  { value: 'number', label: 'as a number' },
  { value: 'round', label: 'rounded' },
  { value: 'count', label: 'count' },
  { value: 'first', label: 'first item' },
  { value: 'last', label: 'last item' },
  { value: 'list', label: 'joined with commas' },
  { value: 'lines', label: 'one per line' },
  { value: 'day', label: 'as a date' },
] as const satisfies readonly { value: Mapping['transform']; label: string }[]
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
        label="Add value"
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
    <Fieldset legend={`Value ${place}`} p="sm" pt={4}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <VariableField
          label="From"
          value={mapping.from}
          onChange={(from) => onChange({ ...mapping, from })}
        />
        <TextInput
          label="Path"
          placeholder="items[0].name"
          maxLength={300}
          value={mapping.path}
          onChange={(event) => onChange({ ...mapping, path: event.currentTarget.value })}
        />
        <NativeSelect
          label="Transform"
          data={[...transforms]}
          value={mapping.transform}
          onChange={(event) => {
            const transform = transforms.find((one) => one.value === event.currentTarget.value)?.value
            if (transform) onChange({ ...mapping, transform })
          }}
        />
        <TextInput
          label="If empty"
          placeholder="Optional"
          maxLength={1000}
          value={mapping.otherwise ?? ''}
          onChange={(event) => onChange({ ...mapping, otherwise: event.currentTarget.value || undefined })}
        />
        <VariableField
          label="Save to"
          value={mapping.saveTo}
          onChange={(saveTo) => onChange({ ...mapping, saveTo })}
        />
        <Group align="flex-end" justify="flex-end">
          <RemoveButton label={`Remove value ${place}`} disabled={props.alone} onClick={props.onRemove} />
        </Group>
      </SimpleGrid>
    </Fieldset>
  )
}
