/** Summaries of nodes for closed cards. Pure functions. */
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'

/** Returns an empty text if the type says everything. `toolName` returns the name of a tool by its id. */
export function summaryOf(node: AgentNode, toolName: (id: string) => string | undefined): string {
  switch (node.type) {
    case 'message':
    case 'note':
    case 'always-first':
      return plain(node.text)
    case 'question':
      return `${plain(node.text)} → {{${node.variable}}}`
    case 'buttons':
      return [plain(node.text), node.buttons.map(({ label }) => `[${label}]`).join(' ')]
        .filter(Boolean)
        .join(' ')
    case 'condition':
      return node.branches.map(({ test }) => testWords(test)).join('; ')
    case 'read-back':
      return node.values.map(({ variable }) => `{{${variable}}}`).join(', ')
    case 'set-variable':
      return `{{${node.variable}}} = ${node.value || '(empty)'}`
    case 'knowledge':
      return node.tags?.length ? `Only sources tagged ${node.tags.join(', ')}` : ''
    case 'ai':
      return plain(node.prompt ?? '')
    case 'tool':
      return node.toolId === '' ? '' : (toolName(node.toolId) ?? '')
    case 'http':
      return node.url === '' ? '' : `${node.method} ${node.url}`
    case 'map':
      return node.mappings.map(({ from, path, saveTo }) => `${path || from} → {{${saveTo}}}`).join(', ')
    case 'form':
      return [plain(node.text), node.fields.map(({ label }) => label).join(', ')].filter(Boolean).join(' ')
    case 'handoff':
    case 'end':
      return plain(node.text ?? '')
    case 'group':
      return node.nodeIds.length === 1 ? '1 node' : `${node.nodeIds.length} nodes`
    case 'start':
    case 'jump':
    case 'default':
      return ''
  }
}

export const operatorWords = {
  is: 'is',
  'is-not': 'is not',
  contains: 'contains',
  'is-set': 'is set',
  'is-not-set': 'is not set',
  'greater-than': 'is greater than',
  'less-than': 'is less than',
} as const

type Test = Extract<AgentNode, { type: 'condition' }>['branches'][number]['test']

export function testWords({ variable, operator, value }: Test): string {
  const needed = operator !== 'is-set' && operator !== 'is-not-set'
  return `${variable || '…'} ${operatorWords[operator]}${needed ? ` ${value || '…'}` : ''}`
}

/** Removes Markdown marks and line breaks. */
function plain(text: string): string {
  return (
    text
      .replace(/```[\s\S]*?(?:```|$)/g, ' ')
      .replace(/[*#>`]+/g, '')
      // Underscores within a word are not marks: {{order_number}}.
      .replace(/(?<=^|\s)_+|(?<!_)_+(?=$|[\s.,;:!?)])/g, '')
      .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
      .replace(/\s+/g, ' ')
      .trim()
  )
}
