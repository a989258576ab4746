/** Validates the answers of a form, field by field. */
import type { FormField } from '@parley/contracts/conversation/blocks.ts'
import { type Language, phrases } from '../phrases.ts'
import type { Context } from './answers.ts'
import { captureAnswer } from './capture.ts'

export type FormReading =
  | { ok: true; fields: Record<string, string> }
  /** A message for the visitor: which field is invalid, and why. */
  | { ok: false; problem: string }

const YES = new Set(['yes', 'true', 'on', '1'])

/** Only the form's own fields are read, whatever else was sent. */
export function readForm(
  fields: readonly FormField[],
  answers: Readonly<Record<string, string>>,
  context: Context,
): FormReading {
  const read: Record<string, string> = {}
  for (const field of fields) {
    const given = (Object.hasOwn(answers, field.name) ? (answers[field.name] ?? '') : '')
      .trim()
      .slice(0, 4_000)
    const value = checkedValue(field, given, context)
    if (value === undefined)
      return { ok: false, problem: `${field.label}: ${retryFor(field, context.language)}` }
    read[field.name] = value
  }
  return { ok: true, fields: read }
}

/** Undefined if the answer is invalid; an empty text if none was given and none is required. */
function checkedValue(field: FormField, given: string, context: Context): string | undefined {
  if (field.type === 'checkbox') {
    const checked = YES.has(given.toLowerCase())
    return field.required && !checked ? undefined : checked ? 'yes' : 'no'
  }
  if (given === '') return field.required ? undefined : ''
  switch (field.type) {
    case 'select':
      return (field.options ?? []).find((option) => option === given)
    case 'long-text':
      return given
    default: {
      const reading = captureAnswer(given, field.type, context)
      return reading.ok ? reading.value : undefined
    }
  }
}

function retryFor(field: FormField, language: Language): string {
  const { retry } = phrases[language]
  return field.type === 'select' || field.type === 'checkbox' || field.type === 'long-text'
    ? retry.text
    : retry[field.type]
}
