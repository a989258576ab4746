/** WhatsApp: a number of a WhatsApp Business account as a channel (developers.facebook.com/docs/whatsapp/cloud-api). */
import { type DeliveryFailure, replyWindows } from '@parley/contracts/channel/names.ts'
import { z } from 'zod'
import type { Texts } from '../channel.decider.ts'
import type { ChannelAdapter, Checked, Identified, SendResult, SetupResult } from '../channel-adapter.ts'
import { referenceOf } from '../delivery/sent-reference.ts'
import { verifyTokenOf } from '../meta/challenge.ts'
import type { GraphApi, GraphCredentials } from '../meta/graph-api.ts'
import { sendResult, setupResult } from '../meta/results.ts'
import { appOf, tokenEnd } from '../meta/token-end.ts'
import { MOST_OF_TEXT, messageFor, whatsAppParts } from './requests.ts'
import { templateMessage, templateOf } from './templates/sent-template.ts'
import { webhookAddress } from './webhook-address.ts'

export type WhatsAppAdapterDeps = {
  api: GraphApi
  publicUrl: string
  region: string
  /**
   * The six digits with which a number is registered that is not yet (two-step verification); the same for a number each
   * time. Without it, numbers are registered elsewhere.
   */
  pinOf?(phoneNumberId: string): string
}

const DAY_MS = 86_400_000
const MOST_OF_NAME = 100

/** What is read of Meta's answers. */
const numbersSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      display_phone_number: z.string().max(50),
      verified_name: z.string().nullish(),
      status: z.string().nullish(),
    }),
  ),
})
/** What Meta says of a number that can't send before it is registered (`WhatsAppPhoneNumberStatus` and `WhatsAppAccountNumberStatus` of the contract). */
const unregistered = new Set(['PENDING', 'UNVERIFIED', 'DISCONNECTED'])
/** Another PIN than ours was set for the number. */
const OTHER_PIN = 133_005
const done = z.object({ success: z.literal(true) })
const sentSchema = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) })
const webhookSchema = z.object({
  webhook_configuration: z.object({ phone_number: z.string().optional() }).optional(),
})

export const graphCredentials = ({ token = '', appSecret = '' }: Texts): GraphCredentials => ({
  token,
  secret: appSecret,
})

export function whatsAppAdapter({ api, publicUrl, region, pinOf }: WhatsAppAdapterDeps): ChannelAdapter {
  const own = { publicUrl, region }

  return {
    kind: 'whatsapp',
    capabilities: {
      ...{ textLength: MOST_OF_TEXT, retryForMs: DAY_MS },
      replyWindowMs: replyWindows.whatsapp ?? DAY_MS,
      templates: true,
    },
    partsOf: whatsAppParts,

    /** Which of the account's numbers it is: so both the number and the account are those of the token. */
    async identify(credentials, { phoneNumberId = '', businessId = '' }: Texts = {}): Promise<Identified> {
      const called = await numbersOf(graphCredentials(credentials), businessId)
      if (!called.ok) {
        const refused = called.kind !== 'away' && called.kind !== 'patience'
        return { ok: false, refused, ...(refused ? { description: called.description } : {}) }
      }
      const found = called.result.data.find(({ id }) => id === phoneNumberId)
      if (!found)
        return { ok: false, refused: true, description: 'This business account has no number with this ID.' }
      const { display_phone_number: phoneNumber, verified_name: verified } = found
      const name = (verified ?? '').toWellFormed().trim().slice(0, MOST_OF_NAME).toWellFormed() || phoneNumber
      return { ok: true, id: phoneNumberId, account: { phoneNumberId, businessId, phoneNumber }, name }
    },

    provider: {
      /** Meta asks for the challenge of the address before it answers. */
      async setUp({ agentId, account, credentials }): Promise<SetupResult> {
        const { phoneNumberId = '', businessId = '' } = account
        const key = graphCredentials(credentials)
        const subscribed = await api.call(key, {
          method: 'POST',
          path: [businessId, 'subscribed_apps'],
          answer: done,
        })
        if (!subscribed.ok) return setupResult(subscribed)
        const registered = await register(key, { businessId, phoneNumberId })
        if (!registered.ok) return registered
        const configured = await configure(key, phoneNumberId, webhookAddress(own, { agentId }), agentId)
        return setupResult(configured)
      },

      /** Other numbers of the account may need its subscription, which stays. */
      async tearDown({ agentId, account, credentials }): Promise<SetupResult> {
        const { phoneNumberId = '' } = account
        const key = graphCredentials(credentials)
        const found = await configured(key, phoneNumberId)
        if (!found.ok) return setupResult(found)
        // The number may be connected elsewhere by now.
        if (found.result !== webhookAddress(own, { agentId })) return { ok: true }
        return setupResult(await configure(key, phoneNumberId, '', agentId))
      },

      async check({ agentId, account, credentials }): Promise<Checked> {
        const key = graphCredentials(credentials)
        const found = await configured(key, account.phoneNumberId ?? '')
        if (!found.ok) return { state: found.kind === 'unauthorized' ? 'credentials-refused' : 'unreachable' }
        const app = await appOf(api, key)
        const tokenEndsAt = app.ok ? await tokenEnd(api, key, app.result.id) : undefined
        return {
          state: found.result === webhookAddress(own, { agentId }) ? 'connected' : 'not-connected',
          ...(tokenEndsAt === undefined ? {} : { tokenEndsAt }),
        }
      },
    },

    async send({ account, credentials }, outgoing): Promise<SendResult> {
      const { contactId, message } = outgoing
      const template = templateOf(message.blocks)
      const content = template ? templateMessage(template) : messageFor(message.blocks, { origin: publicUrl })
      if (!content) return { ok: true }
      const { phoneNumberId = '' } = account
      if (!/^\d+$/.test(phoneNumberId) || !/^\d+$/.test(contactId))
        return { ok: false, final: true, reason: 'refused' }
      const called = await api.call(graphCredentials(credentials), {
        method: 'POST',
        path: [phoneNumberId, 'messages'],
        body: {
          ...{ messaging_product: 'whatsapp', recipient_type: 'individual', to: contactId },
          ...content,
          biz_opaque_callback_data: referenceOf(outgoing),
        },
        answer: sentSchema,
      })
      if (!called.ok) return sendResult(called, ({ code }) => failureOf(code))
      const [sent] = called.result.messages
      return { ok: true, ...(sent ? { sentId: sent.id } : {}) }
    },
  }

  function numbersOf(key: GraphCredentials, businessId: string) {
    return api.call(key, {
      method: 'GET',
      path: [businessId, 'phone_numbers'],
      query: { fields: 'id,display_phone_number,verified_name,status', limit: '100' },
      answer: numbersSchema,
    })
  }

  /** Registers a number that is new at Meta: before that it neither sends nor receives. */
  async function register(
    key: GraphCredentials,
    { businessId, phoneNumberId }: { businessId: string; phoneNumberId: string },
  ): Promise<SetupResult> {
    if (!pinOf) return { ok: true }
    const numbers = await numbersOf(key, businessId)
    if (!numbers.ok) return setupResult(numbers)
    const status = numbers.result.data.find(({ id }) => id === phoneNumberId)?.status
    if (!unregistered.has(status ?? '')) return { ok: true }
    const called = await api.call(key, {
      method: 'POST',
      path: [phoneNumberId, 'register'],
      body: { messaging_product: 'whatsapp', pin: pinOf(phoneNumberId) },
      answer: done,
    })
    if (called.ok || called.kind !== 'refused' || called.code !== OTHER_PIN) return setupResult(called)
    const description =
      'The number has a PIN for two-step verification. Turn it off in WhatsApp Manager, then try again.'
    return { ok: false, final: true, reason: 'refused', description }
  }

  async function configured(key: GraphCredentials, phoneNumberId: string) {
    const called = await api.call(key, {
      method: 'GET',
      path: [phoneNumberId],
      query: { fields: 'webhook_configuration' },
      answer: webhookSchema,
    })
    return called.ok
      ? { ok: true as const, result: called.result.webhook_configuration?.phone_number }
      : called
  }

  function configure(key: GraphCredentials, phoneNumberId: string, address: string, agentId: string) {
    const webhook_configuration = {
      override_callback_uri: address,
      ...(address === '' ? {} : { verify_token: verifyTokenOf({ agentId }) }),
    }
    return api.call(key, {
      method: 'POST',
      path: [phoneNumberId],
      body: { webhook_configuration },
      answer: done,
    })
  }
}

/** Why WhatsApp did not deliver a message, by Meta's code of it. */
export function failureOf(code: number | undefined): DeliveryFailure {
  switch (code) {
    // More than 24 hours since the person wrote; outside of it are templates alone.
    case 131_047:
      return 'window-closed'
    // The number is not on WhatsApp, has not accepted its terms, or may not be written to by a test number.
    case 131_026:
    case 131_030:
    case 131_021:
      return 'unreachable'
    // The template does not exist in this language, is not approved, paused, or has other variables than it was sent.
    case 132_000:
    case 132_001:
    case 132_005:
    case 132_007:
    case 132_012:
    case 132_015:
    case 132_016:
      return 'template-refused'
    // The person has stopped the business's messages, or was blocked by it.
    case 131_050:
    case 131_064:
      return 'blocked'
    default:
      return 'refused'
  }
}
