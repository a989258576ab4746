/** What a phone shows of a request to a provider: read of the request itself, as the provider's app would. */
import type { SimulatedKind } from '@parley/contracts/channel/names.ts'
import type { SimulatedRequest } from '@parley/contracts/channel/simulation-endpoints.ts'
import { type Entity, type Run, telegramRuns, whatsAppRuns, withLinks } from './runs.ts'

/** As in the contract, whose module is not imported at run time. */
export type RecordingType = 'audio/ogg' | 'audio/mpeg' | 'audio/mp4' | 'audio/wav'

/** What a contact does on a channel, as the server reads it. */
export type Act =
  | { type: 'text'; text: string }
  | { type: 'open' }
  | { type: 'voice-note'; mimeType: RecordingType }
  | {
      type: 'choice'
      of: 'button' | 'row' | 'quick-reply' | 'postback' | 'callback'
      data: string
      label: string
      keyboard?: { text: string; data?: string }[]
    }

/** `act` of what can be pressed, `url` of what leads somewhere. */
export type Key = { label: string; description?: string; act?: Act; url?: string }
export type Card = { title: string; subtitle: string; picture?: string; keys: Key[] }

export type Bubble = {
  /** Formatted words; those of Discord are Markdown. */
  runs?: Run[]
  markdown?: string
  picture?: string
  file?: { kind: string; name: string; url: string }
  cards?: Card[]
  /** Keys below the bubble that stay there. */
  keys?: Key[]
  /** Rows behind a button with this label. */
  list?: { opens: string; rows: Key[] }
  /** Keys that go once the contact has answered. */
  quickReplies?: Key[]
  /** The name of an approved template that is sent. */
  template?: string
  /** The tag under which a person writes late. */
  tag?: string
}

type Fields = Record<string, unknown>
const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fields) : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const some = (value: unknown): string | undefined => text(value) || undefined
const without = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Value

/** `agent`: the name that stands in place of the contact's mention. */
export function bubbleOf(kind: SimulatedKind, { path, body }: SimulatedRequest): Bubble {
  switch (kind) {
    case 'whatsapp':
      return whatsApp(body)
    case 'telegram':
      return telegram(path, body)
    case 'discord':
      return discord(body)
    case 'messenger':
    case 'instagram':
      return page(body)
  }
}

function whatsApp(body: Fields): Bubble {
  const type = text(body.type)
  const content = fields(body[type])
  switch (type) {
    case 'text':
      return { runs: whatsAppRuns(text(content.body)) }
    case 'template':
      return { template: text(content.name) }
    case 'image':
      return without({
        picture: some(content.link),
        runs: content.caption === undefined ? undefined : whatsAppRuns(text(content.caption)),
      })
    case 'interactive':
      return whatsAppChoices(content)
    default: {
      const url = text(content.link)
      const name = text(content.filename) || lastOf(url)
      return without({
        file: { kind: type, name, url },
        runs: content.caption === undefined ? undefined : whatsAppRuns(text(content.caption)),
      })
    }
  }
}

function whatsAppChoices(content: Fields): Bubble {
  const action = fields(content.action)
  const rows = list(action.sections).flatMap((section) => list(section.rows))
  const said = (reply: Fields, of: 'button' | 'row'): Key => {
    const label = text(reply.title)
    return without({ label, description: some(reply.description), act: choice(of, text(reply.id), label) })
  }
  return without({
    picture: some(fields(fields(content.header).image).link),
    runs: whatsAppRuns(text(fields(content.body).text)),
    keys:
      content.type === 'button'
        ? list(action.buttons).map((one) => said(fields(one.reply), 'button'))
        : undefined,
    list:
      content.type === 'list'
        ? { opens: text(action.button), rows: rows.map((row) => said(row, 'row')) }
        : undefined,
  })
}

const choice = (of: Extract<Act, { type: 'choice' }>['of'], data: string, label: string): Act => ({
  ...{ type: 'choice', of, data, label },
})

function page(body: Fields): Bubble {
  const message = fields(body.message)
  const attachment = fields(message.attachment)
  const payload = fields(attachment.payload)
  const kind = text(attachment.type)
  const url = text(payload.url)
  return without({
    runs: message.text === undefined ? undefined : withLinks(text(message.text)),
    picture: kind === 'image' ? url : undefined,
    file: ['audio', 'video', 'file'].includes(kind) ? { kind, name: lastOf(url), url } : undefined,
    cards: kind === 'template' ? list(payload.elements).map(cardOf) : undefined,
    quickReplies:
      message.quick_replies === undefined
        ? undefined
        : list(message.quick_replies).map((one): Key => {
            const label = text(one.title)
            return { label, act: choice('quick-reply', text(one.payload), label) }
          }),
    tag: some(body.tag),
  })
}

function cardOf(element: Fields): Card {
  return without({
    ...{ title: text(element.title), subtitle: text(element.subtitle), picture: some(element.image_url) },
    keys: list(element.buttons).map((button): Key => {
      const label = text(button.title)
      if (button.type === 'web_url') return { label, url: text(button.url) }
      return { label, act: choice('postback', text(button.payload), label) }
    }),
  })
}

function telegram(path: string, body: Fields): Bubble {
  const words = body.text ?? body.caption
  const entities = (body.entities ?? body.caption_entities ?? []) as Entity[]
  const rows = fields(body.reply_markup).inline_keyboard
  const flat = (Array.isArray(rows) ? rows : []).flatMap(list)
  const keyboard = flat.map((key) => without({ text: text(key.text), data: some(key.callback_data) }))
  const document = some(body.document)
  return without({
    runs: words === undefined ? undefined : telegramRuns(text(words), entities),
    picture: path === '/sendPhoto' ? some(body.photo) : undefined,
    file: document === undefined ? undefined : { kind: 'document', name: lastOf(document), url: document },
    keys:
      flat.length === 0
        ? undefined
        : flat.map((key): Key => {
            const label = text(key.text)
            if (typeof key.url === 'string') return { label, url: key.url }
            return { label, act: { ...choice('callback', text(key.callback_data), label), keyboard } as Act }
          }),
  })
}

function discord(body: Fields): Bubble {
  const embeds = list(body.embeds)
  return without({
    markdown: body.content === undefined ? undefined : text(body.content),
    cards:
      embeds.length === 0
        ? undefined
        : embeds.map((embed) =>
            without({
              ...{ title: text(embed.title), subtitle: text(embed.description), keys: [] },
              picture: some(fields(embed.image).url),
            }),
          ),
  })
}

function lastOf(url: string): string {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last) || url
  } catch {
    return last
  }
}
