import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { expect, test } from 'vitest'
import { movedAgent } from './moved-agent.ts'

const position = { x: 0, y: 0 }

test('leaves out secrets and functions, says which, and keeps the rest', () => {
  const nodes: AgentDocument['nodes'] = [
    { id: 'start', type: 'start', next: 'ask', position },
    { id: 'ask', type: 'tool', title: 'Ask', toolId: 'tool1', position } as never,
  ]
  const moved = movedAgent({
    ...{ ID: 'a1', ownerID: 'w1', SECRET_API_KEY: 'vg_secret', lastModified: 1, title: 'Acme' },
    ...{ facts: 'Open.', assignedToolsIds: ['tool1', 'tool2'], nodes },
    vfSettings: { apiKey: 'secret of the platform', hasApiKey: true },
  } as AgentDocument)
  expect(moved.document).toMatchObject({ title: 'Acme', facts: 'Open.', assignedToolsIds: [] })
  expect(JSON.stringify(moved)).not.toMatch(/secret of|vg_secret|tool\d|"ID"|ownerID|lastModified/)
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
