/** Which questions and fields of forms ask who the visitor is, and how to reach them. */
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import type { ContactKind } from '@parley/contracts/conversation/lead-requests.ts'
import { isEmailField, isVisitorEmail } from '@parley/contracts/identity/visitor-email.ts'

/** What the fields say about who the visitor is; `nodes` asked for them. */
export function contactIn(
  fields: Readonly<Record<string, string>>,
  nodes: readonly AgentNode[],
): ContactKind {
  const kinds = nodes
    .flatMap(askedBy)
    .filter(({ variable }) => (fields[variable] ?? '').trim() !== '')
    .map((asked) => kindOf(asked, (fields[asked.variable] ?? '').trim()))
  return kinds.includes('address') ? 'address' : kinds.includes('name') ? 'name' : 'none'
}

/** The variables that a node asks the visitor for, and what kind of text each of them is. */
export function askedBy(node: AgentNode): { variable: string; kind: string }[] {
  switch (node.type) {
    case 'question':
      return [{ variable: node.variable, kind: node.capture }]
    case 'buttons':
      return node.variable === undefined ? [] : [{ variable: node.variable, kind: 'choice' }]
    case 'form':
      return node.fields.map(({ name, type }) => ({ variable: name, kind: type }))
    default:
      return []
  }
}

/** A text in a variable of that name is taken for one, as the details that a page sends are called so. */
function kindOf({ variable, kind }: { variable: string; kind: string }, value: string): ContactKind {
  const named = kind === 'text' ? variable.toLowerCase() : kind
  if (named === 'email' || isEmailField(named)) return isVisitorEmail(value) ? 'address' : 'none'
  if (named === 'phone') return 'address'
  return named === 'name' ? 'name' : 'none'
}
