import { Group, NativeSelect, TextInput } from '@mantine/core'
import { t } from '../../design/language.ts'
import { AddButton, RemoveButton } from '../../design/lists/list-buttons.tsx'
import { type Change, type NodeOf, Words } from './node-inputs.tsx'
import { SaveTo } from './tool-fields.tsx'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const mostHeaders = 20

/** A request defined in the flow. Requests that need a secret belong in a function, which seals it. */
export function HttpFields({ node, onChange }: { node: NodeOf<'http'>; onChange: Change }) {
  const { headers } = node
  const header = (index: number, change: Partial<(typeof headers)[number]>) =>
    onChange({ ...node, headers: headers.map((one, at) => (at === index ? { ...one, ...change } : one)) })
  return (
    <>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <NativeSelect
          label={t('Method')}
          w={110}
          flex="none"
          data={[...methods]}
          value={node.method}
          onChange={(event) => {
            const method = methods.find((one) => one === event.currentTarget.value)
            if (method) onChange({ ...node, method })
          }}
        />
        <TextInput
          label={t('Address')}
          flex={1}
          placeholder="https://shop.example/orders/{{number}}"
          maxLength={2000}
          value={node.url}
          onChange={(event) => onChange({ ...node, url: event.currentTarget.value })}
        />
      </Group>
      {headers.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headers have no id, only an index
        <Group key={index} gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={t('Name of header {nth}', { nth: index + 1 })}
            placeholder={t('Header')}
            maxLength={200}
            value={one.key}
            onChange={(event) => header(index, { key: event.currentTarget.value })}
          />
          <TextInput
            flex={1}
            aria-label={t('Value of header {nth}', { nth: index + 1 })}
            placeholder={t('Value')}
            maxLength={2000}
            value={one.value}
            onChange={(event) => header(index, { value: event.currentTarget.value })}
          />
          <RemoveButton
            label={t('Remove header {nth}', { nth: index + 1 })}
            onClick={() => onChange({ ...node, headers: headers.toSpliced(index, 1) })}
          />
        </Group>
      ))}
      <AddButton
        label={t('Add header')}
        disabled={headers.length >= mostHeaders}
        onClick={() => onChange({ ...node, headers: [...headers, { key: '', value: '' }] })}
      />
      {node.method !== 'GET' && (
        <Words
          label={t('Body')}
          placeholder='{"number": "{{number}}"}'
          value={node.body ?? ''}
          most={20_000}
          onChange={(body) => onChange({ ...node, body: body || undefined })}
        />
      )}
      <SaveTo value={node.saveTo} onChange={(saveTo) => onChange({ ...node, saveTo })} />
    </>
  )
}
