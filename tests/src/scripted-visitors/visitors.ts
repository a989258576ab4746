/** Visitors with a goal, a manner and words of their own, the same for the same seed. */
import { type TemplateKey, templateKeys } from '@parley/contracts/agent/templates.ts'
import { type Tongue, type Topic, tongues, type Words, words } from './words.ts'

export const manners = ['polite', 'impatient', 'confused', 'hostile'] as const
export type Manner = (typeof manners)[number]

/** What is asked: a topic, a form, or nothing that the visitor recognises. */
export type Asked = Topic | 'menu' | 'form' | 'nothing'

export type Said = { text: string; topic?: Topic; form?: Record<string, string> }

export type Visitor = {
  id: string
  template: TemplateKey
  tongue: Tongue
  manner: Manner
  goal: Topic
  name: string
  otherName: string
  email: string
  phone: string
  otherPhone: string
  code: string
  /** What the visitor says next; undefined when they leave. */
  next(asked: Asked): Said | undefined
}

const PER_TEMPLATE = 20

const goals: Record<TemplateKey, readonly Topic[]> = {
  'customer-support': ['order', 'return', 'person'],
  'real-estate-agent': ['buy', 'rent', 'sell'],
  'health-care-agent': ['doctor', 'prescription'],
  'make-appointment': ['appointment', 'appointment', 'change'],
  'confirm-email': ['email'],
  'blank-template': ['question'],
  'game-npc': ['cross'],
}

type Detour = 'hello' | 'wait' | 'aside' | 'abuse' | 'unsure' | 'wrong' | 'foreign' | 'nevermind' | 'silence'

const detoursOf: Record<Manner, readonly Detour[]> = {
  polite: ['hello', 'aside'],
  impatient: ['wrong', 'silence', 'nevermind'],
  confused: ['aside', 'unsure', 'wait', 'wrong', 'foreign', 'aside'],
  hostile: ['abuse', 'nevermind', 'abuse', 'silence'],
}

/** Twenty visitors for each template and language, five of each manner. */
export function visitorsOf(template: TemplateKey, tongue: Tongue): Visitor[] {
  return Array.from({ length: PER_TEMPLATE }, (_, nth) => {
    const manner = manners[nth % manners.length] ?? 'polite'
    const place = templateKeys.indexOf(template) * 1_000 + tongues.indexOf(tongue) * 100 + nth
    return visitorOf(template, tongue, manner, place)
  })
}

function visitorOf(template: TemplateKey, tongue: Tongue, manner: Manner, place: number): Visitor {
  const random = seeded(place + 1)
  const own = words[tongue]
  const pick = (list: string) => {
    const all = list.split('|')
    return all[Math.floor(random() * all.length)] ?? ''
  }
  const name = pick(own.names)
  const me = {
    id: `${template}-${tongue}-${place % 100}`,
    template,
    tongue,
    manner,
    goal: goals[template][Math.floor(random() * goals[template].length)] ?? 'question',
    name,
    otherName: pick(own.names),
    email: `visitor${place}@example.com`,
    phone: phoneOf(tongue, place),
    otherPhone: phoneOf(tongue, place + 5_000),
    code: `HP-${10_000 + place}`,
  }
  const filled = (text: string, as = me.name) =>
    text
      .replaceAll('{name}', () => as)
      .replaceAll('{email}', () => me.email)
      .replaceAll('{phone}', () => me.phone)
      .replaceAll('{otherPhone}', () => me.otherPhone)
      .replaceAll('{code}', () => me.code)
  const styled = (text: string) =>
    manner === 'impatient' && tongue !== 'ja' ? text.toLowerCase().replace(/[.!]+$/, '') : text
  const say = (key: keyof Words, topic?: Topic): Said => ({
    text: styled(filled(pick(own[key]))),
    ...(topic ? { topic } : {}),
  })
  let detours = detoursOf[manner].filter(() => random() < 0.55)
  let turns = 0
  let lost = 0
  const asks = new Map<Asked, number>()

  function detour(asked: Topic): Said | undefined {
    if (random() > 0.5) return undefined
    const [first, ...others] = detours
    detours = others
    const foreign = words[tongue === 'en' ? 'es' : 'en']
    switch (first) {
      case undefined:
        return undefined
      case 'wrong':
        return asked === 'phone' ? say('email') : asked === 'email' ? say('unsure') : say('phone')
      case 'foreign':
        return asked === 'yes' || asked === 'name' ? undefined : { text: pick(foreign.wait) }
      case 'silence':
        return { text: pick('...|?|😡|👀') }
      default:
        return say(first)
    }
  }

  return {
    ...me,
    next(asked) {
      if (++turns > 16) return undefined
      if (asked === 'nothing' && template === 'blank-template')
        return { text: styled(`${filled(pick(own.name))}. ${pick(own.question)} ${me.code}`) }
      if (asked === 'nothing') {
        lost++
        if (lost === 1) return say(me.goal, me.goal)
        return lost === 3 ? say('person') : lost > 4 ? undefined : say(me.goal, me.goal)
      }
      const times = (asks.get(asked) ?? 0) + 1
      asks.set(asked, times)
      if (asked === 'form')
        return {
          text: '',
          form: { name: me.name, email: me.email, matter: filled(pick(own.order)) },
        }
      if (asked === 'menu')
        return times === 1 && detours[0] === 'hello' ? say('hello') : say(me.goal, me.goal)
      const aside = times < 3 ? detour(asked) : undefined
      if (aside) return aside
      if (times > 2 && asked === 'name') return { text: me.name, topic: 'name' }
      if (asked === 'name' && manner === 'impatient' && random() < 0.5)
        return { text: filled(pick(own.nameAndPhone)), topic: 'name' }
      // One in five corrects a value, one says no and then what is wrong, and the others confirm.
      if (asked === 'check' && times === 1 && template !== 'confirm-email') {
        if (place % 5 === 0) return say('fix', 'fix')
        if (place % 5 === 1) return say('no', 'no')
      }
      if (asked === 'yes' && random() < 0.2) return say('no', 'no')
      const answer = say(asked, asked)
      return manner === 'polite' && tongue !== 'ja' && random() < 0.3 && asked !== 'truth'
        ? { ...answer, text: `${answer.text}, ${pick(own.thanks)}` }
        : answer
    },
  }
}

function phoneOf(tongue: Tongue, place: number): string {
  const digits = String(100_000 + place)
  switch (tongue) {
    case 'en':
      return `+44 20 7946 ${digits.slice(-4)}`
    case 'de':
      return `030 2${digits.slice(0, 3)}${digits.slice(3)}`
    case 'es':
      return `612 ${digits.slice(0, 3)} ${digits.slice(3)}`
    case 'fr':
      return `06 12 ${digits.slice(0, 2)} ${digits.slice(2, 4)} ${digits.slice(4)}`
    case 'ja':
      return `090-1234-${digits.slice(-4)}`
  }
}

/** Mulberry32: small, and the same on every machine. */
function seeded(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
