/** What Meta delivers of pages and Instagram accounts, and the challenge of their address. The host has verified the signature. */
import type { channelEndpoints } from '@parley/contracts/channel/endpoints.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import type { WebhookSecret } from '@parley/kernel/modules/module.ts'
import { z } from 'zod'
import type { ChannelAccounts } from '../accounts/channel-accounts.ts'
import { type Channel, channel } from '../channel.decider.ts'
import { sentPartOf } from '../delivery/sent-reference.ts'
import { findChannel } from '../find-channel.ts'
import type { NoteIgnored } from '../ignored.ts'
import { answerChallenge } from '../meta/challenge.ts'
import type { GraphApi } from '../meta/graph-api.ts'
import { isTooMuch, saidOnce, TOO_MUCH } from '../meta/large-deliveries.ts'
import {
  type OutsidePort,
  type ReadChange,
  type SentMessages,
  type TakeChange,
  writtenIn,
} from '../outside.ts'
import type { Attachment, ReceiveMessage } from '../receive-message.ts'
import { FILE_PATIENCE_MS, type FileTurns, fetchFiles, notNow } from '../received-files.ts'
import { graphCredentials } from '../whatsapp/whatsapp-adapter.ts'
import {
  type Attached,
  idsIn,
  kindOf,
  type PageDelivery,
  type PageEcho,
  type PageInbound,
  type PageReceipt,
  readDelivery,
} from './deliveries.ts'
import type { PageKind } from './requests.ts'

export type PagesDeps = {
  region: string
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  api: GraphApi
  accounts: Pick<ChannelAccounts, 'holderOf'>
  receive: ReceiveMessage
  replyOutside: OutsidePort['reply']
  takeChange: TakeChange
  sentMessages: SentMessages
  /** The contact's conversation on a channel, as far as there is one. */
  conversationOf(tenant: string, of: { channelId: string; contactId: string }): Promise<string | undefined>
  fileTurns: FileTurns
  /** Records that a contact has received or read what was sent to them until a time (ISO 8601). */
  recordUntil(
    context: CommandContext,
    of: { channelId: string; contactId: string },
    became: { state: 'delivered' | 'read'; until: string },
  ): Promise<{ ok: true } | { ok: false; rejection: Rejection }>
  isAgent(tenant: string, agentId: string): Promise<boolean>
  noteIgnored: NoteIgnored
  /** Called with pages that are not the workspace's. */
  onIgnored(what: string, details: object): void
  /** In ms. */
  now?: () => number
}

/** `raw`: its bytes, whose signature under `secret` was verified. */
export type TakePages = (
  delivery: { tenant: string; body: PageDelivery; raw: Buffer; context: CommandContext },
  secret: string | undefined,
) => Promise<{ ok: true; value: { received: true } } | { ok: false; rejection: Rejection }>

/** Files of one message that are fetched. */
const MOST_FILES = 10
/** Pages that are looked up for one delivery. Meta delivers for the few of one app. */
const MOST_PAGES = 20
/** Ids that are looked up before a delivery is believed; the page's stands before those of people. */
const MOST_IDS = 5
const NAMES_REMEMBERED = 10_000
/** For so long, in ms, a message that comes back waits until it is known which app a channel's token is of. */
const APP_PATIENCE_MS = 3_600_000

const appSchema = z.object({ id: z.string() })
const personSchema = z.object({ name: z.string().optional(), username: z.string().optional() })
const kinds: readonly PageKind[] = ['messenger', 'instagram']
const idField = { messenger: 'pageId', instagram: 'igPageId' } as const

export function pagesHandlers(deps: PagesDeps): {
  handlers: Pick<Handlers<typeof channelEndpoints>, 'channels.metaChallenge' | 'channels.metaWebhook'>
  secretOf: WebhookSecret
  take: TakePages
} {
  const { load, api, now = Date.now } = deps
  /** What people are called, by channel and contact: Meta is asked once. Empty where it does not say. */
  const names = createByteCache<string>({ maxBytes: NAMES_REMEMBERED, sizeOf: () => 1 })

  /** The app of a channel's token, by channel and token. */
  const apps = createByteCache<string>({ maxBytes: NAMES_REMEMBERED, sizeOf: () => 1 })

  /** The app secret of the first page or account in the delivery that the workspace has: it is signed with that, or refused. */
  const secretOf: WebhookSecret = async ({ tenant, raw }) => {
    for (const id of idsIn(raw, MOST_IDS))
      for (const kind of kinds) {
        const found = await channelOf({ kind, accountId: id }, tenant)
        if (found) return found.credentials.appSecret
      }
    return undefined
  }

  return {
    secretOf,
    take,

    handlers: {
      'channels.metaChallenge': (call) => answerChallenge(call, deps.isAgent),

      async 'channels.metaWebhook'({ tenant, params, body, context, request }) {
        // What is read may name its pages in another order than the bytes do.
        const raw = request.delivery?.raw ?? Buffer.alloc(0)
        const secret = await secretOf({ tenant, named: params, raw })
        return take({ tenant, body, raw, context }, secret)
      },
    },
  }

  /** Takes what was delivered of the pages of a workspace that were connected with an app secret. */
  async function take({ tenant, body, context }: Parameters<TakePages>[0], secret: string | undefined) {
    const kind = kindOf(body)
    if (!kind) {
      deps.onIgnored('A delivery of Meta is of no page', { object: body.object })
      return reply({ received: true as const })
    }
    if (isTooMuch(body.entry, ['messaging', 'standby', 'changes'])) return refuse('invalid-input', TOO_MUCH)
    const parts = readDelivery(body)
    const own = new Map<string, Channel | undefined>()
    const ignore = saidOnce(deps.onIgnored)
    const written: { of: Channel; one: PageInbound | PageEcho }[] = []
    const changes: { of: Channel; change: ReadChange }[] = []
    const receipts: { of: Channel; receipt: PageReceipt }[] = []
    for (const { accountId, ignored, ...part } of parts) {
      if (!own.has(accountId) && own.size < MOST_PAGES)
        own.set(accountId, await channelOf({ kind, accountId }, tenant))
      const of = own.get(accountId)
      // Signed for one page, it says nothing of one of another app or workspace.
      if (!of || of.credentials.appSecret !== secret) {
        ignore('A delivery of Meta names a page that is not the workspace’s', accountId, {
          ...{ kind, accountId, messages: part.inbound.length },
        })
        continue
      }
      await deps.noteIgnored(of, ignored, context)
      written.push(...[...part.inbound, ...part.echoes].map((one) => ({ of, one })))
      changes.push(...part.changes.map((change) => ({ of, change })))
      receipts.push(...part.receipts.map((receipt) => ({ of, receipt })))
    }
    written.sort((a, b) => Date.parse(a.one.sentAt) - Date.parse(b.one.sentAt))
    for (const { of, one } of written) {
      const put = () => ('opens' in one ? add(of, one, tenant, context) : addReply(of, one, tenant, context))
      const received = await deps.fileTurns.run({ tenant, files: one.attached.length }, put)
      if (received === 'busy') return notNow
      if (!received.ok) return received
    }
    changes.sort((one, other) => Date.parse(one.change.at) - Date.parse(other.change.at))
    for (const { of, change } of changes) {
      const taken = await takeOne(of, change, tenant, context)
      if (!taken.ok) return taken
    }
    for (const { of, receipt } of receipts) {
      const { contactId, ...became } = receipt
      const recorded = await deps.recordUntil(context, { channelId: of.channelId, contactId }, became)
      if (!recorded.ok) return recorded
    }
    return reply({ received: true as const })
  }

  /** The workspace's channel of a page or account. */
  async function channelOf(
    { kind, accountId }: { kind: PageKind; accountId: string },
    tenant: string,
  ): Promise<Channel | undefined> {
    const holder = await deps.accounts.holderOf({ kind, accountId })
    if (holder?.region !== deps.region) return undefined
    const { channelId } = holder
    // Replaced credentials stop working at once, whichever process replaced them.
    await deps.refresh(channel.category, channelId)
    const found = await findChannel(load, tenant, { channelId })
    return found?.kind === kind && found.account[idField[kind]] === accountId ? found : undefined
  }

  async function add(
    of: Channel,
    { contactId, attached, sentAt, ...inbound }: PageInbound,
    tenant: string,
    { cause }: CommandContext,
  ) {
    const { kind, channelId, agentId } = of
    const attachments = await filesOf(of, { attached, sentAt })
    // Meta delivers the message again.
    if (attachments === 'away') return notNow
    const name = await nameOf(of, contactId)
    return deps.receive({
      ...{ tenant, agentId, attachments, sentAt, cause, ...inbound },
      channel: { kind, channelId },
      contact: { id: contactId, ...(name === '' ? {} : { name }), verified: false },
    })
  }

  async function filesOf(
    { credentials }: Channel,
    { attached, sentAt }: Pick<PageInbound, 'attached' | 'sentAt'>,
  ): Promise<Attachment[] | 'away'> {
    const fetch = ({ url }: Attached, mostBytes: number) =>
      api.download(graphCredentials(credentials), url, mostBytes)
    const waits = now() - Date.parse(sentAt) <= FILE_PATIENCE_MS
    const fetched = await fetchFiles(attached.slice(0, MOST_FILES), fetch, { waits })
    if (fetched === 'away') return 'away'
    const others = attached.slice(MOST_FILES).map(({ name }) => ({ name, missing: 'not-kept' as const }))
    return [...fetched, ...others]
  }

  /** What was written in Meta's own app, or by another one, is in the conversation, and is not sent again. */
  async function addReply(of: Channel, echo: PageEcho, tenant: string, { cause }: CommandContext) {
    const whose = await whoseIs(of, echo, tenant)
    if (whose === 'not-known-yet') return notNow
    if (whose === 'ours') return { ok: true as const }
    const { kind, channelId, agentId } = of
    const { contactId, providerMessageId, sentAt, text, attached } = echo
    const attachments = await filesOf(of, { attached, sentAt })
    if (attachments === 'away') return notNow
    return deps.replyOutside({
      ...{ tenant, agentId, attachments, cause, providerMessageId, sentAt, text },
      from: writtenIn[kind === 'instagram' ? 'instagram' : 'messenger'],
      channel: { kind, channelId },
      contact: { id: contactId },
    })
  }

  /**
   * Whether we sent a message that comes back: by what was sent with it, by the app, or else by its id, which is known
   * once Meta has answered. Meta does not say the app of a token that was revoked: what comes with it must not wait for ever.
   */
  async function whoseIs(
    of: Channel,
    { contactId, providerMessageId, sentAt, appId, reference }: PageEcho,
    tenant: string,
  ): Promise<'ours' | 'theirs' | 'not-known-yet'> {
    if (reference !== undefined && sentPartOf(reference)) return 'ours'
    if (appId !== undefined) {
      const own = await appOf(of)
      if (own !== undefined) return own === appId ? 'ours' : 'theirs'
      if (now() - Date.parse(sentAt) <= APP_PATIENCE_MS) return 'not-known-yet'
    }
    const conversationId = await deps.conversationOf(tenant, { channelId: of.channelId, contactId })
    if (conversationId === undefined) return 'theirs'
    const place = { tenant, conversationId }
    if ((await deps.sentMessages.messageOf(place, providerMessageId)) !== undefined) return 'ours'
    return (await deps.sentMessages.isSending(place)) ? 'not-known-yet' : 'theirs'
  }

  /** The id of the app of a channel's token; undefined while Meta does not say. */
  async function appOf({ channelId, credentials }: Channel): Promise<string | undefined> {
    const key = `${channelId}/${credentials.token ?? ''}`
    const known = apps.get(key)
    if (known !== undefined) return known
    const called = await api.call(graphCredentials(credentials), {
      ...{ method: 'GET', path: ['app'], query: { fields: 'id' }, answer: appSchema },
    })
    if (!called.ok) return undefined
    apps.set(key, called.result.id)
    return called.result.id
  }

  async function takeOne(of: Channel, change: ReadChange, tenant: string, context: CommandContext) {
    const taken = await deps.takeChange(of, tenant, change, context.cause)
    const { contactId, by, providerMessageId, at: sentAt, change: changed } = change
    if (!taken.ok || taken.found || changed.kind !== 'edit' || by === 'human') return taken
    // Its message never came, or is yet to come: what it says now counts.
    const text = `(edited) ${changed.text}`
    return add(
      of,
      { contactId, providerMessageId, sentAt, text, attached: [], opens: false },
      tenant,
      context,
    )
  }

  /** What a person is called there; nobody waits for it twice, and without it they have no name. */
  async function nameOf({ channelId, credentials, kind }: Channel, contactId: string): Promise<string> {
    const key = `${channelId}/${contactId}`
    const known = names.get(key)
    if (known !== undefined) return known
    const called = await api.call(graphCredentials(credentials), {
      method: 'GET',
      path: [contactId],
      query: { fields: kind === 'instagram' ? 'name,username' : 'name' },
      answer: personSchema,
    })
    const { name = '', username = '' } = called.ok ? called.result : {}
    const shown = (name.trim() || username).toWellFormed().trim().slice(0, 200)
    names.set(key, shown)
    return shown
  }
}
