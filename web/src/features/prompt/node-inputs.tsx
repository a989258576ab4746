/** Inputs shared by several types of nodes. */
import { Textarea, TextInput } from '@mantine/core'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'

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
      label={props.label ?? 'Variable'}
      maxLength={64}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
