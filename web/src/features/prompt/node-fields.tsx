import { Checkbox, Group, SimpleGrid, TagsInput, TextInput } from '@mantine/core'
import { variablesOf } from '@parley/contracts/agent/flow-variables.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { t } from '../../design/language.ts'
import { AddButton, RemoveButton } from '../../design/lists/list-buttons.tsx'
import { ModelField } from '../../shell/agent/model-field.tsx'
import { PromptField } from '../../shell/library/prompt-field.tsx'
import { CardsText } from './cards-text.tsx'
import { ConditionFields } from './condition-fields.tsx'
import { FormNodeFields } from './form-node-fields.tsx'
import { HttpFields } from './http-fields.tsx'
import { MapFields } from './map-fields.tsx'
import { type Change, type NodeOf, VariableField, Words } from './node-inputs.tsx'
import { QuestionFields } from './question-fields.tsx'
import { ReadBackFields } from './read-back-fields.tsx'
import { ToolFields } from './tool-fields.tsx'

/** The settings of a node by its type. */
export function NodeFields(props: { node: AgentNode; nodes: readonly AgentNode[]; onChange: Change }) {
  const { node, onChange } = props
  switch (node.type) {
    case 'message':
      return (
        <CardsText
          label={t('Text')}
          value={node.text}
          most={8000}
          onChange={(text) => onChange({ ...node, text })}
        />
      )
    case 'note':
      return (
        <Words
          label={t('Remark')}
          value={node.text}
          most={8000}
          onChange={(text) => onChange({ ...node, text })}
        />
      )
    case 'always-first':
      return (
        <>
          <Checkbox
            label={t('Medical emergencies, in 13 languages')}
            checked={node.emergencies}
            onChange={(event) => onChange({ ...node, emergencies: event.currentTarget.checked })}
          />
          <TagsInput
            label={t('Other trigger phrases')}
            maxTags={100}
            maxLength={100}
            value={node.phrases ?? []}
            onChange={(phrases) => onChange({ ...node, phrases: phrases.length > 0 ? phrases : undefined })}
          />
          <Words
            label={
              node.emergencies
                ? t(
                    'Reply. Leave empty for the built-in emergency reply, in the visitor’s language with their country’s number',
                  )
                : t('Answer')
            }
            value={node.text}
            most={2000}
            onChange={(text) => onChange({ ...node, text })}
          />
        </>
      )
    case 'question':
      return <QuestionFields node={node} onChange={onChange} />
    case 'read-back':
      return <ReadBackFields node={node} onChange={onChange} />
    case 'buttons':
      return <ButtonsFields node={node} onChange={onChange} />
    case 'condition':
      return <ConditionFields node={node} onChange={onChange} />
    case 'set-variable':
      return (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <VariableField value={node.variable} onChange={(variable) => onChange({ ...node, variable })} />
          <TextInput
            label={t('Value')}
            maxLength={4000}
            value={node.value}
            onChange={(event) => onChange({ ...node, value: event.currentTarget.value })}
          />
        </SimpleGrid>
      )
    case 'ai':
      return (
        <>
          <PromptField
            key={node.id}
            label={t('Prompt for this node')}
            placeholder={t('Leave empty to use the system prompt')}
            value={node.prompt ?? ''}
            maxLength={20_000}
            variables={variablesOf(props.nodes)}
            whole="the prompt of the node"
            onChange={(prompt) => onChange({ ...node, prompt: prompt || undefined })}
          />
          <ModelField
            label={t('Model for this node')}
            placeholder={t('Leave empty to use the agent’s model')}
            maxLength={100}
            value={node.modelId ?? ''}
            onChange={(modelId) => onChange({ ...node, modelId: modelId || undefined })}
          />
        </>
      )
    case 'handoff':
    case 'end':
      return (
        <Words
          label={t('Closing message')}
          placeholder={t('Optional')}
          value={node.text ?? ''}
          most={2000}
          onChange={(text) => onChange({ ...node, text: text || undefined })}
        />
      )
    case 'tool':
      return <ToolFields node={node} onChange={onChange} />
    case 'http':
      return <HttpFields node={node} onChange={onChange} />
    case 'map':
      return <MapFields node={node} onChange={onChange} />
    case 'form':
      return <FormNodeFields node={node} onChange={onChange} />
    case 'knowledge':
      return (
        <TagsInput
          label={t('Only sources tagged')}
          description={t('Leave empty to use all sources')}
          placeholder={node.tags?.length ? undefined : t('All sources')}
          maxTags={20}
          maxLength={50}
          value={node.tags ?? []}
          onChange={(tags) => onChange({ ...node, tags: tags.length > 0 ? tags : undefined })}
        />
      )
    case 'start':
    case 'default':
    case 'jump':
    case 'group':
      return null
  }
}

const mostButtons = 10

function ButtonsFields({ node, onChange }: { node: NodeOf<'buttons'>; onChange: Change }) {
  const { buttons } = node
  return (
    <>
      <Words
        label={t('Text')}
        value={node.text}
        most={8000}
        onChange={(text) => onChange({ ...node, text })}
      />
      {buttons.map((button, index) => (
        <Group key={button.id} gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={t('Button {nth}', { nth: index + 1 })}
            placeholder={t('Label')}
            maxLength={80}
            value={button.label}
            onChange={(event) =>
              onChange({
                ...node,
                buttons: buttons.with(index, { ...button, label: event.currentTarget.value }),
              })
            }
          />
          <RemoveButton
            label={t('Remove button {name}', { name: button.label || index + 1 })}
            disabled={buttons.length === 1}
            onClick={() => onChange({ ...node, buttons: buttons.toSpliced(index, 1) })}
          />
        </Group>
      ))}
      <AddButton
        label={t('Add button')}
        disabled={buttons.length >= mostButtons}
        onClick={() =>
          onChange({ ...node, buttons: [...buttons, { id: crypto.randomUUID().slice(0, 8), label: '' }] })
        }
      />
      <VariableField
        label={t('Save choice to variable (optional)')}
        value={node.variable ?? ''}
        onChange={(variable) => onChange({ ...node, variable: variable || undefined })}
      />
    </>
  )
}
