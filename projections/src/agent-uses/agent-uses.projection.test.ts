import type { agentEvents } from '@parley/contracts/agent/events.ts'
import type { SealedEventOf } from '@parley/contracts/message.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { promptUsesProjection, toolUsesProjection, usedIds } from './agent-uses.projection.ts'

type AgentEvent = SealedEventOf<Pick<typeof agentEvents, keyof typeof promptUsesProjection.events>>

const agent = { agentId: 'a1', ownerID: 'w1', lastModified: 1 }
const publishedAgent = (changes: object): AgentEvent => ({
  type: 'AgentPublished',
  data: { ...agent, changes },
})
const canary = { agentId: 'a1', version: 2, controlVersion: 1, share: 5, changed: [] }
const started = (document: object) =>
  ({ type: 'CanaryStarted', data: { ...canary, document } }) as unknown as AgentEvent
const withdrawn = {
  type: 'CanaryWithdrawn',
  data: { agentId: 'a1', version: 2, reason: 'by-person' },
} as AgentEvent
const deleted = { type: 'AgentDeleted', data: { agentId: 'a1', ownerID: 'w1' } } as unknown as AgentEvent
const ai = (prompt: string) => ({ id: 'n', type: 'ai', prompt, position: { x: 0, y: 0 } }) as const
const calls = (toolId: string) => ({ id: 't', type: 'tool', toolId, position: { x: 0, y: 0 } })

test('knows which prompts an agent refers to as it is published and in its canary version', () => {
  const uses = (...events: AgentEvent[]) => {
    const found = projected(promptUsesProjection, events).get('a1')
    return found && [...usedIds(found)]
  }
  const first = publishedAgent({
    ...{ vg_systemPrompt: '{{prompt:p1}}', nodes: [ai('{{prompt:p2}}')] },
    vg_kb_llm: { searchPrompt: '{{prompt:p4}} {{prompt:p1}}' },
  })
  expect(uses(first)).toEqual(['p1', 'p2', 'p4'])
  expect(uses(first, publishedAgent({ title: 'Other' }))).toEqual(['p1', 'p2', 'p4'])
  expect(uses(first, publishedAgent({ vg_systemPrompt: 'No more', vg_kb_llm: {} }))).toEqual(['p2'])
  const none = publishedAgent({ vg_systemPrompt: '', nodes: [], vg_kb_llm: {} })
  expect(uses(first, none)).toBeUndefined()
  const trial = started({ vg_systemPrompt: '{{prompt:p3}}' })
  expect(uses(first, trial)).toEqual(['p1', 'p2', 'p4', 'p3'])
  expect(uses(first, trial, withdrawn)).toEqual(['p1', 'p2', 'p4'])
  expect(uses(first, deleted)).toBeUndefined()
})

test('knows which functions its model may call, and which its nodes call', () => {
  const uses = (...events: AgentEvent[]) => {
    const found = projected(toolUsesProjection, events).get('a1')
    return found && [...usedIds(found)]
  }
  const first = publishedAgent({
    assignedToolsIds: ['t1', 't2'],
    nodes: [calls('t2'), calls(''), calls('t3')],
  })
  expect(uses(first)).toEqual(['t1', 't2', 't3'])
  expect(uses(first, publishedAgent({ assignedToolsIds: [] }))).toEqual(['t2', 't3'])
  expect(uses(first, started({ assignedToolsIds: ['t4'] }))).toEqual(['t1', 't2', 't3', 't4'])
  expect(uses(first, publishedAgent({ assignedToolsIds: [], nodes: [] }))).toBeUndefined()
})
