/**
 * Messenger and Instagram: the messages to a Facebook page, and to the Instagram account that is linked to one
 * (developers.facebook.com/docs/messenger-platform). Both are written to through the page, by its token.
 */
import {
  type ChannelKind,
  type DeliveryFailure,
  personReplyWindows,
  replyWindows,
} from '@parley/contracts/channel/names.ts'
import { z } from 'zod'
import type { Channel, Texts } from '../channel.decider.ts'
import type { ChannelAdapter, Checked, Identified, SendResult, SetupResult } from '../channel-adapter.ts'
import { referenceOf } from '../delivery/sent-reference.ts'
import { type GraphApi, type GraphFault, subcodes } from '../meta/graph-api.ts'
import { sendResult, setupResult } from '../meta/results.ts'
import { appOf, tokenEnd } from '../meta/token-end.ts'
import { graphCredentials } from '../whatsapp/whatsapp-adapter.ts'
import { MOST_OF_TEXT, messageFor, type PageKind, pageParts } from './requests.ts'

export type PageAdapterDeps = {
  kind: PageKind
  api: GraphApi
  publicUrl: string
  /** Whether another channel than this one uses a page or an Instagram account. */
  isUsed(
    account: { kind: ChannelKind; accountId: string },
    otherThan: { channelId: string },
  ): Promise<boolean>
}

const DAY_MS = 86_400_000

/** What a page tells of. Those of Instagram are chosen in the app itself, and come for each page that tells of anything. */
const SUBSCRIBED = [
  ...['messages', 'messaging_postbacks', 'messaging_referrals', 'message_reactions', 'message_edits'],
  ...['message_echoes', 'message_deliveries', 'message_reads'],
]

/** What is read of Meta's answers. */
const pageSchema = z.object({
  id: z.string(),
  name: z.string().max(200),
  instagram_business_account: z
    .object({ id: z.string().regex(/^\d{1,20}$/), username: z.string().max(200).default('') })
    .optional(),
})
const done = z.object({ success: z.literal(true) })
const sentSchema = z.object({ message_id: z.string() })
const appsSchema = z.object({
  data: z.array(z.object({ id: z.string(), subscribed_fields: z.array(z.string()).default([]) })),
})

export function pageAdapter({ kind, api, publicUrl, isUsed }: PageAdapterDeps): ChannelAdapter {
  return {
    kind,
    capabilities: {
      ...{ textLength: MOST_OF_TEXT, retryForMs: DAY_MS },
      replyWindowMs: replyWindows[kind] ?? DAY_MS,
      personReplyWindowMs: personReplyWindows[kind] ?? DAY_MS,
    },
    partsOf: pageParts,

    /** Whose token it is: with the token of a person or of another page nothing could be sent. */
    async identify(credentials, { pageId = '' }: Texts = {}): Promise<Identified> {
      const called = await page(credentials)
      if (!called.ok) {
        const refused = called.kind !== 'away' && called.kind !== 'patience'
        return { ok: false, refused, ...(refused ? { description: called.description } : {}) }
      }
      const { id, name, instagram_business_account: linked } = called.result
      if (id !== pageId)
        return {
          ok: false,
          refused: true,
          description: 'This token is not the one of the page with this ID.',
        }
      if (kind === 'messenger') return { ok: true, id, account: { pageId, pageName: name }, name }
      if (!linked)
        return { ok: false, refused: true, description: 'No Instagram page is linked to this page.' }
      const { id: igPageId, username: igPageName } = linked
      const account = { pageId, pageName: name, igPageId, igPageName }
      return { ok: true, id: igPageId, account, name: igPageName === '' ? name : igPageName }
    },

    provider: {
      async setUp({ account: { pageId = '' }, credentials }): Promise<SetupResult> {
        const called = await api.call(graphCredentials(credentials), {
          method: 'POST',
          path: [pageId, 'subscribed_apps'],
          body: { subscribed_fields: SUBSCRIBED.join(',') },
          answer: done,
        })
        return setupResult(called)
      },

      async tearDown(channel): Promise<SetupResult> {
        const others = await isNeeded(channel)
        if (!others.ok) return setupResult(others)
        if (others.isNeeded) return { ok: true }
        const called = await api.call(graphCredentials(channel.credentials), {
          method: 'DELETE',
          path: [channel.account.pageId ?? '', 'subscribed_apps'],
          answer: done,
        })
        return setupResult(called)
      },

      async check({ account: { pageId = '' }, credentials }): Promise<Checked> {
        const key = graphCredentials(credentials)
        const app = await appOf(api, key)
        if (!app.ok) return { state: stateOf(app) }
        const apps = await api.call(key, {
          method: 'GET',
          path: [pageId, 'subscribed_apps'],
          answer: appsSchema,
        })
        if (!apps.ok) return { state: stateOf(apps) }
        const own = apps.result.data.find(({ id }) => id === app.result.id)
        const tokenEndsAt = await tokenEnd(api, key, app.result.id)
        return {
          state: own?.subscribed_fields.includes('messages') ? 'connected' : 'not-connected',
          ...(tokenEndsAt === undefined ? {} : { tokenEndsAt }),
        }
      },
    },

    async send({ account: { pageId = '' }, credentials }, outgoing): Promise<SendResult> {
      const { contactId, message, isLate } = outgoing
      const content = messageFor(message.blocks, { origin: publicUrl, kind })
      if (!content) return { ok: true }
      if (!/^\d+$/.test(pageId) || !/^\d+$/.test(contactId))
        return { ok: false, final: true, reason: 'refused' }
      // The tag is for people alone, and for when they could not answer in time.
      const isTagged = isLate === true && message.role === 'human'
      const called = await api.call(graphCredentials(credentials), {
        method: 'POST',
        path: [pageId, 'messages'],
        body: {
          recipient: { id: contactId },
          ...(isTagged
            ? { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' }
            : { messaging_type: 'RESPONSE' }),
          // Instagram takes none.
          message: kind === 'messenger' ? { ...content, metadata: referenceOf(outgoing) } : content,
        },
        answer: sentSchema,
      })
      return called.ok ? { ok: true, sentId: called.result.message_id } : sendResult(called, failureOf)
    },

    /** Read first, as people do. */
    async showTyping({ credentials }, contactId) {
      for (const sender_action of ['mark_seen', 'typing_on'])
        await api.call(graphCredentials(credentials), {
          method: 'POST',
          path: ['me', 'messages'],
          body: { recipient: { id: contactId }, sender_action },
          answer: z.unknown(),
        })
    },
  }

  function page(credentials: Texts) {
    return api.call(graphCredentials(credentials), {
      method: 'GET',
      path: ['me'],
      query: { fields: 'id,name,instagram_business_account{id,username}' },
      answer: pageSchema,
    })
  }

  /** Whether another channel needs what the page tells of: the one of Instagram beside the one of Messenger, or a newer one. */
  async function isNeeded(channel: Channel): Promise<{ ok: true; isNeeded: boolean } | GraphFault> {
    const { pageId = '', igPageId } = channel.account
    let instagram = igPageId
    if (instagram === undefined) {
      const called = await page(channel.credentials)
      if (!called.ok) return called
      instagram = called.result.instagram_business_account?.id
    }
    const accounts: { kind: ChannelKind; accountId: string }[] = [
      { kind: 'messenger', accountId: pageId },
      ...(instagram === undefined ? [] : [{ kind: 'instagram' as const, accountId: instagram }]),
    ]
    for (const account of accounts) if (await isUsed(account, channel)) return { ok: true, isNeeded: true }
    return { ok: true, isNeeded: false }
  }
}

const stateOf = ({ kind }: GraphFault) => (kind === 'unauthorized' ? 'credentials-refused' : 'unreachable')

/** Why a message was not delivered, by Meta's codes of it. */
export function failureOf({ code, subcode = 0 }: { code: number; subcode?: number }): DeliveryFailure {
  if (subcodes.tooLate.has(subcode)) return 'window-closed'
  // 551: the person has blocked the page, closed their account, or can't be written to.
  return subcodes.unreachable.has(subcode) || code === 551 ? 'unreachable' : 'refused'
}
