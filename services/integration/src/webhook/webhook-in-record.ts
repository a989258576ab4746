/** The webhook that the workspace's record has in `internal.events` (specification part 2 §3). */
import { isDeepStrictEqual } from 'node:util'
import type { WebhookInRecord, WebhookSettings } from '@parley/contracts/integration/webhook.ts'
import { MOST_WEBHOOKS } from '@parley/contracts/integration/webhook-names.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import type { Call } from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import type { InTurn } from '@parley/kernel/running/in-turn.ts'
import { type createAddressRefusal, refusedContent } from './refused-settings.ts'
import { newSigningSecret } from './standard-signature.ts'
import { webhook } from './webhook.decider.ts'

export type WebhookInRecordDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  inTurn: InTurn
  /** How many webhooks a workspace has, and the one in its record, those included that are in the log by now. */
  webhooksInLog(tenant: string): Promise<{ count: number; inRecord: string | undefined }>
  refusedAddress: ReturnType<typeof createAddressRefusal>
}

/**
 * Makes the record's webhook what the record says; null removes it. It is one of the workspace's webhooks, and has the
 * field `workspaceSecret` unless somebody took that from it. `position`: of the change; absent where there was nothing to
 * change.
 */
export type ChangeWebhookInRecord = (
  call: Pick<Call, 'tenant' | 'context' | 'may'>,
  given: WebhookInRecord | null,
) => Promise<{ ok: true; position?: number } | { ok: false; rejection: Rejection }>

const FIELD = 'internal.events'
const notAllowed = refuse('not-allowed', 'You may not manage webhooks.', FIELD)
/** Ruling 15: the form of the record is the one with the secret. */
const asSpecified = { description: '', sendWorkspaceSecret: true }

export function changeWebhookInRecord(deps: WebhookInRecordDeps): ChangeWebhookInRecord {
  const { handle, load } = deps

  return async (call, given) => {
    const { tenant } = call
    if (!call.may('webhook.manage')) return (await isUnchanged(call, given)) ? { ok: true } : notAllowed
    const refused = given && (await deps.refusedAddress(given.endpoint))
    if (refused) return refuse(refused.rejection.code, refused.rejection.message, FIELD)
    return deps.inTurn(tenant, 'webhooks', async () => {
      const { count, inRecord } = await deps.webhooksInLog(tenant)
      if (given) return save(call, given, { count, inRecord })
      if (inRecord === undefined) return { ok: true }
      return handle(webhook, inRecord, { type: 'DeleteWebhook' }, onSettings(call))
    })
  }

  /** Whether somebody who may read it sends back what they read, with the rest of the record. */
  async function isUnchanged(call: Parameters<ChangeWebhookInRecord>[0], given: WebhookInRecord | null) {
    if (!call.may('webhook.read')) return false
    const { inRecord } = await deps.webhooksInLog(call.tenant)
    const found = inRecord === undefined ? undefined : (await load(webhook, inRecord, call.tenant))?.state
    if (found?.status !== 'live') return given === null
    const { url, subscribedEvents } = found.webhook
    const present = { endpoint: url, subscribedEvents: subscribedEvents.toSorted() }
    const wanted = given && { ...given, subscribedEvents: given.subscribedEvents.toSorted() }
    return isDeepStrictEqual(wanted, present)
  }

  async function save(
    call: Parameters<ChangeWebhookInRecord>[0],
    { endpoint: url, subscribedEvents }: WebhookInRecord,
    { count, inRecord }: { count: number; inRecord: string | undefined },
  ) {
    const { tenant, context } = call
    const found = inRecord === undefined ? undefined : (await load(webhook, inRecord, tenant))?.state
    const { description, sendWorkspaceSecret } = found?.status === 'live' ? found.webhook : asSpecified
    const settings: WebhookSettings = { url, description, subscribedEvents, sendWorkspaceSecret }
    const refused = refusedContent(call, settings)
    if (refused) return refused
    if (inRecord !== undefined)
      return handle(webhook, inRecord, { type: 'ChangeWebhook', settings }, onSettings(call))
    const webhookId = derivedId(20, tenant, context.cause.command)
    const limit = { maxWebhooks: MOST_WEBHOOKS, webhooks: count }
    const create = { webhookId, userId: context.actor.id, secret: newSigningSecret(), inRecord: true }
    return handle(webhook, webhookId, { type: 'CreateWebhook', ...create, settings, limit }, context)
  }
}

function onSettings({ context }: Pick<Call, 'context'>) {
  return overwriting(webhook, context, ['WebhookChanged'])
}
