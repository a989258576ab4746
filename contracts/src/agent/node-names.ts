/** The names of nodes in messages and lists. */
import { withValues } from '../with-values.ts'
import type { AgentNode, NodeType } from './nodes.ts'

export const nodeLabels: Record<NodeType, string> = {
  start: 'Start',
  message: 'Message',
  question: 'Question',
  buttons: 'Buttons',
  condition: 'Condition',
  'set-variable': 'Set variable',
  knowledge: 'Knowledge',
  ai: 'AI',
  tool: 'Tool',
  http: 'HTTP request',
  map: 'Map data',
  form: 'Form',
  'read-back': 'Read back',
  handoff: 'Handoff',
  jump: 'Jump',
  end: 'End',
  'always-first': 'Always answer first',
  note: 'Note',
  group: 'Group',
  default: 'Fallback',
}

const LONGEST = 30

/** A text in the language of whoever reads it, with values in place of its `{name}` placeholders. */
export type Say = (text: string, values?: Readonly<Record<string, string | number>>) => string

export const inEnglish: Say = (text, values = {}) => withValues(text, values)

/** Returns the title of a node, else its kind with the beginning of its text. */
export function nodeName(node: AgentNode, say: Say = inEnglish): string {
  if (node.title) return node.title
  const label = say(nodeLabels[node.type])
  const text = 'text' in node && node.text ? node.text.replace(/\s+/g, ' ').trim() : ''
  if (text === '') return label
  return `${label}: ${text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text}`
}
