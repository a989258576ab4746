/** The webhooks of a workspace, without secrets; addresses and descriptions are sealed as in the events. */
import type { WebhookView } from '@parley/contracts/integration/webhook.ts'
import { webhookEvents } from '@parley/contracts/integration/webhook-events.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'

/** `url`, `description`: sealed. `since`: the position of the log from which on it is told of what happens. */
export type WebhookDocument = WebhookView & { since: number }

export const webhooksProjection = tenantProjection<WebhookDocument>()({
  name: 'webhooks',
  version: 1,
  events: pick(
    webhookEvents,
    'WebhookCreated',
    'WebhookChanged',
    'WebhookSecretReplaced',
    'WebhookPaused',
    'WebhookResumed',
    'WebhookDeleted',
  ),
  indexes: { all: ['createdAt'] },
  identify: ({ data }) => data.webhookId,
  project(document, event) {
    const { at } = event.data
    if (event.type === 'WebhookCreated') {
      const { webhookId, url, description, subscribedEvents, sendWorkspaceSecret, inRecord } = event.data
      return {
        ...{ webhookId, url, description, subscribedEvents, sendWorkspaceSecret },
        ...(inRecord && { inRecord }),
        status: 'enabled',
        createdAt: at,
        updatedAt: at,
        since: event.position,
      }
    }
    if (!document || event.type === 'WebhookDeleted') return undefined
    switch (event.type) {
      case 'WebhookChanged': {
        const { at: _, ...settings } = event.data
        return { ...document, ...settings, updatedAt: at }
      }
      case 'WebhookSecretReplaced':
        return { ...document, formerSecretUntil: event.data.formerUntil, updatedAt: at }
      case 'WebhookPaused':
        return { ...document, status: 'paused', pausedBecause: event.data.reason, pausedAt: at }
      case 'WebhookResumed': {
        const { pausedBecause: _, pausedAt: __, ...resumed } = document
        return { ...resumed, status: 'enabled' }
      }
    }
  },
})
