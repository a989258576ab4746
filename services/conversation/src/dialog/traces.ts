/** Turns traces of the dialog API into blocks of a message and the actions of its buttons. */
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { safeImage, safeLink } from '@parley/contracts/conversation/safe-url.ts'
import { z } from 'zod'
import type { DialogAction, DialogTrace } from './dialog-api.ts'

/** A button's label, and what is sent to the dialog when it is chosen. */
export type DialogChoice = { label: string; action: DialogAction }

export type ReadTraces = {
  blocks: Block[]
  choices: DialogChoice[]
  /** Whether the dialog is over; the next message starts it again. */
  ended: boolean
  /** The reason, or an empty text, if a custom action asks for a person. */
  handoff?: string
}

const MOST_BUTTONS = 10
const MOST_CARDS = 20
const MOST_TEXT = 20_000
/** Of a button, and of the title of its card, which together are below `MOST_OF_A_CHOICE`. */
const MOST_OF_A_NAME = 240

const request = z.object({ type: z.string().min(1).max(200), payload: z.unknown().optional() })
const button = z.object({ name: z.string(), request: request.optional() })
type Button = z.infer<typeof button>
type CardButton = { label: string; url?: string; text?: string }

const textPayload = z.object({ message: z.string() })
const speakPayload = z.object({
  type: z.string().optional(),
  message: z.string().optional(),
  src: z.string().optional(),
})
const visualPayload = z.object({ image: z.string() })
const choicePayload = z.object({ buttons: z.array(button).optional(), choices: z.array(button).optional() })
const cardPayload = z.object({
  title: z.string().nullish(),
  description: z.union([z.string(), z.object({ text: z.string().nullish() })]).nullish(),
  imageUrl: z.string().nullish(),
  buttons: z.array(button).nullish(),
})
const carouselPayload = z.object({ cards: z.array(cardPayload) })
const withActions = z.object({
  actions: z.array(
    z.object({
      type: z.string(),
      url: z.string().optional(),
      payload: z.object({ url: z.string().optional() }).optional(),
    }),
  ),
})

/** The name of the dialog's custom action that asks for a person. */
const HAND_OFF = /^(?:human[ _-]?)?hand[ _-]?off$/i

/** Never throws: unknown or malformed traces are left out, so that the rest is said. */
export function readTraces(traces: readonly DialogTrace[]): ReadTraces {
  const read: ReadTraces = { blocks: [], choices: [], ended: false }
  for (const trace of traces) readTrace(trace, read)
  return read
}

function readTrace({ type, payload }: DialogTrace, read: ReadTraces): void {
  switch (type) {
    case 'text':
      addText(read, textPayload.safeParse(payload).data?.message)
      break
    case 'speak': {
      const spoken = speakPayload.safeParse(payload).data
      const sound = spoken?.type === 'audio' ? safeLink(spoken.src) : undefined
      addText(read, sound ? `[${fileName(sound)}](${sound})` : spoken?.message)
      break
    }
    case 'visual': {
      const url = safeImage(visualPayload.safeParse(payload).data?.image)
      if (url) read.blocks.push({ type: 'image', url })
      break
    }
    case 'choice':
      addButtons(read, choicePayload.safeParse(payload).data)
      break
    case 'cardV2': {
      const card = cardPayload.safeParse(payload).data
      addCards(read, card ? [card] : [])
      break
    }
    case 'carousel':
      addCards(read, carouselPayload.safeParse(payload).data?.cards ?? [])
      break
    case 'end':
      read.ended = true
      break
    default:
      if (HAND_OFF.test(type)) read.handoff = reasonIn(payload)
  }
}

function addText(read: ReadTraces, message: string | undefined): void {
  const text = message?.trim().slice(0, MOST_TEXT)
  if (text) read.blocks.push({ type: 'text', text })
}

/** Adds buttons. Those with a URL are also shown as links above; choosing them continues the dialog all the same. */
function addButtons(read: ReadTraces, payload: z.infer<typeof choicePayload> | undefined): void {
  const offered = (payload?.buttons ?? payload?.choices ?? []).filter(({ name }) => name.trim() !== '')
  const links = offered.flatMap((one) => {
    const url = linkOf(one)
    return url ? [`[${one.name.trim()}](${url})`] : []
  })
  addText(read, links.join('\n\n'))
  const labels = offered.slice(0, MOST_BUTTONS).map((one) => chosenAs(read, one.name, one))
  if (labels.length > 0)
    read.blocks.push({ type: 'buttons', buttons: labels.map((label) => ({ id: label, label })) })
}

function addCards(read: ReadTraces, cards: readonly z.infer<typeof cardPayload>[]): void {
  const shown = cards.slice(0, MOST_CARDS).map((card) => {
    const { description } = card
    const words = (typeof description === 'string' ? description : description?.text)?.trim()
    const title = card.title?.trim() || words || ''
    const imageUrl = safeImage(card.imageUrl ?? undefined)
    const named = (card.buttons ?? []).filter(({ name }) => name.trim() !== '')
    const buttons = named.slice(0, MOST_BUTTONS).map((one): CardButton => {
      const label = one.name.trim()
      const url = linkOf(one)
      // Each card may have its own "Buy": the label that is sent must tell them apart.
      return url ? { label, url } : { label, text: chosenAs(read, label, one, title) }
    })
    return {
      title,
      ...(words && words !== title ? { description: words } : {}),
      ...(imageUrl ? { imageUrl } : {}),
      ...(buttons.length > 0 ? { buttons } : {}),
    }
  })
  const full = shown.filter(({ title, imageUrl }) => title !== '' || imageUrl !== undefined)
  if (full.length > 0) read.blocks.push({ type: 'carousel', cards: full })
}

/** Stores the action of a button under a label that no other button has, and returns the label. */
function chosenAs(read: ReadTraces, name: string, { request }: Button, place?: string): string {
  const taken = (label: string) => read.choices.some((one) => one.label === label)
  const plain = name.trim().slice(0, MOST_OF_A_NAME)
  let label = taken(plain) && place ? `${plain}: ${place.slice(0, MOST_OF_A_NAME)}` : plain
  for (let nth = 2; taken(label); nth++) label = `${plain} (${nth})`
  read.choices.push({ label, action: request ?? { type: 'text', payload: plain } })
  return label
}

function linkOf({ request }: Button): string | undefined {
  const actions = withActions.safeParse(request?.payload).data?.actions ?? []
  const opens = actions.find(({ type }) => type === 'open_url')
  return opens && safeLink(opens.payload?.url ?? opens.url)
}

function fileName(url: string): string {
  const last = new URL(url).pathname.split('/').findLast((part) => part !== '')
  return (last ?? new URL(url).hostname).replace(/[[\]]/g, '')
}

function reasonIn(payload: unknown): string {
  const reason = z.object({ reason: z.string() }).safeParse(payload).data?.reason ?? payload
  return typeof reason === 'string' ? reason.slice(0, 500) : ''
}
