import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { expect, test } from 'vitest'
import { agentOfSnapshot, movedAgent } from './moved-agent.ts'

const position = { x: 0, y: 0 }

test('leaves out secrets, says which, and keeps the rest', () => {
  const nodes: AgentDocument['nodes'] = [
    { id: 'start', type: 'start', next: 'ask', position },
    { id: 'ask', type: 'tool', title: 'Ask', toolId: 'tool1', position } as never,
  ]
  const moved = movedAgent({
    ...{ ID: 'a1', ownerID: 'w1', SECRET_API_KEY: 'vg_secret', lastModified: 1, title: 'Acme' },
    ...{ facts: 'Open.', assignedToolsIds: ['tool1', 'tool2'], nodes },
    vfSettings: { apiKey: 'secret of the platform', hasApiKey: true },
  } as AgentDocument)
  expect(moved.document).toMatchObject({
    title: 'Acme',
    facts: 'Open.',
    assignedToolsIds: ['tool1', 'tool2'],
  })
  expect(JSON.stringify(moved)).not.toMatch(/secret of|vg_secret|"ID"|ownerID|lastModified/)
  expect(moved.functions).toBe(2)
  expect(moved.fields).toEqual(['Dialog platform'])
})

test('needs nothing again where there was no secret', () => {
  expect(movedAgent({ title: 'Acme', SECRET_API_KEY: 'vg_secret' })).toEqual({
    document: { title: 'Acme' },
    fields: [],
    functions: 0,
  })
})

test('an agent of a snapshot keeps the functions that the workspace has, and the nodes that call others', async () => {
  const call = (id: string, toolId: string) =>
    ({ id, type: 'tool', title: `Call ${id}`, toolId, position }) as never
  const document: AgentDocument = {
    assignedToolsIds: ['here', 'gone'],
    nodes: [call('a', 'here'), call('b', 'gone'), call('c', '')],
  }
  const made = await agentOfSnapshot(document, async (toolId) => toolId === 'here')
  expect(made.document.assignedToolsIds).toEqual(['here'])
  expect(made.document.nodes).toMatchObject([
    { toolId: 'here' },
    { toolId: 'missing' },
    { toolId: 'missing' },
  ])
  expect(made.missing).toEqual(['Call b', 'Call c'])
})
