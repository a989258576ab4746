/**
 * The fields of a form: all at once, or one by one where a form can't be shown, by the same rules and with the same words
 * for what they don't accept. Pure.
 */
import { type ChannelKind, isConnectedKind } from '@parley/contracts/channel/names.ts'
import type { FormField } from '@parley/contracts/conversation/blocks.ts'
import { MOST_OF_A_FIELD } from '@parley/contracts/conversation/flow-state.ts'
import { isEmailField } from '@parley/contracts/identity/visitor-email.ts'
import { type Language, phrases, plain } from '../phrases.ts'
import { optionMeant } from '../understanding/choices.ts'
import { withoutSmallTalk } from '../understanding/small-talk.ts'
import type { AnswerReading, Context } from './answers.ts'
import { captureAnswer, type Reading } from './capture.ts'
import { flowPhrases } from './flow-phrases.ts'
import type { NodeOf } from './flow-state.ts'

export type FormReading =
  | { ok: true; fields: Record<string, string> }
  /** A message for the visitor: which field is invalid, and why. */
  | { ok: false; problem: string }

type Form = NodeOf<'form'>
type Answers = Readonly<Record<string, string>>
type Choice = { id: string; label: string }

const YES = new Set(['yes', 'true', 'on', '1'])
/** The id of the choice to leave a field out. */
const SKIP = 'skip'

/** Whether no form can be shown in a conversation, so that its fields are asked one by one. */
export function asksFieldByField(started: { channel: string; simulates?: ChannelKind | undefined }): boolean {
  return isConnectedKind(started.channel) || started.simulates !== undefined
}

/** Only the form's own fields are read, whatever else was sent. */
export function readForm(fields: readonly FormField[], answers: Answers, context: Context): FormReading {
  const read: Record<string, string> = {}
  for (const field of fields) {
    const given = (Object.hasOwn(answers, field.name) ? (answers[field.name] ?? '') : '')
      .trim()
      .slice(0, MOST_OF_A_FIELD)
    const reading = readValue(field, given, context)
    if (!reading.ok) return { ok: false, problem: problemOf(field, context.language) }
    read[field.name] = reading.value
  }
  return { ok: true, fields: read }
}

/** Says that the value of a field is not accepted. */
export function problemOf(field: FormField, language: Language): string {
  return `${field.label}: ${retryFor(field, language)}`
}

/** An empty text if none was given and none is required. */
function readValue(field: FormField, given: string, context: Context): Reading {
  if (field.type === 'checkbox') {
    const checked = YES.has(given.toLowerCase())
    return field.required && !checked ? { ok: false } : { ok: true, value: checked ? 'yes' : 'no' }
  }
  if (given === '') return field.required ? { ok: false } : { ok: true, value: '' }
  switch (field.type) {
    case 'select':
      return (field.options ?? []).includes(given) ? { ok: true, value: given } : { ok: false }
    case 'long-text':
      return { ok: true, value: given }
    default:
      return captureAnswer(given, asksEmail(field) ? 'email' : field.type, context)
  }
}

/** Whether a field for a text has a name such as `email`. */
function asksEmail({ type, name }: FormField): boolean {
  return type === 'text' && isEmailField(name)
}

function retryFor(field: FormField, language: Language): string {
  const { retry } = phrases[language]
  return field.type === 'select' || field.type === 'checkbox' || field.type === 'long-text'
    ? retry.text
    : retry[asksEmail(field) ? 'email' : field.type]
}

/** The field that is to be asked; undefined once all are answered or skipped. */
export function fieldToAsk({ fields }: Form, answers: Answers): FormField | undefined {
  return fields.find(({ name }) => !Object.hasOwn(answers, name))
}

/** What a field offers to choose from; empty if it is answered in words. */
export function choicesOf(field: FormField, language: Language): Choice[] {
  const { yes, no, skip } = flowPhrases[language]
  switch (field.type) {
    case 'select': {
      // Typed numbers mean the choices by their place, where a channel numbers them.
      const options = (field.options ?? []).map((label, at) => ({ id: String(at + 1), label }))
      return field.required ? options : [...options, { id: SKIP, label: skip }]
    }
    case 'checkbox':
      return [
        { id: 'yes', label: yes },
        { id: 'no', label: no },
      ]
    default:
      return []
  }
}

/** The option of a field with this very label, whatever else the words could mean; undefined if there is none. */
export function optionOf(field: FormField, text: string, language: Language): Choice | undefined {
  const said = plain(text)
  return choicesOf(field, language).find(({ id, label }) => id !== SKIP && plain(label) === said)
}

/** What a message says for a field, by the rules of the form; empty if the field is to be left out. */
export function readField(field: FormField, text: string, context: Context): AnswerReading {
  const { language } = context
  const choices = choicesOf(field, language)
  if (choices.length > 0) {
    const chosen =
      optionOf(field, text, language) ??
      optionMeant(text, choices, language) ??
      optionMeant(withoutSmallTalk(text), choices, language)
    if (!chosen) return { ok: false }
    return readValue(field, chosen.id === SKIP ? '' : chosenValue(field, chosen), context)
  }
  const reading = readValue(field, text.trim().slice(0, MOST_OF_A_FIELD), context)
  if (!reading.ok) return { ok: false }
  const { value, rest } = reading
  return { ok: true, value, ...(rest === undefined ? {} : { further: { text: rest, context } }) }
}

function chosenValue({ type }: FormField, { id, label }: Choice): string {
  return type === 'checkbox' ? id : label
}

/** What is kept for a field that is left out; undefined if it is required. */
export function skippedValue(field: FormField, context: Context): string | undefined {
  const reading = readValue(field, '', context)
  return reading.ok ? reading.value : undefined
}

/** A field as a question of its own, which its form asks. */
export function questionOf({ id, position }: Form, field: FormField): NodeOf<'question'> {
  const { name: variable, label, type, required } = field
  const inWords = type === 'long-text' || type === 'select' || type === 'checkbox'
  return {
    ...{ id, position, type: 'question', title: label, text: label, variable },
    ...{ capture: inWords ? 'text' : type, code: false, optional: required !== true },
    ...(type === 'long-text' ? { takesQuestions: true } : {}),
  }
}
