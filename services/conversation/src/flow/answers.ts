/** Reads the answer to a question node from what a visitor wrote, and what else the message answers. */
import { isEmailField } from '@parley/contracts/identity/visitor-email.ts'
import type { DateContext } from '../understanding/dates.ts'
import { captureAnswer, isAddressOrPhone, type Reading } from './capture.ts'
import type { NodeOf } from './flow-state.ts'

type Question = NodeOf<'question'>

export type Context = DateContext

export type Answer = {
  value: string
  /** The rest of the message, which may answer the questions that follow. */
  further?: { text: string; context: Context } | undefined
}

export type AnswerReading = ({ ok: true } & Answer) | Extract<Reading, { ok: false }>

/** Variables by whose name a text is a code. */
const CODE = /(?:^|_)(?:number|nr|no|num|code|id|reference|ref|nummer|numero|numéro)$/i

/** Variables by whose name a question is an answer: what the team is to be told. */
const TAKES_QUESTIONS =
  /question|message|matter|problem|issue|request|topic|subject|comment|feedback|concern|anliegen|frage|nachricht|mensaje|pregunta|consulta|demande|sujet|messaggio|domanda|mensagem|pergunta|vraag|bericht|wiadomosc|pytanie|mesaj|soru/i

/** What is asked for by "how many": never below zero. */
const COUNTS =
  /how many|number of|wie ?viele|anzahl|combien|nombre de|cu[aá]nt[oa]s|n[uú]mero de|quant[oa]s|quant[ie]|hoeveel|aantal|\bile\b|liczb|kaç|say[ıi]s|كم|عدد|कितने|संख्या|何人|何名|人数|几|多少|guest|people|person|adult|child|kids|room|night|gast|gäste/iu

/** The question as it is read: one for a text in a variable such as `email` asks for an e-mail address. */
export function asRead(node: Question): Question {
  const asksEmail = node.capture === 'text' && !node.takesQuestions && isEmailField(node.variable)
  return asksEmail ? { ...node, capture: 'email' } : node
}

export function readAnswer(written: Question, text: string, context: Context): AnswerReading {
  const node = asRead(written)
  const reading = captureAnswer(text, isCode(node) ? 'code' : node.capture, context, node.when)
  if (reading.ok && node.capture === 'number' && Number(reading.value) < 0 && asksCount(node))
    return { ok: false }
  if (!reading.ok || (isOpen(node) && isAddressAlone(text))) return reading.ok ? { ok: false } : reading
  const { value, rest } = reading
  return { ok: true, value, ...(rest === undefined ? {} : { further: { text: rest, context } }) }
}

/** What the rest of an earlier answer says for certain: never a text or a yes, which could mean anything. */
export function readFurtherAnswer(node: Question, further: Answer['further']): Answer | undefined {
  if (further === undefined || isCode(node)) return undefined
  if (node.capture === 'text' || node.capture === 'yes-no' || node.capture === 'name') return undefined
  const reading = readAnswer(node, further.text, further.context)
  if (!reading.ok) return undefined
  // "Two rooms on the 3rd": of several numbers, none is certain.
  if (node.capture === 'number' && (further.text.match(/\d+/g) ?? []).length !== 1) return undefined
  // The 3 of "2 or 3" is no amount.
  if (node.capture === 'money' && !/[€$£¥₹₺]|\d{3}|\dk\b|[万億亿]/iu.test(further.text)) return undefined
  return reading
}

/**
 * What a model read for a question, by the rules of the question; undefined if they don't accept it. What is told to the
 * team stays in the visitor's words, all of them.
 */
export function readExtracted(
  node: Question,
  value: string | undefined,
  context: Context,
): Answer | undefined {
  if (value === undefined || takesQuestions(node)) return undefined
  // "Ola" alone is a greeting as well.
  const text = node.capture === 'name' ? `I am ${value}` : value.replace(/(?<=\d)T(?=\d)/, ' ')
  const reading = readAnswer(node, text, context)
  return reading.ok ? { value: reading.value } : undefined
}

function asksCount({ text, variable }: Question): boolean {
  return COUNTS.test(text.slice(0, 1_000)) || COUNTS.test(variable)
}

/** Whether any words are an answer, but not a phone number or an address alone, which answer another question. */
function isOpen(node: Question): boolean {
  return node.capture === 'text' && !isCode(node) && !takesQuestions(node) && !CONTACT.test(node.variable)
}

const CONTACT = /phone|mail|contact|reach|address|tel|kontakt|adresse|mobil/i

function isAddressAlone(text: string): boolean {
  return isAddressOrPhone(text) && (text.match(/\p{L}{2,}/gu) ?? []).length <= 6 && text.length < 80
}

export function isCode(node: Question): boolean {
  return node.capture === 'text' && (node.code ?? CODE.test(node.variable))
}

export function takesQuestions(node: Question): boolean {
  return node.capture === 'text' && (node.takesQuestions ?? TAKES_QUESTIONS.test(node.variable))
}
