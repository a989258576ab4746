import type { promptEvents } from '@parley/contracts/integration/prompt-events.ts'
import type { SealedEventOf } from '@parley/contracts/message.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { promptsProjection } from './prompts.projection.ts'

type PromptEvent = SealedEventOf<typeof promptEvents>

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
