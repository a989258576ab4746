import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { expect, test } from 'vitest'
import { differsBetween } from './started-as.ts'

test('starts anew between the website and a channel where the flow has a form, and nowhere else', () => {
  const position = { x: 0, y: 0 }
  const agent: AgentDocument = {
    enableNodes: true,
    nodes: [{ id: 'f', type: 'form', text: '', fields: [{ name: 'n', label: 'N', type: 'name' }], position }],
  }
  expect(differsBetween(agent, 'website', 'whatsapp')).toBe(true)
  expect(differsBetween(agent, 'telegram', 'website')).toBe(true)
  expect(differsBetween(agent, 'telegram', 'whatsapp')).toBe(false)
  expect(differsBetween(agent, 'website', 'website')).toBe(false)
  expect(differsBetween({ ...agent, enableNodes: false }, 'website', 'whatsapp')).toBe(false)
  expect(differsBetween({ ...agent, nodes: [] }, 'website', 'whatsapp')).toBe(false)
  expect(differsBetween(undefined, 'website', 'whatsapp')).toBe(false)
})
