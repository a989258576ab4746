/** The variables that a flow sets and uses. Pure, and without zod. */
import type { AgentNode } from './nodes.ts'

/** Variables of a visitor that the chat may set without a node. */
const KNOWN_VARIABLES = ['name', 'email', 'phone']
/** A placeholder in a text for a variable, or for what stands at a path of it: `{{result.items[0].name}}`. */
export const PLACE =
  /\{\{\s*([A-Za-z_][A-Za-z0-9_]{0,63})((?:\.[A-Za-z0-9_-]{1,64}|\[\d{1,4}\]){0,8})\s*\}\}/g
export const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/

/** Returns the variables that nodes use and no node sets. */
export function unknownVariables(nodes: readonly AgentNode[]): { node: AgentNode; variable: string }[] {
  const set = new Set([...KNOWN_VARIABLES, ...nodes.flatMap(variablesSetBy)])
  return nodes.flatMap((node) =>
    [...new Set(variablesUsedBy(node))]
      .filter((variable) => VARIABLE.test(variable) && !set.has(variable))
      .map((variable) => ({ node, variable })),
  )
}

/** The names of all variables that a flow may know: what its nodes set, in their order, and what a visitor says of themselves. */
export function variablesOf(nodes: readonly AgentNode[]): string[] {
  return [...new Set([...nodes.flatMap(variablesSetBy), ...KNOWN_VARIABLES])].filter((name) =>
    VARIABLE.test(name),
  )
}

/** Returns the variables that a node sets. */
function variablesSetBy(node: AgentNode): string[] {
  switch (node.type) {
    case 'question':
    case 'set-variable':
      return [node.variable]
    case 'buttons':
      return node.variable === undefined ? [] : [node.variable]
    case 'tool':
    case 'http':
      return node.saveTo === undefined ? [] : [node.saveTo]
    case 'map':
      return node.mappings.map(({ saveTo }) => saveTo)
    case 'form':
      return node.fields.map(({ name }) => name)
    default:
      return []
  }
}

function variablesUsedBy(node: AgentNode): string[] {
  if (node.type === 'map') return node.mappings.map(({ from }) => from)
  if (node.type === 'read-back')
    return [...node.values.map(({ variable }) => variable), ...namesIn(node.text ?? '')]
  const tested = node.type === 'condition' ? node.branches.map(({ test }) => test.variable) : []
  return [...tested, ...textsOf(node).flatMap(namesIn)]
}

function namesIn(text: string): string[] {
  return [...text.matchAll(PLACE)].map(([, name]) => name ?? '')
}

/** Returns the texts of a node that may contain placeholders. */
function textsOf(node: AgentNode): string[] {
  switch (node.type) {
    case 'message':
    case 'end':
    case 'handoff':
      return [node.text ?? '']
    case 'question':
      return [node.text, node.retryText ?? '']
    case 'buttons':
      return [node.text, ...node.buttons.map(({ label }) => label)]
    case 'condition':
      return node.branches.map(({ test }) => test.value ?? '')
    case 'set-variable':
      return [node.value]
    case 'ai':
      return [node.prompt ?? '']
    case 'tool':
      return Object.values(node.values ?? {})
    case 'http':
      return [node.url, node.body ?? '', ...node.headers.map(({ value }) => value)]
    case 'form':
      return [node.text, node.submitLabel ?? '', ...node.fields.map(({ label }) => label)]
    default:
      return []
  }
}
