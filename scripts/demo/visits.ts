/** Generates conversations: their visitors, start, origin, questions and outcomes. */
import type { ReplyFailure } from '@parley/contracts/conversation/reply-failures.ts'
import { phrases } from '@parley/conversation/phrases.ts'
import type { Business, Language, Topic } from './business.ts'
import { type Chance, chanceOf } from './chance.ts'

export type Turn = {
  asked: string
  /** Milliseconds after the previous message. */
  pauseMs: number
  tookMs: number
  outcome:
    | { kind: 'answered'; text: string; source?: string; grounded: boolean }
    | { kind: 'failed'; reason: ReplyFailure; notice: string }
}

export type Visit = {
  business: Business
  /** Milliseconds since 1970. */
  startedAt: number
  channel: 'web-chat' | 'test-panel'
  lang: string
  pageUrl: string
  browser: string
  platform: string
  turns: Turn[]
}

const DAY_MS = 86_400_000

/** Visits per hour, from midnight UTC: quiet nights, a lunch break, a peak in the evening. */
const hours = [2, 1, 1, 1, 1, 2, 4, 8, 14, 20, 22, 20, 24, 22, 18, 17, 18, 20, 24, 28, 26, 18, 10, 5]

export const browsers = [
  { weight: 30, platform: 'Windows', browser: chrome('Windows NT 10.0; Win64; x64') },
  { weight: 18, platform: 'macOS', browser: chrome('Macintosh; Intel Mac OS X 10_15_7') },
  { weight: 22, platform: 'Android', browser: chrome('Linux; Android 10; K') },
  {
    weight: 20,
    platform: 'iPhone',
    browser: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605 Version/18.5 Safari/604',
  },
  {
    weight: 10,
    platform: 'Linux x86_64',
    browser: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  },
]

const thanks: Record<Language, readonly string[]> = {
  en: ['Thanks!', 'great, thank you', 'Perfect, that helps.', 'ok thx'],
  de: ['Danke!', 'Super, vielen Dank'],
  es: ['¡Gracias!', 'Perfecto, gracias'],
  fr: ['Merci !', 'Parfait, merci'],
}

const reasons: readonly ReplyFailure[] = ['time-out', 'provider-error', 'rate-limited']

/** The nth visit of the demo. Everything but its date is the same on every call. */
export function visit(nth: number, businesses: readonly Business[], now: number): Visit {
  const chance = chanceOf(`visit ${nth}`)
  const business = chance.weighted(businesses, ({ traffic }) => traffic)
  const spoken = chance.weighted(languagesOf(business), (lang) => (lang === 'en' ? 12 : 2))
  const device = chance.weighted(browsers, ({ weight }) => weight)
  return {
    business,
    startedAt: startOf(chance, business, now),
    channel: chance.happens(0.03) ? 'test-panel' : 'web-chat',
    lang: chance.one(spoken === 'en' ? ['en-GB', 'en-US', 'en'] : [spoken]),
    pageUrl: `${business.site}${chance.one(business.pages)}`,
    browser: device.browser,
    platform: device.platform,
    turns: turnsOf(chance, business, spoken),
  }
}

/** The longer the agent exists, the more visits; fewer at weekends. */
function startOf(chance: Chance, business: Business, now: number): number {
  const daysAgo = (business.since - 2) * (1 - chance.next() ** 0.7)
  const day = Math.floor((now - daysAgo * DAY_MS) / DAY_MS)
  const weekday = new Date(day * DAY_MS).getUTCDay()
  const shifted = (weekday === 0 || weekday === 6) && chance.happens(0.45) ? day - 2 : day
  const hour = chance.weighted([...hours.keys()], (each) => hours[each] ?? 0)
  const at = shifted * DAY_MS + (hour + chance.next()) * 3_600_000
  const latest = now - 1_800_000
  return Math.round(at < latest ? at : latest - ((at - latest) % (6 * 3_600_000)))
}

function turnsOf(chance: Chance, business: Business, lang: Language): Turn[] {
  if (chance.happens(0.05)) return []
  const topics = business.topics.filter((topic) => topic.lang === lang)
  const wanted = chance.weighted([1, 2, 3, 4, 5], (count) => [9, 9, 6, 3, 1][count - 1] ?? 0)
  const turns: Turn[] = []
  while (turns.length < wanted) {
    const pauseMs = chance.between(6_000, turns.length === 0 ? 25_000 : 95_000)
    const tookMs = chance.between(700, 3_600)
    if (lang === 'en' && chance.happens(0.12)) {
      const asked = chance.one(business.unknown)
      const outcome = { kind: 'answered', text: phrases[lang].unknown, grounded: false } as const
      if (!turns.some((turn) => turn.asked === asked)) turns.push({ asked, pauseMs, tookMs, outcome })
      continue
    }
    const topic = topics.splice(chance.between(0, topics.length - 1), 1)[0]
    if (!topic) break
    turns.push({ asked: chance.one(topic.asked), pauseMs, tookMs, outcome: outcomeOf(chance, topic) })
  }
  if (turns.length > 1 && chance.happens(0.4)) {
    const outcome = { kind: 'answered', text: phrases[lang].thanks, grounded: true } as const
    turns.push({
      asked: chance.one(thanks[lang]),
      pauseMs: chance.between(5_000, 40_000),
      tookMs: 600,
      outcome,
    })
  }
  return turns
}

function outcomeOf(chance: Chance, { answer, source, lang }: Topic): Turn['outcome'] {
  if (!chance.happens(0.025)) return { kind: 'answered', text: answer, source, grounded: true }
  const reason = chance.one(reasons)
  return { kind: 'failed', reason, notice: phrases[lang].notice[reason] }
}

function languagesOf({ topics }: Business): Language[] {
  return [...new Set(topics.map(({ lang }) => lang))]
}

function chrome(system: string): string {
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36`
}
