/** Reads a time of day, such as 10:30, 3 pm, "halb zehn", 午後3時. */
import { type Language, plain } from '../phrases.ts'
import { dateWords } from './date-words.ts'
import { alternatives } from './matching.ts'
import { countIn } from './numbers.ts'

export type FoundTime = { time: string; rest: string }

/** The first time in a text that is lower case and has western digits; undefined if there is none. */
export function timeIn(text: string, language: Language): FoundTime | undefined {
  return language === 'ja' || language === 'zh'
    ? (asianTime(text, language) ?? clockTime(text, language))
    : (clockTime(text, language) ?? spokenTime(text, language))
}

/** 10:30, 10h30, 10.30 uhr, 3pm. */
function clockTime(text: string, language: Language): FoundTime | undefined {
  const found =
    /(?<![\d.])([01]?\d|2[0-4])(?::|h)([0-5]\d)(?!\d)(?::\d\d)?\s*(am|pm|a\.m\.?|p\.m\.?)?/.exec(text) ??
    /(?<![\d.])([01]?\d|2[0-3])\.([0-5]\d)\s*(am\b|pm\b|a\.m\.?|p\.m\.?|uhr|uur|h\b|ore)/.exec(text) ??
    /(?<![\d.:])(\d{1,2})()\s?(am|pm|a\.m\.?|p\.m\.?)(?!\p{L})/u.exec(text)
  if (!found) return undefined
  const [whole, hours, minutes, half] = found
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + whole.length)}`
  const part = half?.startsWith('p')
    ? 'afternoon'
    : half?.startsWith('a')
      ? 'morning'
      : dayPart(rest, language)
  // 09:30 and 03:15 are written by a clock of 24 hours.
  const isExact = minutes !== '' && /^0/.test(hours ?? '')
  return timeOf(
    Number(hours),
    Number(minutes || 0),
    part ?? (isExact || minutes !== '' ? 'exact' : undefined),
    withoutDayPart(rest, language),
  )
}

function spokenTime(text: string, language: Language): FoundTime | undefined {
  const words = dateWords[language]
  const said = ` ${plain(text)} `
  for (const [list, time] of [
    [words.midnight, '00:00'],
    [words.noon, '12:00'],
  ] as const) {
    const phrase = alternatives(list).find((one) => said.includes(` ${one} `))
    if (phrase && !/\d/.test(said)) return { time, rest: said.replace(` ${phrase} `, ' ').trim() }
  }
  const part = dayPart(text, language)
  const bare = withoutDayPart(text, language)
  const tokens = bare.split(' ')
  const marks = { at: alternatives(words.at), hour: alternatives(words.hour), half: alternatives(words.half) }
  const before = (at: number, list: readonly string[]) =>
    list.find((phrase) => {
      const size = phrase.split(' ').length
      return at - size >= 0 && tokens.slice(at - size, at).join(' ') === phrase
    })
  const after = (at: number, list: readonly string[]) =>
    list.find((phrase) => tokens.slice(at + 1, at + 1 + phrase.split(' ').length).join(' ') === phrase)
  for (const isMarked of [true, false])
    for (const [at, token] of tokens.entries()) {
      // An article is no hour: "à" and "a" are plain the same.
      if (token === 'a' || token === 'an') continue
      const glued = /^(\d{1,2})h$/.exec(token)
      const hour = glued ? Number(glued[1]) : countIn(token, language)
      if (hour === undefined || hour > 24) continue
      const halfBefore = before(at, marks.half)
      const halfAfter = after(at, marks.half)
      const from = at - (halfBefore?.split(' ').length ?? 0)
      const led = before(from, marks.at)
      const followed = after(at + (halfAfter?.split(' ').length ?? 0), marks.hour) ?? after(at, marks.hour)
      // "10" alone is an hour only beside a word that says so.
      const isHour =
        led ?? followed ?? halfBefore ?? halfAfter ?? (part !== undefined || glued ? '' : undefined)
      if (isMarked && isHour === '') continue
      if (isHour === undefined || (isUnit(tokens[at + 1], language) && !followed)) continue
      const quarter = tokens.slice(at + 1).find((one) => /^[0-5]\d$/.test(one) && (followed || led))
      // "Halb zehn" is half past nine; "half past nine" and "las nueve y media" come after the hour.
      const backwards =
        halfBefore !== undefined && (language === 'de' || language === 'nl' || language === 'pl')
      const hours = backwards ? (hour === 0 ? 23 : hour - 1) : hour
      const minutes =
        halfBefore || halfAfter ? 30 : quarter && tokens[at + 2] === quarter ? Number(quarter) : 0
      const start = from - (led?.split(' ').length ?? 0)
      const end =
        at +
        1 +
        (halfAfter?.split(' ').length ?? 0) +
        (followed?.split(' ').length ?? 0) +
        (minutes > 0 && quarter ? 1 : 0)
      const rest = [...tokens.slice(0, Math.max(0, start)), ...tokens.slice(end)].join(' ')
      return timeOf(hours, minutes, part, rest)
    }
  return undefined
}

function asianTime(text: string, language: Language): FoundTime | undefined {
  const found = /(\d{1,2}|[一二两兩三四五六七八九十]{1,3})\s?[時时点點](?!間)(?:(半)|(\d{1,2})分?)?/.exec(
    text,
  )
  if (!found) {
    const noon = alternatives(dateWords[language].noon).find((one) => text.includes(one))
    return noon ? { time: '12:00', rest: text.replace(noon, ' ') } : undefined
  }
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
  const words = dateWords[language]
  const has = (list: string) => alternatives(list).some((one) => rest.includes(one))
  const part = has(words.afternoon) ? 'afternoon' : has(words.morning) ? 'morning' : undefined
  const hours = countIn(found[1] ?? '', language) ?? 0
  return timeOf(hours, found[2] ? 30 : Number(found[3] ?? 0), part, rest)
}

/** `exact`: written by a clock of 24 hours. */
type Part = 'morning' | 'afternoon' | 'exact' | undefined

function dayPart(text: string, language: Language): Part {
  const said = ` ${plain(text)} `
  const has = (list: string) => alternatives(list).some((one) => said.includes(` ${one} `))
  if (has(dateWords[language].afternoon)) return 'afternoon'
  return has(dateWords[language].morning) ? 'morning' : undefined
}

/** Plain, and without the words for a part of the day, of which Spanish "mañana" is also tomorrow. */
function withoutDayPart(text: string, language: Language): string {
  let said = ` ${plain(text)} `
  const { morning, afternoon } = dateWords[language]
  const phrases = [...alternatives(morning), ...alternatives(afternoon)].sort((a, b) => b.length - a.length)
  for (const phrase of phrases) said = said.replace(` ${phrase} `, ' ')
  return said.trim()
}

/** Whether a word counts something: "10 days" is no hour. */
function isUnit(word: string | undefined, language: Language): boolean {
  const { day, week, month } = dateWords[language]
  return word !== undefined && [day, week, month].some((list) => alternatives(list).includes(word))
}

/** From one to six, the afternoon is meant unless the morning is said: nobody books a table at 3 in the night. */
function timeOf(hours: number, minutes: number, part: Part, rest: string): FoundTime | undefined {
  if (hours > 24 || minutes > 59) return undefined
  let hour = hours % 24
  if (part === 'afternoon' && hour < 12) hour += 12
  else if (part === 'morning' && hour === 12 && minutes === 0) hour = 0
  else if (part === undefined && hour >= 1 && hour <= 6) hour += 12
  return { time: `${String(hour).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`, rest: rest.trim() }
}
