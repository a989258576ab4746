/** Generates what people do after a conversation: requests for a person, replies, notes, ratings. */
import type { ConversationCommand } from '@parley/conversation/conversation.decider.ts'
import type { LeadCommand } from '@parley/conversation/leads/lead.decider.ts'
import { type Chance, chanceOf, stableId } from './chance.ts'
import type { Visit } from './visits.ts'

export type Deed = {
  /** Milliseconds since 1970. */
  at: number
  name: string
  by: 'visitor' | 'person'
  command: ConversationCommand
}

export type Told = { at: number; fields: Record<string, string>; stage: LeadStage; note?: string }
type LeadStage = NonNullable<Extract<LeadCommand, { type: 'SaveLead' }>['stage']>

export type Aftermath = { deeds: Deed[]; told?: Told }

type Person = { userId: string; displayName: string }

export const demoTags = ['Order', 'Delivery', 'Appointment', 'Price', 'Complaint', 'Praise', 'VIP'] as const

export const demoCannedResponses = [
  { shortcut: 'hello', text: 'Hello, this is Nora. Thank you for your patience – how can I help?' },
  {
    shortcut: 'order',
    text: 'Could you give me your **order number**? You find it in the subject of our confirmation e-mail.',
  },
  { shortcut: 'callback', text: 'I’m happy to call you back. Which number reaches you best, and when?' },
  {
    shortcut: 'thanks',
    text: 'You’re welcome! If anything else comes up, just write here again.',
  },
] as const

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

const countries: Record<string, readonly string[]> = {
  en: ['GB', 'GB', 'GB', 'US', 'US', 'IE', 'CA', 'AU'],
  de: ['DE', 'DE', 'AT', 'CH'],
  es: ['ES', 'ES', 'MX'],
  fr: ['FR', 'FR', 'BE', 'CH'],
}
const names = [
  'Amelia Hart',
  'Jonas Weber',
  'Priya Nair',
  'Lucía Romero',
  'Oliver Grant',
  'Camille Laurent',
  'Tom Ashdown',
  'Ingrid Solberg',
  'Marta Kowalska',
  'Daniel Osei',
  'Sofia Bianchi',
  'Henry Cole',
] as const
const companies = [
  'Brightwater Ltd',
  'Alder & Finch',
  'Studio Nord',
  'Mossbank School',
  'Café Tilda',
] as const
const asking = [
  'Can I talk to a person please?',
  'I’d rather speak to somebody.',
  'Is there a human I could ask?',
]
const human = [
  'Hello, this is Nora. I’m looking at your question right now.',
  'I’ve checked with my colleagues: yes, that works. I’ll send you the details by e-mail today.',
  'I’m sorry about that. I’ve put it right, and you’ll get a confirmation within the hour.',
]
const notes = [
  'Called back, all clear now.',
  'Regular customer – be generous.',
  'Same question as last week; we should add it to the knowledge.',
]
const comments = ['Quick and helpful', 'Didn’t really answer my question', 'Nora was lovely!']

/** The country of the nth visit's visitor; the same on every call. */
export function countryOf(nth: number, lang: string): string {
  const known = countries[lang.slice(0, 2)] ?? countries.en
  return chanceOf(`country ${nth}`).one(known ?? ['GB'])
}

/** One visitor in five returns. */
export function visitorOf(workspaceId: string, conversationId: string, nth: number, visited: Visit): string {
  const chance = chanceOf(`visitor ${nth}`)
  if (!chance.happens(0.2)) return stableId(conversationId, 'visitor')
  return stableId(workspaceId, visited.business.key, 'regular', chance.between(1, 12))
}

/** For the nth visit. No part of it is later than `now`. */
export function aftermath(visited: Visit, nth: number, person: Person, now: number): Aftermath {
  const { turns, channel } = visited
  if (channel === 'test-panel' || turns.length === 0) return { deeds: [] }
  const chance = chanceOf(`aftermath ${nth}`)
  const ended = visited.startedAt + turns.reduce((sum, turn) => sum + turn.pauseMs + turn.tookMs, 0)
  const deeds: Deed[] = []
  const add = (after: number, name: string, by: Deed['by'], command: ConversationCommand) =>
    deeds.push({ at: ended + after, name, by, command })

  // Of the last ones more wait, so that somebody does.
  const isRecent = now - ended < 20 * HOUR_MS
  const handedOver = chance.happens(isRecent ? 0.35 : 0.1)
  if (handedOver) handoff(chance, isRecent && chance.happens(0.6), person, add)
  if (chance.happens(0.3)) rate(chance, turns.length, nth, add)
  if (chance.happens(0.35)) {
    const tags = [...new Set([chance.one(demoTags), ...(chance.happens(0.3) ? [chance.one(demoTags)] : [])])]
    add(40 * MINUTE_MS, 'tag', 'person', { type: 'TagConversation', tags })
  }
  if (chance.happens(0.15))
    add(41 * MINUTE_MS, 'assign', 'person', { type: 'AssignConversation', assignee: person.userId })
  if (chance.happens(0.1)) {
    const noteId = stableId('note', nth)
    add(42 * MINUTE_MS, 'note', 'person', { type: 'AddNote', noteId, text: chance.one(notes), person })
  }
  const told = chance.happens(0.16) ? tell(chance, nth, ended + MINUTE_MS) : undefined
  if (told) add(MINUTE_MS, 'fields', 'visitor', { type: 'CaptureFields', by: 'form', fields: told.fields })
  if (chance.happens(0.85)) add(43 * MINUTE_MS, 'read', 'person', { type: 'MarkRead', index: undefined })
  if (chance.happens(0.45)) add(26 * HOUR_MS, 'resolve', 'person', { type: 'SetStatus', status: 'resolved' })
  return { deeds: deeds.filter(({ at }) => at < now), ...(told && told.at < now ? { told } : {}) }
}

function handoff(
  chance: Chance,
  stillWaiting: boolean,
  person: Person,
  add: (after: number, name: string, by: Deed['by'], command: ConversationCommand) => void,
): void {
  const note = chance.one(asking)
  const minutes = chance.between(1, 9)
  add(20_000, 'handoff', 'visitor', {
    type: 'RequestHandoff',
    by: 'visitor',
    note,
    offline: false,
    silencesAgent: true,
  })
  if (stillWaiting) return
  add(minutes * MINUTE_MS, 'take-over', 'person', { type: 'TakeOver', person })
  const replies = chance.between(1, 2)
  for (let reply = 0; reply < replies; reply++) {
    add((minutes + 1 + reply) * MINUTE_MS, `reply-${reply}`, 'person', {
      type: 'ReplyAsPerson',
      messageId: stableId('human', `${chance.next()}`),
      blocks: [{ type: 'text', text: reply === 0 ? (human[0] ?? '') : chance.one(human.slice(1)) }],
      person,
    })
  }
  if (chance.happens(0.6)) add((minutes + 6) * MINUTE_MS, 'hand-back', 'person', { type: 'HandBack' })
}

function rate(
  chance: Chance,
  turns: number,
  nth: number,
  add: (after: number, name: string, by: Deed['by'], command: ConversationCommand) => void,
): void {
  const rating = chance.happens(0.78) ? 'up' : 'down'
  const comment = chance.happens(0.25) ? chance.one(comments) : undefined
  if (turns > 1 || comment) add(15_000, `rate-${nth}`, 'visitor', { type: 'GiveFeedback', rating, comment })
  else add(15_000, `rate-${nth}`, 'visitor', { type: 'GiveFeedback', rating })
}

const DAY_MS = 86_400_000

/** The calls that a lead asked for in the chat. Some began to ask for another one, and left before they confirmed it. */
export function requestsOf({ at, fields }: Told, nth: number) {
  const dayIn = (days: number) => new Date(at + days * DAY_MS).toISOString().slice(0, 10)
  const call = { reason: nth % 2 === 0 ? 'Prices' : 'Delivery', day: dayIn(2), time: 'Morning' }
  const first = { nth: 1, status: 'confirmed' as const, fields: { ...fields, ...call } }
  const second = { nth: 2, status: 'started' as const, fields: { reason: 'Something else', day: dayIn(9) } }
  return nth % 3 === 0 ? [first, second] : [first]
}

function tell(chance: Chance, nth: number, at: number): Told {
  const name = chance.one(names)
  const [first = '', last = ''] = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(' ')
  const email = `${first}.${last}${nth % 7 === 0 ? nth : ''}@example.com`
  const fields: Record<string, string> = { name, email }
  if (chance.happens(0.4)) fields.phone = `+44 20 7946 0${chance.between(100, 999)}`
  if (chance.happens(0.3)) fields.company = chance.one(companies)
  const stage = chance.weighted<LeadStage>(['new', 'contacted', 'qualified', 'won', 'lost'], (each) =>
    each === 'new' ? 5 : 2,
  )
  return stage !== 'new' && chance.happens(0.4)
    ? { at, fields, stage, note: chance.one(notes) }
    : { at, fields, stage }
}
