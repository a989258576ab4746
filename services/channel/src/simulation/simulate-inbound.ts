/**
 * What a contact's message, choice or voice note is read as: it is put into the form in which the provider delivers it, and read from
 * there by the channel's own reader.
 */
import { channelEndpoints } from '@parley/contracts/channel/endpoints.ts'
import type { SimulatedKind } from '@parley/contracts/channel/names.ts'
import type { simulationEndpoints } from '@parley/contracts/channel/simulation-endpoints.ts'
import type { Parsed } from '@parley/contracts/endpoint.ts'
import { readMessage } from '../discord/events.ts'
import { readDelivery as readPages } from '../pages/deliveries.ts'
import { readUpdate } from '../telegram/updates.ts'
import { readDelivery as readWhatsApp } from '../whatsapp/deliveries.ts'
import { SIMULATED_CONTACT as CONTACT } from './recorded-adapters.ts'

export type Act = Parsed<(typeof simulationEndpoints)['channels.simulateInbound']>['body']['act']
type Choice = Extract<Act, { type: 'choice' }>
export type Read = { text: string; opens: boolean; files: { name: string }[] }
type VoiceNote = Extract<Act, { type: 'voice-note' }>

const ACCOUNT = '1'
const NAME = 'Contact'

/** Undefined for what nobody can do in this channel, such as pressing a button of another provider. */
export function simulateInbound(kind: SimulatedKind, act: Act, now: number): Read | undefined {
  const read = readers[kind](act, now)
  if (!read) return undefined
  const files = read.attached.map(({ name }) => ({ name }))
  return { text: read.text, opens: read.opens ?? false, files }
}

type Reader = (
  act: Act,
  now: number,
) => { text: string; opens?: boolean; attached: readonly { name: string }[] } | undefined

const endings: Record<VoiceNote['mimeType'], string> = {
  ...{ 'audio/ogg': 'ogg', 'audio/mpeg': 'mp3', 'audio/mp4': 'm4a', 'audio/wav': 'wav' },
}
const recordingOf = ({ mimeType }: VoiceNote) => `recording.${endings[mimeType]}`

const readers: Record<SimulatedKind, Reader> = {
  whatsapp: whatsApp,
  messenger: (act, now) => page('page', act, now),
  instagram: (act, now) => page('instagram', act, now),
  telegram,
  discord,
}

function whatsApp(act: Act, now: number) {
  const content = whatsAppContent(act)
  if (!content) return undefined
  const message = { from: CONTACT, id: 'wamid.1', timestamp: String(Math.floor(now / 1000)), ...content }
  const value = {
    ...{ messaging_product: 'whatsapp', metadata: { phone_number_id: ACCOUNT } },
    contacts: [{ wa_id: CONTACT, profile: { name: NAME } }],
    messages: [message],
  }
  const delivery = channelEndpoints['channels.whatsappWebhook'].body.parse({
    object: 'whatsapp_business_account',
    entry: [{ id: ACCOUNT, changes: [{ field: 'messages', value }] }],
  })
  return readWhatsApp(delivery)[0]?.inbound[0]
}

function whatsAppContent(act: Act): object | undefined {
  if (act.type === 'text') return { type: 'text', text: { body: act.text } }
  if (act.type === 'voice-note') {
    const { mimeType: mime_type } = act
    // What its app records is Ogg; WAV can be sent as a document alone.
    if (mime_type === 'audio/wav')
      return { type: 'document', document: { id: '1', mime_type, filename: recordingOf(act) } }
    return { type: 'audio', audio: { id: '1', mime_type, voice: mime_type === 'audio/ogg' } }
  }
  if (act.type !== 'choice') return undefined
  const type = whatsAppReplies[act.of]
  const chosen = { id: act.data, title: act.label }
  if (type === undefined) return undefined
  return { type: 'interactive', interactive: { type, [type]: chosen }, context: { id: 'wamid.0' } }
}

const whatsAppReplies: Partial<Record<Choice['of'], string>> = { button: 'button_reply', row: 'list_reply' }

function page(object: 'page' | 'instagram', act: Act, now: number) {
  const content = pageContent(act)
  if (!content) return undefined
  const event = { sender: { id: CONTACT }, recipient: { id: ACCOUNT }, timestamp: now, ...content }
  const delivery = channelEndpoints['channels.metaWebhook'].body.parse({
    object,
    entry: [{ id: ACCOUNT, time: now, messaging: [event] }],
  })
  return readPages(delivery)[0]?.inbound[0]
}

function pageContent(act: Act): object | undefined {
  if (act.type === 'text') return { message: { mid: 'm.1', text: act.text } }
  if (act.type === 'voice-note') {
    const payload = { url: `https://cdn.fbsbx.com/v/${recordingOf(act)}` }
    return { message: { mid: 'm.1', attachments: [{ type: 'audio', payload }] } }
  }
  if (act.type !== 'choice') return undefined
  const { of, data: payload, label } = act
  if (of === 'quick-reply') return { message: { mid: 'm.1', text: label, quick_reply: { payload } } }
  return of === 'postback' ? { postback: { mid: 'm.1', title: label, payload } } : undefined
}

function telegram(act: Act, now: number) {
  const update = telegramUpdate(act, now)
  const read = update && readUpdate({ update_id: 1, ...update })
  return read && 'inbound' in read ? read.inbound : undefined
}

function telegramUpdate(act: Act, now: number): object | undefined {
  const chat = { id: Number(CONTACT), type: 'private' }
  const from = { id: Number(CONTACT), is_bot: false, first_name: NAME }
  if (act.type === 'choice') {
    if (act.of !== 'callback') return undefined
    const { keyboard = [{ text: act.label, data: act.data }] } = act
    const inline_keyboard = keyboard.map(({ text, data }) => [
      { text, ...(data === undefined ? {} : { callback_data: data }) },
    ])
    return {
      callback_query: { id: '1', from, data: act.data, message: { chat, reply_markup: { inline_keyboard } } },
    }
  }
  return { message: { message_id: 1, date: Math.floor(now / 1000), chat, from, ...telegramContent(act) } }
}

function telegramContent(act: Exclude<Act, Choice>): object {
  if (act.type !== 'voice-note') return { text: act.type === 'open' ? '/start' : act.text }
  const file = { file_id: '1', mime_type: act.mimeType, file_name: recordingOf(act) }
  // What its app records is Ogg. Other recordings are sounds with a name, and WAV a document.
  if (act.mimeType === 'audio/ogg') return { voice: file }
  return act.mimeType === 'audio/wav' ? { document: file } : { audio: file }
}

function discord(act: Act, now: number) {
  if (act.type !== 'text' && act.type !== 'voice-note') return undefined
  const content = act.type === 'text' ? act.text : ''
  const filename = act.type === 'text' ? undefined : recordingOf(act)
  const url = `https://cdn.discordapp.com/attachments/1/1/${filename}`
  const read = readMessage({
    ...{ id: '1', channel_id: ACCOUNT, guild_id: ACCOUNT, type: 0, content },
    attachments: filename === undefined ? [] : [{ id: '1', filename, size: 1, url }],
    author: { id: CONTACT, username: NAME },
    timestamp: new Date(now).toISOString(),
  })
  return read.kind === 'message' ? read.inbound : undefined
}
