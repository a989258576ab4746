import type { webhookEvents } from '@parley/contracts/integration/webhook-events.ts'
import type { SealedEventOf } from '@parley/contracts/message.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { webhooksProjection } from './webhooks.projection.ts'

type Event = SealedEventOf<typeof webhookEvents>

const at = '2026-11-25T12:00:00.000Z'
const later = '2026-11-25T13:00:00.000Z'
const settings = {
  ...{ url: 'sealed url', description: 'sealed words', sendWorkspaceSecret: false },
  subscribedEvents: ['lead_captured'],
}
const of = { webhookId: 'w1', at: later }
const created: Event = {
  type: 'WebhookCreated',
  data: { webhookId: 'w1', at, userId: 'u1', ...settings, secret: 'sealed secret' },
}
const paused: Event = { type: 'WebhookPaused', data: { ...of, reason: 'failing' } }
const shown = (...events: Event[]) => projected(webhooksProjection, [created, ...events]).get('w1')

test('contains a webhook as it was changed last, without its secrets', () => {
  const changed: Event = { type: 'WebhookChanged', data: { ...of, ...settings, sendWorkspaceSecret: true } }
  const replaced: Event = {
    type: 'WebhookSecretReplaced',
    data: { ...of, secret: 'another sealed secret', formerUntil: '2026-11-26T13:00:00.000Z' },
  }
  const document = shown(changed, replaced)
  expect(document).toEqual({
    ...{ webhookId: 'w1', ...settings, sendWorkspaceSecret: true, status: 'enabled' },
    ...{ createdAt: at, updatedAt: later, formerSecretUntil: '2026-11-26T13:00:00.000Z' },
    since: expect.any(Number),
  })
  expect(JSON.stringify(document)).not.toContain('sealed secret')
})

test('says since when and why it is paused, until it is resumed', () => {
  expect(shown(paused)).toMatchObject({ status: 'paused', pausedBecause: 'failing', pausedAt: later })
  const resumed = shown(paused, { type: 'WebhookResumed', data: of })
  expect(resumed?.status).toBe('enabled')
  expect(resumed).not.toHaveProperty('pausedBecause')
})

test('is gone when it is deleted', () => {
  expect(shown({ type: 'WebhookDeleted', data: of })).toBeUndefined()
})
