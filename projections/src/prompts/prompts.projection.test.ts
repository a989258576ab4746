import type { agentEvents } from '@parley/contracts/agent/events.ts'
import type { promptEvents } from '@parley/contracts/integration/prompt-events.ts'
import type { SealedEventOf } from '@parley/contracts/message.ts'
import { projected } from '@parley/kernel/projection-specification.ts'
import { expect, test } from 'vitest'
import { promptUsesProjection } from './prompt-uses.projection.ts'
import { promptsProjection } from './prompts.projection.ts'

type PromptEvent = SealedEventOf<typeof promptEvents>
type AgentEvent = SealedEventOf<Pick<typeof agentEvents, keyof typeof promptUsesProjection.events>>

const of = { promptId: 'p1' }
const created: PromptEvent = {
  type: 'PromptCreated',
  data: {
    ...of,
    name: 'sealed name',
    description: 'sealed',
    text: 'sealed',
    variables: ['name'],
    note: 'why',
  },
}
const saved: PromptEvent = {
  type: 'PromptVersionSaved',
  data: { ...of, version: 2, text: 'sealed', variables: [], restoredFrom: 1 },
}

test('contains the versions of a prompt without their texts, and the published one', () => {
  const published: PromptEvent = {
    type: 'PromptPublished',
    data: { ...of, version: 2, former: 1, agents: 3 },
  }
  const document = projected(promptsProjection, [created, saved, published]).get('p1')
  expect(document).toMatchObject({
    name: 'sealed name',
    variables: [],
    published: 2,
    versions: [
      { version: 2, restoredFrom: 1 },
      { version: 1, note: 'why' },
    ],
  })
  expect(JSON.stringify(document)).not.toContain('text')
  const deleted: PromptEvent = { type: 'PromptDeleted', data: { ...of, name: 'sealed name' } }
  expect(projected(promptsProjection, [created, deleted]).size).toBe(0)
})

const agent = { agentId: 'a1', ownerID: 'w1', lastModified: 1 }
const publishedAgent = (changes: object): AgentEvent => ({
  type: 'AgentPublished',
  data: { ...agent, changes },
})
const ai = (prompt: string) => ({ id: 'n', type: 'ai', prompt, position: { x: 0, y: 0 } }) as const
const uses = (...events: AgentEvent[]) => {
  const found = projected(promptUsesProjection, events).get('a1')
  return found && [found.ofSystemPrompt, found.ofNodes, found.ofCanary]
}

test('knows which prompts an agent refers to as it is published and in its canary version', () => {
  const first = publishedAgent({ vg_systemPrompt: '{{prompt:p1}}', nodes: [ai('{{prompt:p2}}')] })
  expect(uses(first)).toEqual([['p1'], ['p2'], []])
  expect(uses(first, publishedAgent({ title: 'Other' }))).toEqual([['p1'], ['p2'], []])
  expect(uses(first, publishedAgent({ vg_systemPrompt: 'No more' }))).toEqual([[], ['p2'], []])
  expect(uses(first, publishedAgent({ vg_systemPrompt: '', nodes: [] }))).toBeUndefined()
  const canary = { agentId: 'a1', version: 2, controlVersion: 1, share: 5, changed: [] }
  const started = {
    type: 'CanaryStarted',
    data: { ...canary, document: { vg_systemPrompt: '{{prompt:p3}}' } },
  }
  const withdrawn = { type: 'CanaryWithdrawn', data: { agentId: 'a1', version: 2, reason: 'by-person' } }
  expect(uses(first, started as AgentEvent)).toEqual([['p1'], ['p2'], ['p3']])
  expect(uses(first, started as AgentEvent, withdrawn as AgentEvent)).toEqual([['p1'], ['p2'], []])
})
