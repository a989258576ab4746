import { flowProblems } from '@parley/contracts/agent/flow-problems.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { agentTemplateSchema, templateKeys } from '@parley/contracts/agent/templates.ts'
import { describe, expect, test } from 'vitest'
import type { TemplateNames } from './names.ts'
import { exitsOf } from './template.ts'
import { templateFor } from './templates.ts'

const names: TemplateNames = { business: 'Zephyr Rowing', agent: 'Quill' }

describe.each(templateKeys)('%s', (key) => {
  const template = templateFor(key, names)
  const nodes = template.template.nodes ?? []

  test('fits its schema and carries its key', () => {
    expect(agentTemplateSchema.parse(template)).toEqual(template)
    expect(template.key).toBe(key)
    expect(template.template.vg_systemPrompt?.length).toBeGreaterThan(100)
    expect(template.template.vg_initMessages).toHaveLength(1)
    if (key !== 'blank-template') expect(template.knowledge?.length).toBeGreaterThan(0)
  })

  test('its flow is connected', () => {
    expect(faultsOf(nodes)).toEqual([])
  })

  test('its flow can be published', () => {
    expect(flowProblems(nodes)).toEqual([])
  })

  test('its nodes don’t overlap on the canvas', () => {
    const places = nodes.map((node) => `${node.position.x},${node.position.y}`)
    expect(new Set(places).size).toBe(nodes.length)
  })

  test('its texts use only variables that a node sets', () => {
    const set = new Set(nodes.flatMap((node) => ('variable' in node ? [node.variable] : [])))
    const named = [...JSON.stringify(nodes).matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1])
    expect(named.filter((name) => !set.has(name ?? ''))).toEqual([])
  })

  test('each knowledge item has the fields of its kind', () => {
    for (const item of template.knowledge ?? [])
      expect(item.kind === 'qa' ? item.pairs?.length : item.content?.length).toBeGreaterThan(0)
  })
})

test('a broken flow is detected', () => {
  const [start, ...rest] = templateFor('customer-support', names).template.nodes ?? []
  expect(faultsOf(rest)).toContain('no start node')
  const elsewhere = { ...start, next: 'nowhere' } as AgentNode
  expect(faultsOf([elsewhere, ...rest])).toEqual(
    expect.arrayContaining(['start leads to nowhere, which does not exist', 'topics is never reached']),
  )
})

function faultsOf(nodes: AgentNode[]): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const faults: string[] = []
  if (byId.size !== nodes.length) faults.push('two nodes share an id')
  for (const type of ['start', 'default'])
    if (nodes.filter((node) => node.type === type).length !== 1) faults.push(`no ${type} node`)
  for (const node of nodes) {
    for (const exit of exitsOf(node))
      if (!byId.has(exit)) faults.push(`${node.id} leads to ${exit}, which does not exist`)
  }
  const reached = new Set<string>()
  const open: AgentNode[] = nodes.filter((node) => node.type === 'start' || node.type === 'default')
  for (let node = open.pop(); node; node = open.pop()) {
    if (reached.has(node.id)) continue
    reached.add(node.id)
    open.push(...exitsOf(node).flatMap((id) => byId.get(id) ?? []))
  }
  for (const node of nodes)
    if (node.type !== 'note' && node.type !== 'always-first' && !reached.has(node.id))
      faults.push(`${node.id} is never reached`)
  return faults
}
