import { MOST_WEBHOOKS } from '@parley/contracts/integration/webhook-names.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { describe, test } from 'vitest'
import { type WebhookCommand, webhook } from './webhook.decider.ts'

const at = '2026-11-21T12:00:00.000Z'
const settings = {
  url: 'https://shop.example/events',
  description: 'Orders',
  subscribedEvents: ['lead_captured', 'message_sent'],
  sendWorkspaceSecret: false,
}
const of = { webhookId: 'w1', at }
const created = { type: 'WebhookCreated', data: { ...of, userId: 'u1', ...settings, secret: 's1' } } as const
const paused = { type: 'WebhookPaused', data: { ...of, reason: 'failing' } } as const
const create = (webhooks: number): WebhookCommand => ({
  ...{ type: 'CreateWebhook', webhookId: 'w1', userId: 'u1', secret: 's1' },
  settings: { ...settings, subscribedEvents: ['message_sent', 'lead_captured', 'message_sent'] },
  limit: { maxWebhooks: MOST_WEBHOOKS, webhooks },
})

describe('a webhook', () => {
  test('is created within the limit of its workspace, with each event once', () => {
    given(webhook).when(create(0)).then(created)
    given(webhook).when(create(MOST_WEBHOOKS)).thenRejected('too-many-webhooks')
    given(webhook, created).when(create(0)).thenNothing()
  })

  test('is changed, and not by the same settings in another order', () => {
    const same = { ...settings, subscribedEvents: settings.subscribedEvents.toReversed() }
    given(webhook, created).when({ type: 'ChangeWebhook', settings: same }).thenNothing()
    const other = { ...settings, url: 'https://other.example/' }
    given(webhook, created)

      .when({ type: 'ChangeWebhook', settings: other })
      .then({ type: 'WebhookChanged', data: { ...of, ...other } })
    given(webhook, created, paused).when({ type: 'ChangeWebhook', settings }).thenNothing()
  })

  test('is signed under the former secret too for a day', () => {
    given(webhook, created)

      .when({ type: 'ReplaceSecret', secret: 's2' })
      .then({
        type: 'WebhookSecretReplaced',
        data: { ...of, secret: 's2', formerUntil: '2026-11-22T12:00:00.000Z' },
      })
  })

  test('is paused once, and resumed', () => {
    given(webhook, created).when({ type: 'PauseWebhook', reason: 'failing' }).then(paused)
    given(webhook, created, paused).when({ type: 'PauseWebhook', reason: 'person' }).thenNothing()
    given(webhook, created).when({ type: 'ResumeWebhook' }).thenNothing()
    given(webhook, created, paused).when({ type: 'ResumeWebhook' }).then({ type: 'WebhookResumed', data: of })
  })

  test('does nothing after it was deleted', () => {
    const deleted = { type: 'WebhookDeleted', data: of } as const
    given(webhook, created).when({ type: 'DeleteWebhook' }).then(deleted)
    given(webhook, created, deleted).when({ type: 'RecordTest' }).thenRejected('not-found')
    given(webhook, created, deleted).when(create(0)).thenNothing()
  })
})
