/** A webhook of a workspace. Stream `webhook-<webhookId>`; the tenant is the workspace. A deleted one stays deleted. */
import { isDeepStrictEqual } from 'node:util'
import type { WebhookSettings } from '@parley/contracts/integration/webhook.ts'
import { type WebhookEvent, webhookEvents } from '@parley/contracts/integration/webhook-events.ts'
import { type PauseReason, SECRET_OVERLAP_HOURS } from '@parley/contracts/integration/webhook-names.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'

export type Webhook = WebhookSettings & {
  webhookId: string
  secret: string
  /** The one before; deliveries are signed under it too until `until` (ISO 8601). */
  former?: { secret: string; until: string }
  paused?: PauseReason
  /** Whether it is `internal.events` of the workspace's record. */
  inRecord?: true
}

export type WebhookState = { status: 'none' | 'deleted' } | { status: 'live'; webhook: Webhook }

export type WebhookCommand =
  | {
      type: 'CreateWebhook'
      webhookId: string
      userId: string
      settings: WebhookSettings
      secret: string
      inRecord?: boolean
      limit: { maxWebhooks: number; webhooks: number }
    }
  | { type: 'ChangeWebhook'; settings: WebhookSettings }
  | { type: 'ReplaceSecret'; secret: string }
  | { type: 'PauseWebhook'; reason: PauseReason }
  | { type: 'ResumeWebhook' }
  | { type: 'RecordTest' }
  | { type: 'RecordReplay'; deliveries: number }
  | { type: 'DeleteWebhook' }

const HOUR_MS = 3_600_000

/** Refuses with `not-found` and `too-many-webhooks`. */
export const webhook: Aggregate<WebhookState, WebhookCommand, WebhookEvent> = {
  category: 'webhook',
  events: webhookEvents,
  decider: { initialState: { status: 'none' }, evolve, decide },
}

function decide(command: WebhookCommand, state: WebhookState, now: Date): Decision<WebhookEvent> {
  const at = now.toISOString()
  if (command.type === 'CreateWebhook') {
    if (state.status !== 'none') return accept()
    const { webhookId, userId, settings, secret, limit, inRecord } = command
    if (limit.webhooks >= limit.maxWebhooks)
      return refuse('too-many-webhooks', `A workspace can have ${limit.maxWebhooks} webhooks.`)
    const created = { webhookId, at, userId, ...stored(settings), secret }
    return accept({ type: 'WebhookCreated', data: { ...created, ...(inRecord && { inRecord }) } })
  }
  if (state.status !== 'live') return refuse('not-found', 'This webhook does not exist.')
  const { webhookId, secret: _, former: __, inRecord: ___, paused, ...settings } = state.webhook
  const of = { webhookId, at }
  switch (command.type) {
    case 'ChangeWebhook': {
      const changed = stored(command.settings)
      return isDeepStrictEqual(changed, settings)
        ? accept()
        : accept({ type: 'WebhookChanged', data: { ...of, ...changed } })
    }
    case 'ReplaceSecret': {
      const formerUntil = new Date(now.getTime() + SECRET_OVERLAP_HOURS * HOUR_MS).toISOString()
      return accept({ type: 'WebhookSecretReplaced', data: { ...of, secret: command.secret, formerUntil } })
    }
    case 'PauseWebhook':
      return paused ? accept() : accept({ type: 'WebhookPaused', data: { ...of, reason: command.reason } })
    case 'ResumeWebhook':
      return paused ? accept({ type: 'WebhookResumed', data: of }) : accept()
    case 'RecordTest':
      return accept({ type: 'WebhookTested', data: of })
    case 'RecordReplay':
      return command.deliveries === 0
        ? accept()
        : accept({ type: 'WebhookReplayed', data: { ...of, deliveries: command.deliveries } })
    case 'DeleteWebhook':
      return accept({ type: 'WebhookDeleted', data: of })
  }
}

function evolve(state: WebhookState, event: WebhookEvent): WebhookState {
  if (event.type === 'WebhookCreated') {
    const { at: _, userId: __, ...created } = event.data
    return { status: 'live', webhook: created }
  }
  if (event.type === 'WebhookDeleted') return { status: 'deleted' }
  if (state.status !== 'live') return state
  const { webhook } = state
  switch (event.type) {
    case 'WebhookChanged': {
      const { at: _, ...settings } = event.data
      return { ...state, webhook: { ...webhook, ...settings } }
    }
    case 'WebhookSecretReplaced': {
      const { secret, formerUntil } = event.data
      return {
        ...state,
        webhook: { ...webhook, secret, former: { secret: webhook.secret, until: formerUntil } },
      }
    }
    case 'WebhookPaused':
      return { ...state, webhook: { ...webhook, paused: event.data.reason } }
    case 'WebhookResumed': {
      const { paused: _, ...resumed } = webhook
      return { ...state, webhook: resumed }
    }
    default:
      return state
  }
}

/** Each event once, in an order of its own, so that the same choice is the same settings. */
function stored({
  url,
  description,
  subscribedEvents,
  sendWorkspaceSecret,
}: WebhookSettings): WebhookSettings {
  return { url, description, subscribedEvents: [...new Set(subscribedEvents)].sort(), sendWorkspaceSecret }
}
