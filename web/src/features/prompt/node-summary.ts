/** Summaries of nodes for closed cards. Pure functions. */

import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { t, tCount } from '../../design/language.ts'
import { operatorWords } from '../../store/field-choices.ts'

/** Returns an empty text if the type says everything. `toolName` returns the name of a tool by its id. */
export function summaryOf(node: AgentNode, toolName: (id: string) => string | undefined): string {
  switch (node.type) {
    case 'message':
    case 'note':
    case 'always-first':
      return plain(node.text)
    case 'question':
      return ways(plain(node.text), node.variable)
    case 'buttons':
      return [plain(node.text), node.buttons.map(({ label }) => `[${label}]`).join(' ')]
        .filter(Boolean)
        .join(' ')
    case 'condition':
      return node.branches.map(({ test }) => testWords(test)).join('; ')
    case 'read-back':
      return node.values.map(({ variable }) => `{{${variable}}}`).join(', ')
    case 'set-variable':
      return `{{${node.variable}}} = ${node.value || t('(empty)')}`
    case 'knowledge':
      return node.tags?.length ? t('Only sources tagged {tags}', { tags: node.tags.join(', ') }) : ''
    case 'ai':
      return plain(node.prompt ?? '')
    case 'tool':
      return node.toolId === '' ? '' : (toolName(node.toolId) ?? '')
    case 'http':
      return node.url === '' ? '' : `${node.method} ${node.url}`
    case 'map':
      return node.mappings.map(({ from, path, saveTo }) => ways(path || from, saveTo)).join(', ')
    case 'form':
      return [plain(node.text), node.fields.map(({ label }) => label).join(', ')].filter(Boolean).join(' ')
    case 'handoff':
    case 'end':
      return plain(node.text ?? '')
    case 'group':
      return tCount(node.nodeIds.length, '{count} node', '{count} nodes')
    case 'start':
    case 'jump':
    case 'default':
      return ''
  }
}

const ways = (from: string, variable: string) => t('{from} → {to}', { from, to: `{{${variable}}}` })

type Test = Extract<AgentNode, { type: 'condition' }>['branches'][number]['test']

export function testWords({ variable, operator, value }: Test): string {
  return t(operatorWords[operator].whole, { variable: variable || '…', value: value || '…' })
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
