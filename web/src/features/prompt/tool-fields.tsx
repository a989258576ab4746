import { NativeSelect, Text, TextInput } from '@mantine/core'
import { t } from '../../design/language.ts'
import { AnchorLink } from '../../design/links.tsx'
import { useTools } from '../../server/tools.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import type { Change, NodeOf } from './node-inputs.tsx'

/** The function to call, its input, and the variable that stores its response. */
export function ToolFields({ node, onChange }: { node: NodeOf<'tool'>; onChange: Change }) {
  const { region } = useWorkspace()
  const tools = useTools()
  const tool = tools.data?.find(({ id }) => id === node.toolId)
  const choices = (tools.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const gone = node.toolId !== '' && tools.isSuccess && !tool
  const open = tool?.fields.filter(({ value }) => !value) ?? []
  if (tools.isSuccess && choices.length === 0 && !gone)
    return (
      <Text c="dimmed">
        No tools yet.{' '}
        <AnchorLink to="/app/$region/integrations" params={{ region }}>
          Add one under Functions
        </AnchorLink>
        .
      </Text>
    )
  return (
    <>
      <NativeSelect
        label={t('Tool')}
        data={[
          { value: '', label: t('Choose a tool') },
          ...(gone ? [{ value: node.toolId, label: t('A tool that was deleted') }] : []),
          ...choices,
        ]}
        value={node.toolId}
        onChange={(event) => onChange({ ...node, toolId: event.currentTarget.value, values: undefined })}
      />
      {open.map((field) => (
        <TextInput
          key={`${field.in}/${field.key}`}
          label={field.key}
          description={field.description}
          placeholder={field.defaultValue || t('A value or a {{variable}}')}
          required={field.required === true && !field.defaultValue}
          maxLength={4000}
          value={node.values?.[field.key] ?? ''}
          onChange={(event) =>
            onChange({ ...node, values: { ...node.values, [field.key]: event.currentTarget.value } })
          }
        />
      ))}
      <SaveTo value={node.saveTo} onChange={(saveTo) => onChange({ ...node, saveTo })} />
    </>
  )
}

export function SaveTo(props: { value: string | undefined; onChange: (value: string | undefined) => void }) {
  return (
    <TextInput
      label={t('Save response to')}
      description={t('A variable. Use a Map data node to extract values')}
      placeholder={t('Not saved')}
      maxLength={64}
      value={props.value ?? ''}
      onChange={(event) => props.onChange(event.currentTarget.value || undefined)}
    />
  )
}
