/** Inputs shared by several types of nodes. */

import { NumberInput, Textarea, TextInput } from '@mantine/core'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { mostTries, usualTries } from '@parley/contracts/agent/question-tries.ts'
import { t } from '../../design/language.ts'

export type NodeOf<Type extends AgentNode['type']> = Extract<AgentNode, { type: Type }>
export type Change = (node: AgentNode) => void

export function Words(props: {
  label: string
  value: string
  most: number
  placeholder?: string
  onChange: (value: string) => void
}) {
  return (
    <Textarea
      label={props.label}
      placeholder={props.placeholder}
      autosize
      minRows={1}
      maxRows={10}
      maxLength={props.most}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

export function VariableField(props: { label?: string; value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      label={props.label ?? t('Variable')}
      maxLength={64}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

export function TriesField(props: {
  value: number | undefined
  onChange: (tries: number | undefined) => void
}) {
  return (
    <NumberInput
      label={t('Attempts')}
      description={t('After this many invalid answers, the flow continues at “Gave up”.')}
      placeholder={String(usualTries)}
      min={1}
      max={mostTries}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      value={props.value ?? ''}
      onChange={(tries) => props.onChange(Number(tries) || undefined)}
    />
  )
}
