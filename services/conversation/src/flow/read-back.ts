/**
 * The values that a flow reads back: in which words, and which of them a message corrects or names. A correction is read
 * by the rules of the question that asked for the value. Pure.
 */
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { type Language, plain } from '../phrases.ts'
import { optionNamed, optionSaid } from '../understanding/choices.ts'
import { dateIn } from '../understanding/dates.ts'
import { type FieldKind, fieldWords } from '../understanding/field-words.ts'
import { alike, alternatives, isWithoutSpaces } from '../understanding/matching.ts'
import { smallTalkIn } from '../understanding/small-talk.ts'
import { yesNoIn } from '../understanding/yes-no.ts'
import { type AnswerReading, type Context, isCode, readAnswer } from './answers.ts'
import { dayInWords } from './days-in-words.ts'
import { fill } from './fill.ts'
import type { NodeOf } from './flow-state.ts'
import { questionOf } from './form.ts'
import { readBackPhrases } from './read-back-phrases.ts'
import { valueIn } from './values.ts'

type Question = NodeOf<'question'>
type Variables = Readonly<Record<string, string>>

/** A value that is read back. */
export type Field = {
  variable: string
  label: string
  /** The question that asks for the value; of a form's field, as a question would. */
  question?: Question
  /** What asks for it again: the question, the form, or the buttons that set it. */
  askedBy?: NodeOf<'question' | 'form' | 'buttons'>
}

/** Maximum characters of a value as it is read back; the rest is cut. */
const MOST_OF_A_VALUE = 300
/** Maximum buttons to choose from what to change. */
export const MOST_TO_CHOOSE = 10

/** The values that are read back, in the order of the node; those that are empty are left out. */
export function fieldsOf(
  node: NodeOf<'read-back'>,
  nodes: readonly AgentNode[],
  variables: Variables,
  path: readonly string[],
  language: Language,
): Field[] {
  const fields = node.values
    .filter(({ variable }) => valueIn(variables, variable).trim() !== '')
    .map(({ variable, label }) => ({ variable, label, ...sourceOf(variable, nodes, path) }))
  const kinds = fields.map(({ question }) => question && kindOf(question))
  return fields.map(({ label, ...field }, at) => {
    const kind = kinds[at]
    // Of two dates, "Date" names neither.
    const isOnly = kind !== undefined && kinds.indexOf(kind) === kinds.lastIndexOf(kind)
    const word = isOnly ? fieldWords[language][kind].split('|')[0] : undefined
    const title = field.askedBy?.type === 'form' ? undefined : field.askedBy?.title
    return {
      ...field,
      label: label ?? word ?? field.question?.title ?? title ?? field.variable.replaceAll('_', ' '),
    }
  })
}

/** A Markdown list of the values in words. */
export function fieldsInWords(fields: readonly Field[], variables: Variables, language: Language): string {
  return fields
    .map((field) => `- **${field.label}**: ${inWords(field, valueIn(variables, field.variable), language)}`)
    .join('\n')
}

function inWords({ question }: Field, value: string, language: Language): string {
  switch (question?.capture) {
    case 'phone':
      return parsePhoneNumberFromString(value)?.formatInternational() ?? value
    case 'money':
      return /^\d+(?:\.\d+)?$/.test(value) ? new Intl.NumberFormat(language).format(Number(value)) : value
    case 'yes-no': {
      const { isTrue, isFalse } = readBackPhrases[language]
      return value === 'yes' ? isTrue : value === 'no' ? isFalse : value
    }
    default: {
      // A value can't open a fenced block or a list of its own.
      const line = value.replace(/\s+/g, ' ').replace(/`{3,}/g, '"')
      return (
        dayInWords(value, language) ??
        (line.length > MOST_OF_A_VALUE ? `${line.slice(0, MOST_OF_A_VALUE - 1)}…` : line)
      )
    }
  }
}

/** The question that asked for a variable: the last on the visitor's way, else the first of the flow. */
function sourceOf(
  variable: string,
  nodes: readonly AgentNode[],
  path: readonly string[],
): Pick<Field, 'question' | 'askedBy'> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const onTheWay = path.flatMap((id) => byId.get(id) ?? []).toReversed()
  for (const node of [...onTheWay, ...nodes]) {
    if (node.type === 'question' && node.variable === variable) return { question: node, askedBy: node }
    if (node.type === 'form') {
      const field = node.fields.find(({ name }) => name === variable)
      if (field?.type === 'select' || field?.type === 'checkbox') return { askedBy: node }
      if (field) return { question: questionOf(node, field), askedBy: node }
    }
    if (
      node.type === 'buttons' &&
      (node.variable === variable || node.buttons.some((one) => setBy(one, nodes)?.variable === variable))
    )
      return { askedBy: node }
  }
  return {}
}

/** The node by which a button keeps what was chosen. */
function setBy({ next }: { next?: string | undefined }, nodes: readonly AgentNode[]) {
  const node = nodes.find(({ id }) => id === next)
  return node?.type === 'set-variable' ? node : undefined
}

/** The button that was chosen before, by what it has set; undefined if that is not known. */
export function buttonChosenBefore(
  node: NodeOf<'buttons'>,
  nodes: readonly AgentNode[],
  variables: Variables,
) {
  const { variable } = node
  if (variable !== undefined)
    return node.buttons.find(({ label }) => fill(label, variables) === valueIn(variables, variable))
  return node.buttons.find((button) => {
    const set = setBy(button, nodes)
    return set !== undefined && valueIn(variables, set.variable) === fill(set.value, variables)
  })
}

export type Corrections = {
  /** New values by their questions. */
  values: { question: Question; value: string }[]
  /** A button that was chosen instead of another. */
  press?: { node: NodeOf<'buttons'>; button: NodeOf<'buttons'>['buttons'][number] }
  /** A value that is not accepted, and why. */
  problem?: Extract<AnswerReading, { ok: false }>
  /** The fields that a value could be for. */
  unclear?: Field[]
}

/** In this order: what is certainly an address is no number, and "at 11" is a time before it is an amount. */
const LEVELS: readonly Question['capture'][][] = [
  ['email'],
  ['phone'],
  ['date', 'date-time'],
  ['money', 'number'],
]

/** What a message corrects: each value that fits exactly one field, and differs from what was understood. */
export function correctionsIn(
  text: string,
  fields: readonly Field[],
  variables: Variables,
  context: Context,
  nodes: readonly AgentNode[],
): Corrections {
  const values: Corrections['values'] = []
  const named = fieldsNamedIn(text, fields, context.language)
  let left = text
  for (const captures of LEVELS) {
    const fits = fields.flatMap((field) => {
      const { question } = field
      if (!question || !captures.includes(question.capture)) return []
      // Of several numbers, none is certain.
      if (isAmount(question) && (left.match(/\d+/g) ?? []).length > 1) return []
      const reading = readCorrection(question, left, valueIn(variables, field.variable), context)
      return reading ? [{ field, question, reading }] : []
    })
    const meant = fits.length > 1 ? fits.filter(({ field }) => named.includes(field)) : fits
    const [fit] = meant
    if (fits.length > 1 && meant.length !== 1) return { values, unclear: fits.map(({ field }) => field) }
    if (!fit) continue
    if (!fit.reading.ok) return { values, problem: fit.reading }
    // What was understood already is no correction, and no amount either: "Yes, Friday at 7".
    if (fit.reading.value !== valueIn(variables, fit.field.variable))
      values.push({ question: fit.question, value: fit.reading.value })
    left = fit.reading.further?.text ?? ''
  }
  if (values.length > 0) return { values }
  const code = newCode(text, named, variables, context)
  if (code) return { values: [code] }
  const name = newName(text, fields, variables, context)
  if (name) return { values: [name] }
  const press = newChoice(text, fields, variables, context.language, nodes)
  return press ? { values, press } : { values }
}

function isAmount({ capture }: Question): boolean {
  return capture === 'number' || capture === 'money'
}

/** Undefined if the message says nothing of the kind. */
function readCorrection(
  question: Question,
  text: string,
  current: string,
  context: Context,
): AnswerReading | undefined {
  const reading = question.capture === 'date-time' ? readMoment(question, text, current, context) : undefined
  const read = reading ?? readAnswer(question, text, context)
  if (!read.ok) return read.why || read.either ? read : undefined
  if (read.value !== current) return read
  // "Not Thursday but Friday" says what was understood first.
  const rest = read.further?.text ?? ''
  return (rest.length < text.length ? readCorrection(question, rest, current, context) : undefined) ?? read
}

/** A day alone keeps the time, and a time alone the day. */
function readMoment(
  question: Question,
  text: string,
  current: string,
  context: Context,
): AnswerReading | undefined {
  const [knownDay, knownTime] = current.split('T')
  const { day, time, rest, either } = dateIn(text, context, question.when)
  if (either || (day === undefined && time === undefined) || (day !== undefined && time !== undefined))
    return undefined
  const whole = readAnswer(question, `${day ?? knownDay} ${time ?? knownTime}`, context)
  return whole.ok ? { ...whole, further: { text: rest, context } } : whole
}

/** A code counts where the message names it: "the serial number is wrong, it is CU87". */
function newCode(text: string, named: readonly Field[], variables: Variables, context: Context) {
  const [field, ...others] = named.filter(({ question }) => question && isCode(question))
  if (!field?.question || others.length > 0) return undefined
  const reading = readAnswer(field.question, text, context)
  return reading.ok && /\d/.test(reading.value) && reading.value !== valueIn(variables, field.variable)
    ? { question: field.question, value: reading.value }
    : undefined
}

/** A name counts only where it is introduced: "No, my name is Bob". Words such as "misspelled" are none. */
function newName(text: string, fields: readonly Field[], variables: Variables, context: Context) {
  const [field, ...others] = fields.filter(({ question }) => question?.capture === 'name')
  if (!field?.question || others.length > 0) return undefined
  const isNo = yesNoIn(text, context.language) !== undefined
  const said = (isNo ? text.replace(/^[^,.:;、，]{1,30}[,.:;、，]\s*/u, '') : text).trim()
  const reading = readAnswer(field.question, said, context)
  if (!reading.ok || plain(reading.value) === plain(said)) return undefined
  const { value } = reading
  const isName = /^\p{Lu}|^\p{Lo}/u.test(value) && yesNoIn(value, context.language) === undefined
  return isName && said.endsWith(value) && value !== valueIn(variables, field.variable)
    ? { question: field.question, value }
    : undefined
}

function newChoice(
  text: string,
  fields: readonly Field[],
  variables: Variables,
  language: Language,
  nodes: readonly AgentNode[],
): Corrections['press'] {
  const found = fields.flatMap(({ askedBy }) => {
    if (askedBy?.type !== 'buttons') return []
    const button = optionNamed(text, askedBy.buttons) ?? optionSaid(text, askedBy.buttons, language)
    const before = buttonChosenBefore(askedBy, nodes, variables)
    return button && button.id !== before?.id ? [{ node: askedBy, button }] : []
  })
  return found.length === 1 ? found[0] : undefined
}

/** The fields that a message names, by label or by a word for their kind: "the date is wrong". */
export function fieldsNamedIn(text: string, fields: readonly Field[], language: Language): Field[] {
  const options = fields.map((field) => ({ id: field.variable, label: field.label, field }))
  const chosen = optionNamed(text, options)
  if (chosen) return [chosen.field]
  const said = plain(text.slice(0, 300))
  const byLabel = fields.filter(({ label, variable }) =>
    [label, variable.replaceAll('_', ' ')].some((name) => holdsPhrase(said, plain(name))),
  )
  if (byLabel.length > 0) return byLabel
  const meant = optionSaid(text, options, language)
  if (meant) return [meant.field]
  return fields.filter(({ question }) => {
    const kinds = question ? kindsOf(question) : []
    return (language === 'en' ? [language] : [language, 'en' as const]).some((one) =>
      kinds.some((kind) => alternatives(fieldWords[one][kind]).some((word) => holdsPhrase(said, word))),
    )
  })
}

/** The amounts that a message says as they were noted: "three guests" where three were. */
export function fieldsRepeatedIn(
  text: string,
  fields: readonly Field[],
  variables: Variables,
  context: Context,
): Field[] {
  return fields.filter(({ question, variable }) => {
    if (!question || !isAmount(question)) return false
    const reading = readAnswer(question, text, context)
    return reading.ok && reading.value === valueIn(variables, variable)
  })
}

/** A yes or no to what was read back, also of several parts in another language: "sí, gracias", "ja, stimmt". */
export function confirmationIn(text: string, language: Language): 'yes' | 'no' | undefined {
  const whole = yesNoIn(text, language)
  if (whole !== undefined) return whole
  const parts = text.split(/[,.!;،、。！]/).filter((part) => part.trim() !== '')
  const answers = parts
    .filter((part) => smallTalkIn(part) !== 'thanks')
    .map((part) => yesNoIn(part, language))
  const [first] = answers
  return parts.length <= 3 && answers.every((one) => one === first) ? first : undefined
}

/** Whether a message takes back what it says: "yes, but …". */
export function holdsBut(text: string, language: Language): boolean {
  const said = plain(text.slice(0, 300))
  return [...alternatives(fieldWords[language].but), ...alternatives(fieldWords.en.but)].some((word) =>
    holdsPhrase(said, word),
  )
}

function holdsPhrase(said: string, phrase: string): boolean {
  if (phrase === '') return false
  if (isWithoutSpaces(phrase)) return said.replace(/ /g, '').includes(phrase.replace(/ /g, ''))
  if (` ${said} `.includes(` ${phrase} `)) return true
  return !phrase.includes(' ') && said.split(' ').some((word) => alike(word, phrase))
}

function kindOf(question: Question): FieldKind | undefined {
  return kindsOf(question)[0]
}

function kindsOf({ capture }: Question): FieldKind[] {
  switch (capture) {
    case 'name':
    case 'email':
    case 'phone':
    case 'money':
    case 'date':
      return [capture]
    case 'date-time':
      return ['date', 'time']
    case 'text':
    case 'number':
    case 'yes-no':
      return []
  }
}
