/** Finds nodes by their words. Pure. */

import { nodeLabels } from '@parley/contracts/agent/node-names.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { t } from '../../design/language.ts'

/** The ids of the nodes that contain all typed words in title, kind, texts, variables or settings, in the given order. */
export function nodesWith(nodes: readonly AgentNode[], typed: string): string[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return nodes.flatMap((node) => {
    const text = `${t(nodeLabels[node.type])} ${textsIn(node).join(' ')}`.toLowerCase()
    return words.every((word) => text.includes(word)) ? [node.id] : []
  })
}

/** Texts that people write or read; not ids and connections. */
const skipped = new Set([
  'id',
  'type',
  'position',
  'next',
  'gaveUp',
  'notFound',
  'onError',
  'to',
  'toolId',
  'nodeIds',
])

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => (skipped.has(name) ? [] : textsIn(part)))
}
