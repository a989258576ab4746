/** The endpoints of webhooks and their logs, for one region; the list of webhooks is a read model. */
import type { DeliveryInput } from '@parley/contracts/delivery-events.ts'
import type { WebhookSettings } from '@parley/contracts/integration/webhook.ts'
import { webhookCatalogue } from '@parley/contracts/integration/webhook-catalogue.ts'
import type { webhookEndpoints } from '@parley/contracts/integration/webhook-endpoints.ts'
import { MOST_REPLAYED, MOST_WEBHOOKS } from '@parley/contracts/integration/webhook-names.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse, refuseFor } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import type { RunningProcess } from '@parley/kernel/process-managers/process-manager.ts'
import type { InTurn } from '@parley/kernel/running/in-turn.ts'
import { z } from 'zod'
import { type DeliveryLog, type DeliveryPlace, deliveryIdOf } from './delivery-log.ts'
import { type createAddressRefusal, mayReadEvent, refusedContent } from './refused-settings.ts'
import { instanceOf, RETRY_FOR_MS } from './send-webhooks.ts'
import { newSigningSecret } from './standard-signature.ts'
import { type WebhookCommand, webhook } from './webhook.decider.ts'
import { messageOf, TEST, type WebhookMessageDeps } from './webhook-message.ts'

export type WebhookDeps = WebhookMessageDeps & {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  take: RunningProcess<DeliveryInput>['take']
  log: DeliveryLog
  rateLimits: Pick<RateLimits, 'take'>
  inTurn: InTurn
  webhookCount(tenant: string): Promise<number>
  refusedAddress: ReturnType<typeof createAddressRefusal>
}

type WebhookCall = Pick<Call, 'tenant' | 'context'> & { params: { webhookId: string } }

/** What a workspace may have sent by hand in a minute. */
const A_MINUTE = { test: 10, replay: 60, replayAll: 20 } as const
const PAGE = 50

const published = Object.entries(webhookCatalogue).map(
  ([type, { group, summary, version, payload, example }]) => ({
    type,
    group,
    summary,
    version,
    schema: z.toJSONSchema(payload) as Record<string, unknown>,
    example: { type, payload: example, createdAt: '2026-11-25T12:00:00.000Z', version },
  }),
)

export function webhookHandlers(deps: WebhookDeps): Omit<Handlers<typeof webhookEndpoints>, 'webhooks.list'> {
  const { handle, load, log } = deps

  return {
    'webhooks.catalogue': () => reply({ items: published }),

    async 'webhooks.create'(call) {
      const { tenant, context, body: settings } = call
      const refused = await refusedSettings(call)
      if (refused) return refused
      const webhookId = derivedId(20, tenant, context.cause.command)
      const secret = newSigningSecret()
      const handled = await deps.inTurn(tenant, 'webhooks', async () => {
        const limit = { maxWebhooks: MOST_WEBHOOKS, webhooks: await deps.webhookCount(tenant) }
        const command = {
          type: 'CreateWebhook',
          webhookId,
          userId: context.actor.id,
          settings,
          secret,
          limit,
        }
        return handle(webhook, webhookId, command as WebhookCommand, context)
      })
      if (!handled.ok) return handled
      if (handled.state.status !== 'live') return missing
      return reply({ webhookId, secret: handled.state.webhook.secret }, handled.position)
    },

    async 'webhooks.save'(call) {
      const refused = await refusedSettings(call)
      return refused ?? run(onSettings(call), { type: 'ChangeWebhook', settings: call.body })
    },

    'webhooks.delete': (call) => run(onSettings(call), { type: 'DeleteWebhook' }),
    'webhooks.pause': (call) => run(call, { type: 'PauseWebhook', reason: 'person' }),
    'webhooks.resume': (call) => run(call, { type: 'ResumeWebhook' }),

    async 'webhooks.replaceSecret'(call) {
      const command = { type: 'ReplaceSecret', secret: newSigningSecret() } as const
      const context = overwriting(webhook, call.context, ['WebhookSecretReplaced'])
      const handled = await handle(webhook, call.params.webhookId, command, context)
      if (!handled.ok) return handled
      if (handled.state.status !== 'live') return missing
      return reply({ secret: handled.state.webhook.secret }, handled.position)
    },

    async 'webhooks.test'(call) {
      const { webhookId } = call.params
      const limited = await atMost('test', call.tenant)
      if (limited) return limited
      const handled = await handle(webhook, webhookId, { type: 'RecordTest' }, call.context)
      if (!handled.ok) return handled
      const sending = `${derivedId(20, webhookId, call.context.cause.command)}-${Date.now()}`
      const place = { webhookId, stream: TEST, sending }
      return reply({ deliveryId: await send(place, call.context) }, handled.position)
    },

    async 'webhooks.deliveries'(call) {
      const { tenant, params, query } = call
      if (!(await found(call))) return missing
      const { limit = PAGE, cursor, state } = query
      const of = { webhookId: params.webhookId, state }
      const page = await log.page(tenant, of, { limit, cursor })
      return reply({ ...page, items: page.items.map(log.viewOf) })
    },

    async 'webhooks.delivery'(call) {
      const { tenant, params } = call
      const to = await found(call)
      const logged = to && (await log.get(tenant, params.webhookId, params.deliveryId))
      if (!logged) return missingDelivery
      if (!mayReadEvent(call, logged.type))
        return refuse('not-allowed', 'You may not read what this event is about.')
      const message = await messageOf(deps, tenant, { ...to, sendWorkspaceSecret: false }, logged)
      const recent = await log.recentOf(tenant, logged)
      return reply({ ...log.viewOf(logged), request: message?.body ?? '', recent })
    },

    async 'webhooks.replay'(call) {
      const { tenant, params, context } = call
      const logged = (await found(call)) && (await log.get(tenant, params.webhookId, params.deliveryId))
      if (!logged) return missingDelivery
      const limited = await atMost('replay', tenant)
      if (limited) return limited
      const deliveryId = await replay(logged, context)
      const command = { type: 'RecordReplay', deliveries: 1 } as const
      const handled = await handle(webhook, params.webhookId, command, context)
      return handled.ok ? reply({ deliveryId }, handled.position) : handled
    },

    async 'webhooks.replayAll'(call) {
      const { tenant, params, context, body } = call
      const { webhookId } = params
      if (!(await found(call))) return missing
      const limited = await atMost('replayAll', tenant)
      if (limited) return limited
      const { from, to, states } = body
      // What is sent again now is not part of what is sent again.
      const until = new Date(Math.min(Date.parse(to), Date.now() - 1)).toISOString()
      const lists = await Promise.all(
        [...new Set(states)].map((state) =>
          log.span(tenant, { webhookId, state, from: iso(from), to: until }, MOST_REPLAYED + 1),
        ),
      )
      const inOrder = lists.flat().sort((one, other) => (one.at < other.at ? -1 : 1))
      const next = inOrder[MOST_REPLAYED]?.at
      // Those of one moment stay together: the next call begins at a moment.
      const whole = inOrder.slice(0, MOST_REPLAYED).filter(({ at }) => at !== next)
      const some = whole.length > 0 ? whole : inOrder.slice(0, MOST_REPLAYED)
      for (const logged of some) await replay(logged, context)
      const command = { type: 'RecordReplay', deliveries: some.length } as const
      const handled = await handle(webhook, webhookId, command, context)
      if (!handled.ok) return handled
      const answer = { replayed: some.length, ...(next === undefined ? {} : { next }) }
      return reply(answer, handled.position)
    },
  }

  async function refusedSettings(call: Pick<Call, 'may'> & { body: WebhookSettings }) {
    return refusedContent(call, call.body) ?? deps.refusedAddress(call.body.url)
  }

  /** The call as one that overwrites the settings. */
  function onSettings(call: WebhookCall): WebhookCall {
    return { ...call, context: overwriting(webhook, call.context, ['WebhookChanged']) }
  }

  async function run(call: WebhookCall, command: WebhookCommand) {
    const handled = await handle(webhook, call.params.webhookId, command, call.context)
    return handled.ok ? reply({ success: true } as const, handled.position) : handled
  }

  async function found({ tenant, params }: Omit<WebhookCall, 'context'>) {
    const state = (await load(webhook, params.webhookId, tenant))?.state
    return state?.status === 'live' ? state.webhook : undefined
  }

  /** Sends the event of a delivery again, as a delivery of its own with the same `webhook-id`. */
  function replay({ webhookId, stream, sending }: DeliveryPlace, context: CommandContext): Promise<string> {
    const [event = ''] = sending.split('.')
    const again = derivedId(12, context.cause.command, stream, sending)
    return send({ webhookId, stream, sending: `${event}.${again}` }, context)
  }

  async function send(place: DeliveryPlace, { tenant, cause }: CommandContext): Promise<string> {
    const { sending: messageId } = place
    const deliveryId = deliveryIdOf(place)
    const input = { type: 'MessageWritten', messageId, retryForMs: RETRY_FOR_MS } as const
    const key = `asked/${cause.command}/${deliveryId}`
    await deps.take({ tenant, instance: instanceOf(place) }, input, key)
    return deliveryId
  }

  async function atMost(what: keyof typeof A_MINUTE, tenant: string) {
    const key = `webhook-${what}.${tenant}`
    const taken = await deps.rateLimits.take([{ key, limit: A_MINUTE[what], windowSeconds: 60 }])
    if (taken.allowed) return undefined
    const message = 'Please wait a moment before the next one.'
    return refuseFor(taken.retryAfterSeconds, 'too-many-requests', message)
  }
}

const missing = refuse('not-found', 'This webhook does not exist.')
const missingDelivery = refuse('not-found', 'This delivery does not exist.')

/** The log's moments are compared as texts. */
function iso(text: string): string {
  return new Date(text).toISOString()
}
