/** What WhatsApp delivers to an agent's numbers, and the challenge of their address. The host has verified the signature. */
import type { channelEndpoints } from '@parley/contracts/channel/endpoints.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { WebhookSecret } from '@parley/kernel/modules/module.ts'
import { z } from 'zod'
import type { ChannelAccounts } from '../accounts/channel-accounts.ts'
import { type Channel, channel } from '../channel.decider.ts'
import { sentPartOf } from '../delivery/sent-reference.ts'
import { findChannel } from '../find-channel.ts'
import type { NoteIgnored } from '../ignored.ts'
import { answerChallenge } from '../meta/challenge.ts'
import type { GraphApi, GraphCredentials } from '../meta/graph-api.ts'
import { saidOnce, TOO_MUCH } from '../meta/large-deliveries.ts'
import { type OutsidePort, type ReadChange, type TakeChange, writtenIn } from '../outside.ts'
import type { ReceiveMessage } from '../receive-message.ts'
import { type FetchedFile, FILE_PATIENCE_MS, type FileTurns, fetchFiles, notNow } from '../received-files.ts'
import type { WebhookDeps } from '../webhook/webhook.handlers.ts'
import {
  type Attached,
  businessIdsIn,
  holdsTooMuch,
  phoneNumberIdsIn,
  readDelivery,
  readReviews,
  type TemplateReview,
  type WhatsAppInbound,
  type WhatsAppReply,
  type WhatsAppStatus,
} from './deliveries.ts'
import { failureOf, graphCredentials } from './whatsapp-adapter.ts'

export type WhatsAppDeps = {
  region: string
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  api: GraphApi
  accounts: Pick<ChannelAccounts, 'holderOf'>
  receive: ReceiveMessage
  replyOutside: OutsidePort['reply']
  takeChange: TakeChange
  fileTurns: FileTurns
  record: WebhookDeps['record']
  isAgent(tenant: string, agentId: string): Promise<boolean>
  /** The ids of an agent's channels. */
  channelIdsOf(tenant: string, agentId: string): Promise<string[]>
  handle: CommandHandler['handle']
  noteIgnored: NoteIgnored
  /** Called with numbers that are not the agent's. */
  onIgnored(what: string, details: object): void
  /** In ms. */
  now?: () => number
}

/** For so long, in ms, after it was written it is worth showing that the agent writes. */
const RECENT_MS = 10_000
/** So many are shown at once; nobody waits for the others. */
const MOST_SHOWN = 50
/** Numbers that are looked up for one delivery. Meta delivers for the few of one app. */
const MOST_NUMBERS = 5
/** Channels of an agent that are looked at for one delivery, and reviews that are read of it. */
const MOST_CHANNELS = 50
const MOST_REVIEWS = 100

const fileSchema = z.object({ url: z.string().min(1).max(2_000), file_size: z.coerce.number().optional() })

type Place = { tenant: string; agentId: string }

export function whatsAppHandlers(deps: WhatsAppDeps): {
  handlers: Pick<Handlers<typeof channelEndpoints>, 'channels.whatsappChallenge' | 'channels.whatsappWebhook'>
  secretOf: WebhookSecret
} {
  const { load, api, now = Date.now } = deps
  let shown = 0

  /** The app secret of the first number in the delivery that the agent has: the delivery is signed with it, or refused. */
  const secretOf: WebhookSecret = async ({ tenant, named, raw }) => {
    const { agentId } = named
    if (typeof agentId !== 'string') return undefined
    for (const id of phoneNumberIdsIn(raw, MOST_NUMBERS)) {
      const found = await channelOf(id, { tenant, agentId })
      if (found) return found.credentials.appSecret
    }
    // Reviews of templates name an account and no number.
    for (const businessId of businessIdsIn(raw, MOST_NUMBERS)) {
      const [found] = await channelsOfAccount(businessId, { tenant, agentId })
      if (found) return found.credentials.appSecret
    }
    return undefined
  }

  return {
    secretOf,

    handlers: {
      'channels.whatsappChallenge': (call) => answerChallenge(call, deps.isAgent),

      async 'channels.whatsappWebhook'({ tenant, params, body, context, request }) {
        const { agentId } = params
        if (holdsTooMuch(body)) return refuse('invalid-input', TOO_MUCH)
        const parts = readDelivery(body)
        const own = new Map<string, Channel | undefined>()
        // What is read may name its numbers in another order than the bytes do.
        const raw = request.delivery?.raw ?? Buffer.alloc(0)
        const secret = await secretOf({ tenant, named: params, raw })
        const ignore = saidOnce(deps.onIgnored)
        const written: { of: Channel; one: WhatsAppInbound | WhatsAppReply }[] = []
        const changes: { of: Channel; change: ReadChange }[] = []
        const statuses: { of: Channel; status: WhatsAppStatus }[] = []
        for (const part of parts) {
          const { phoneNumberId } = part
          if (!own.has(phoneNumberId) && own.size < MOST_NUMBERS)
            own.set(phoneNumberId, await channelOf(phoneNumberId, { tenant, agentId }))
          const of = own.get(phoneNumberId)
          // Signed for one number, it says nothing of one of another app, agent or workspace.
          if (!of || of.credentials.appSecret !== secret) {
            ignore('A delivery of WhatsApp names a number that is not the agent’s', phoneNumberId, {
              ...{ agentId, phoneNumberId, messages: part.inbound.length, statuses: part.statuses.length },
            })
            continue
          }
          await deps.noteIgnored(of, part.ignored, context)
          written.push(...[...part.inbound, ...part.replies].map((one) => ({ of, one })))
          changes.push(...part.changes.map((change) => ({ of, change })))
          statuses.push(...part.statuses.map((status) => ({ of, status })))
        }
        written.sort((a, b) => Date.parse(a.one.sentAt) - Date.parse(b.one.sentAt))
        for (const { of, one } of written) {
          const put = () =>
            'opens' in one
              ? add(of, one, { tenant, agentId }, context)
              : addReply(of, one, { tenant, agentId }, context)
          const received = await deps.fileTurns.run({ tenant, files: one.attached.length }, put)
          if (received === 'busy') return notNow
          if (!received.ok) return received
        }
        changes.sort((one, other) => Date.parse(one.change.at) - Date.parse(other.change.at))
        for (const { of, change } of changes) {
          const taken = await take(of, change, { tenant, agentId }, context)
          if (!taken.ok) return taken
        }
        for (const { of, status } of statuses) {
          const recorded = await record(of, status, context)
          if (!recorded.ok) return recorded
        }
        for (const review of readReviews(body).slice(0, MOST_REVIEWS)) {
          const recorded = await recordReview(review, { tenant, agentId, secret }, context)
          if (!recorded.ok) return recorded
        }
        return reply({ received: true })
      },
    },
  }

  /** The agent's channel of a number. */
  async function channelOf(phoneNumberId: string, { tenant, agentId }: Place): Promise<Channel | undefined> {
    const holder = await deps.accounts.holderOf({ kind: 'whatsapp', accountId: phoneNumberId })
    if (holder?.region !== deps.region) return undefined
    const { channelId } = holder
    // Replaced credentials stop working at once, whichever process replaced them.
    await deps.refresh(channel.category, channelId)
    const found = await findChannel(load, tenant, { agentId, channelId })
    return found?.account.phoneNumberId === phoneNumberId ? found : undefined
  }

  /** The agent's channels of the numbers of a business account. */
  async function channelsOfAccount(businessId: string, { tenant, agentId }: Place): Promise<Channel[]> {
    const found: Channel[] = []
    for (const channelId of (await deps.channelIdsOf(tenant, agentId)).slice(0, MOST_CHANNELS)) {
      await deps.refresh(channel.category, channelId)
      const own = await findChannel(load, tenant, { agentId, channelId })
      if (own?.kind === 'whatsapp' && own.account.businessId === businessId) found.push(own)
    }
    return found
  }

  /** Recorded on each of the account's channels, since each shows the account's templates. */
  async function recordReview(
    { businessId, ...review }: TemplateReview,
    { secret, ...place }: Place & { secret: string | undefined },
    context: CommandContext,
  ): Promise<{ ok: true } | ReturnType<typeof refuse>> {
    const { agentId } = place
    for (const { channelId, credentials } of await channelsOfAccount(businessId, place)) {
      if (credentials.appSecret !== secret) continue
      const { cause } = context
      const command = `${cause.command}/${channelId}/${review.templateId}/${review.state}`
      const own = { ...context, cause: { ...cause, command } }
      const change = { type: 'RecordTemplateChange', agentId, change: 'reviewed', ...review } as const
      const handled = await deps.handle(channel, channelId, change, own)
      if (!handled.ok && handled.rejection.code !== 'not-found') return handled
    }
    return { ok: true }
  }

  async function add(
    of: Channel,
    { contact, attached, sentAt, ...inbound }: WhatsAppInbound,
    { tenant, agentId }: Place,
    { cause }: CommandContext,
  ) {
    const key = graphCredentials(of.credentials)
    const age = now() - Date.parse(sentAt)
    const attachments = await filesOf(of, { attached, sentAt })
    // Meta delivers the message again.
    if (attachments === 'away') return notNow
    const received = await deps.receive({
      ...{ tenant, agentId, attachments, sentAt, cause, ...inbound },
      channel: { kind: 'whatsapp', channelId: of.channelId },
      // The number is proven by its code; the name is what the person says.
      contact: { ...contact, verified: false },
    })
    if (received.ok && received.isAnswered && age <= RECENT_MS && shown < MOST_SHOWN) {
      shown++
      const read = {
        method: 'POST' as const,
        path: [of.account.phoneNumberId ?? '', 'messages'],
        body: {
          ...{ messaging_product: 'whatsapp', status: 'read', message_id: inbound.providerMessageId },
          typing_indicator: { type: 'text' },
        },
        answer: z.unknown(),
      }
      // Later messages do not wait for it. That it can't be shown matters to nobody else.
      void api.call(key, read).finally(() => shown--)
    }
    return received
  }

  function filesOf(of: Channel, { attached, sentAt }: Pick<WhatsAppInbound, 'attached' | 'sentAt'>) {
    const key = graphCredentials(of.credentials)
    const fetch = (file: Attached, mostBytes: number) => fetchFile(key, of, file, mostBytes)
    return fetchFiles(attached, fetch, { waits: now() - Date.parse(sentAt) <= FILE_PATIENCE_MS })
  }

  /** What a person of the team wrote in the app is in the conversation, and is not sent again. */
  async function addReply(
    of: Channel,
    { attached, ...written }: WhatsAppReply,
    { tenant, agentId }: Place,
    { cause }: CommandContext,
  ) {
    const attachments = await filesOf(of, { attached, sentAt: written.sentAt })
    if (attachments === 'away') return notNow
    return deps.replyOutside({
      ...{ tenant, agentId, attachments, cause, ...written, from: writtenIn.whatsapp },
      channel: { kind: 'whatsapp', channelId: of.channelId },
    })
  }

  async function take(of: Channel, change: ReadChange, place: Place, context: CommandContext) {
    const taken = await deps.takeChange(of, place.tenant, change, context.cause)
    const { contactId, by, providerMessageId, at: sentAt, change: changed } = change
    if (!taken.ok || taken.found || changed.kind !== 'edit') return taken
    // Its message never came, or is yet to come: what it says now counts.
    const text = `(edited) ${changed.text}`
    const contact = { id: contactId, phone: `+${contactId}` }
    const one = { contact, providerMessageId, sentAt, text, attached: [] }
    return by === 'visitor'
      ? add(of, { ...one, opens: false }, place, context)
      : addReply(of, one, place, context)
  }

  async function record(
    { channelId }: Channel,
    { state, reference, code }: WhatsAppStatus,
    context: CommandContext,
  ): Promise<{ ok: true } | ReturnType<typeof refuse>> {
    const sent = sentPartOf(reference)
    // A message arrived when its last part did, and failed with any.
    if (!sent || (state !== 'failed' && sent.part < sent.of)) return { ok: true }
    const { conversationId, messageId, part } = sent
    const { cause } = context
    const command = `${cause.command}/${reference}/${state}`
    const partsSent = part > 1 ? { partsSent: part - 1 } : {}
    const became = state === 'failed' ? { state, reason: failureOf(code), ...partsSent } : { state }
    const of = { conversationId, messageId, channelId }
    const recorded = await deps.record({ ...context, cause: { ...cause, command } }, of, became)
    // A status of a message that is gone is of no interest, and sending it again would not help.
    return recorded.ok || recorded.rejection.code === 'not-found' ? { ok: true } : recorded
  }

  async function fetchFile(
    key: GraphCredentials,
    { account: { phoneNumberId = '' } }: Channel,
    { mediaId }: Attached,
    mostBytes: number,
  ): Promise<FetchedFile> {
    const found = await api.call(key, {
      method: 'GET',
      path: [mediaId],
      // Only what was sent to this number.
      query: { phone_number_id: phoneNumberId },
      answer: fileSchema,
    })
    if (!found.ok) return { ok: false, kind: found.kind === 'refused' ? 'gone' : 'away' }
    if ((found.result.file_size ?? 0) > mostBytes) return { ok: false, kind: 'too-large' }
    return api.download(key, found.result.url, mostBytes)
  }
}
