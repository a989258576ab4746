/** What a model is told of the situation in which a visitor writes: when, who is there, on which page, what was said. */

import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import type { OpeningState } from '../../handoff/opening-state.ts'
import { inert, inertLine } from './inert.ts'

export type Situation = {
  /** Milliseconds since 1970. */
  now: number
  /** IANA name of the visitor's time zone, if it is known. */
  timeZone?: string | undefined
  /** The visitor's language tag. */
  lang?: string | undefined
  /** Whether people of the team are online; undefined if the agent can ask nobody. */
  teamOnline?: boolean | undefined
  /** Whether it is within the opening hours, if the team has any. */
  opening?: OpeningState | undefined
  /** The page that the visitor is on, in the page's own words. */
  page?: { url: string; title?: string | undefined } | undefined
  /** What was said before the messages that the model is shown. */
  summary?: string | undefined
}

const MOST_URL = 500
const MOST_TITLE = 200

/** Returns the parts of the prompt that tell of the situation, as data between tags. */
export function situationParts(situation: Situation): string[] {
  const { lang, teamOnline, page, summary } = situation
  const lines = [
    timeIn(situation),
    ...(lang ? [`Language of the visitor's browser: ${inertLine(lang, 35)}`] : []),
    ...(teamOnline === undefined
      ? []
      : [teamOnline ? 'People of the team are online now.' : 'Nobody of the team is online now.']),
    ...openingLine(situation),
  ]
  const parts = [`<situation>\n${lines.join('\n')}\n</situation>`]
  if (page) {
    const title = page.title ? [`Title: ${inertLine(page.title, MOST_TITLE)}`] : []
    const shown = [...title, `Address: ${inertLine(page.url, MOST_URL)}`].join('\n')
    parts.push(`The page that the visitor is on:\n<page>\n${shown}\n</page>`)
  }
  if (summary)
    parts.push(`What was said before the messages below:\n<summary>\n${inert(summary)}\n</summary>`)
  return parts
}

function openingLine({ opening, timeZone }: Situation): string[] {
  if (!opening) return []
  if (opening.open) return ["It is within the team's opening hours."]
  const { opensAt } = opening
  const again = opensAt === undefined ? '' : formatIn(timeZone ?? 'UTC', opensAt)
  const zone = timeZone === undefined ? ' UTC' : ", in the visitor's time zone"
  return [`It is outside the team's opening hours.${again ? ` The team is back: ${again}${zone}.` : ''}`]
}

/** In the visitor's time zone, and in UTC if that is not known. */
function timeIn({ now, timeZone }: Situation): string {
  const known = timeZone !== undefined && formatIn(timeZone, now)
  if (known) return `Now: ${known}, in the visitor's time zone, ${timeZone}`
  return `Now: ${formatIn('UTC', now)} UTC. The visitor's time zone is not known.`
}

type Format = { format: Intl.DateTimeFormat; minute: number; text: string }

/**
 * By zone, of which there are some 600, with the text of the last minute asked for. Making a format takes longer than all
 * else in a prompt.
 */
const formats = createByteCache<Format>({ maxBytes: 600, sizeOf: () => 1 })

function formatIn(timeZone: string, now: number): string | undefined {
  try {
    const shown = { dateStyle: 'full', timeStyle: 'short', hourCycle: 'h23', timeZone } as const
    const known = formats.get(timeZone)
    const minute = Math.floor(now / 60_000)
    if (known?.minute === minute) return known.text
    const format = known?.format ?? new Intl.DateTimeFormat('en-GB', shown)
    const text = format.format(now)
    formats.set(timeZone, { format, minute, text })
    return text
  } catch {
    // Not every zone that a browser names is known here.
    return undefined
  }
}
