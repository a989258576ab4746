/** What is wrong with an input in words that say what to do, where the schema has none of its own. */
import type { z } from 'zod'
import en from 'zod/v4/locales/en.js'

type Issue = z.core.$ZodIssue
type Of<Code extends Issue['code']> = Extract<Issue, { code: Code }>

const { localeError } = en()

/** Whether the message is the one that the schema library makes itself. */
function isGeneric(issue: Issue): boolean {
  // Its message of a wrong type names the type that was received, which is not known any more.
  if (issue.code === 'invalid_type') return issue.message.startsWith('Invalid input: expected ')
  const made = localeError(issue as z.core.$ZodRawIssue)
  return issue.message === (typeof made === 'string' ? made : made?.message)
}

/** The schema's own message; where it has none, a sentence that begins with the name of the field. */
export function issueWords(issue: Issue): string {
  return isGeneric(issue) ? `${fieldOf(issue)} ${faultOf(issue)}` : issue.message
}

const fieldOf = ({ path }: Issue) => (path.length > 0 ? path.join('.') : 'The input')

function faultOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'is missing.'
        : `must be ${types[issue.expected] ?? issue.expected}.`
    case 'invalid_value':
      return mustBeOneOf(issue.values)
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}.`
    case 'unrecognized_keys':
      return `has fields that are not known here: ${issue.keys.join(', ')}.`
    case 'invalid_format':
      return (
        formats[issue.format] ??
        ('pattern' in issue && issue.pattern !== undefined
          ? `must match the pattern ${issue.pattern}`
          : `must be of the format ${issue.format}.`)
      )
    case 'invalid_union': {
      const { options } = issue as { options?: unknown }
      return Array.isArray(options) ? mustBeOneOf(options) : 'has none of the accepted forms.'
    }
    default:
      return 'is not accepted.'
  }
}

const types: Partial<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'null',
}

const formats: Partial<Record<string, string>> = {
  email: 'must be an email address.',
  url: 'must be a URL.',
  datetime: 'must be a date and time such as 2026-01-31T09:00:00Z.',
  date: 'must be a date such as 2026-01-31.',
}

/** What may be long or short, by what it is made of. */
const units: Partial<Record<string, [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  set: ['item', 'items'],
  map: ['entry', 'entries'],
  object: ['field', 'fields'],
  file: ['byte', 'bytes'],
}

const counted = (many: number, [one, more]: [string, string]) => `${many} ${many === 1 ? one : more}`

function tooSmall({ origin, minimum, inclusive, exact }: Of<'too_small'>): string {
  const least = Number(minimum)
  const unit = units[origin]
  if (!unit) return `must be ${inclusive === false ? 'more than' : 'at least'} ${least}.`
  if (exact) return `must have exactly ${counted(least, unit)}.`
  return least === 1 ? 'must not be empty.' : `must have at least ${counted(least, unit)}.`
}

function tooBig({ origin, maximum, inclusive, exact }: Of<'too_big'>): string {
  const most = Number(maximum)
  const unit = units[origin]
  if (!unit) return `must be ${inclusive === false ? 'less than' : 'at most'} ${most}.`
  return exact ? `must have exactly ${counted(most, unit)}.` : `can have at most ${counted(most, unit)}.`
}

function mustBeOneOf(values: readonly unknown[]): string {
  const [only, ...others] = values.map(String)
  return others.length === 0 ? `must be ${only}.` : `must be one of ${[only, ...others].join(', ')}.`
}
