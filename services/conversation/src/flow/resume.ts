/**
 * What a visitor's message means to the node that waits for it: the answer, a button, a wish to go back, start over,
 * skip, stop or talk to a person, or a question of the visitor's own, after which the node asks again.
 */
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { usualTries } from '@parley/contracts/agent/question-tries.ts'
import type { FormField } from '@parley/contracts/conversation/blocks.ts'
import type { FlowState } from '@parley/contracts/conversation/flow-state.ts'
import { phrases } from '../phrases.ts'
import { optionMeant, optionNamed, optionSaid, optionsHalfMeant } from '../understanding/choices.ts'
import { beginsAsQuestion, type Command, commandIn, isQuestion, isWish } from '../understanding/commands.ts'
import { type Evasion, evasionIn } from '../understanding/evasions.ts'
import { smallTalkBesideName, spellingOfName } from '../understanding/names.ts'
import { smallTalkIn, withoutSmallTalk } from '../understanding/small-talk.ts'
import {
  type Answer,
  type AnswerReading,
  asRead,
  type Context,
  isCode,
  readAnswer,
  takesQuestions,
} from './answers.ts'
import { isAddressOrPhone } from './capture.ts'
import { choicesInWords } from './days-in-words.ts'
import { evasionPhrases } from './evasion-phrases.ts'
import { flowPhrases } from './flow-phrases.ts'
import type { FlowSignal, FlowStep, NodeOf } from './flow-state.ts'
import { optionOf, problemOf, questionOf, readField, readForm, skippedValue } from './form.ts'
import {
  buttonChosenBefore,
  type Corrections,
  confirmationIn,
  correctionsIn,
  fieldsNamedIn,
  fieldsRepeatedIn,
  holdsBut,
} from './read-back.ts'
import { readBackPhrases } from './read-back-phrases.ts'
import { valueIn } from './values.ts'
import type { Walk } from './walk.ts'
import { asks } from './ways.ts'

type Message = Extract<FlowSignal, { type: 'message' }>

export type Resuming = {
  walk: Walk
  nodes: readonly AgentNode[]
  waiting: AgentNode | undefined
  state: FlowState
  signal: Message
  context: Context
}

export function resume(given: Resuming): FlowStep {
  const { walk, waiting, state, signal } = given
  if (waiting && state.pending) return walk.from(waiting.id, signal.text)
  if (waiting?.type === 'form' && signal.form?.formId === waiting.id)
    return submitted(given, waiting, signal.form)
  if (waiting?.type === 'form') {
    const field = walk.fieldAsked(waiting)
    if (field) return fieldAnswered(given, waiting, field)
  }
  const extracted = signal.extracted && takenByModel(given)
  if (extracted) return extracted
  if (waiting?.type === 'read-back') return command(given) ?? checked(given, waiting)
  const steered = pressedButton(given) ?? command(given)
  if (steered) return steered
  const { text } = signal
  switch (waiting?.type) {
    case 'question':
      return answer(given, waiting)
    case 'form':
      return walk.aside(text, waiting)
    case 'buttons':
      if (waiting.next === undefined) return unread(walk.aside(text, waiting))
      if (waiting.variable !== undefined && !walk.leadsToAnswer(waiting.next))
        return chosenInWords(given, { ...waiting, variable: waiting.variable })
      return unread(
        walk.leadsToAnswer(waiting.next)
          ? walk.aside(text, waiting, waiting.next)
          : walk.from(waiting.next, text),
      )
    case 'ai':
    case 'knowledge':
      return state.answered && waiting.next !== undefined
        ? walk.from(waiting.next, text)
        : walk.from(waiting.id, text)
    // A call that did not finish, for example because of a restart, is repeated.
    case 'tool':
    case 'http':
      return walk.from(waiting.id, text)
    case 'handoff':
      return waiting.next === undefined ? walk.fallback(text, undefined) : walk.from(waiting.next, text)
    default:
      return walk.fallback(text, undefined)
  }
}

/** What a model read for the node that waits; undefined if that is nothing that its rules accept. */
function takenByModel(given: Resuming): FlowStep | undefined {
  const { walk, waiting } = given
  switch (waiting?.type) {
    case 'question': {
      const value = walk.takeExtracted(waiting.id)
      if (value === undefined) return undefined
      walk.answering([waiting.variable])
      walk.capture('question', { [waiting.variable]: value }, waiting)
      return walk.from(waiting.next, undefined)
    }
    case 'buttons': {
      const button = walk.extractedChoice(waiting)
      if (!button) return undefined
      walk.answering([])
      return walk.press(waiting, button)
    }
    case 'read-back':
      return correctedByModel(given, waiting)
    default:
      return undefined
  }
}

function correctedByModel({ walk, nodes }: Resuming, node: NodeOf<'read-back'>): FlowStep | undefined {
  const corrections: Corrections = { values: [] }
  for (const { variable, askedBy } of walk.fieldsAt(node)) {
    const current = valueIn(walk.variables(), variable)
    if (askedBy?.type === 'question') {
      const value = walk.takeExtracted(askedBy.id)
      if (value !== undefined && value !== current) corrections.values.push({ question: askedBy, value })
    } else if (askedBy?.type === 'buttons') {
      const button = walk.extractedChoice(askedBy)
      const before = buttonChosenBefore(askedBy, nodes, walk.variables())
      if (button && button.id !== before?.id) corrections.press = { node: askedBy, button }
    }
  }
  const isNone = corrections.values.length === 0 && corrections.press === undefined
  return isNone ? undefined : walk.correct(node, corrections)
}

/** Says that the rules did not understand the message. */
function unread(step: FlowStep): FlowStep {
  return { ...step, unread: true }
}

/** What was written where buttons are offered is the choice too, such as "around half past four" for a time of day. */
function chosenInWords(
  { walk, signal: { text }, context }: Resuming,
  node: NodeOf<'buttons'> & { variable: string },
): FlowStep {
  const small = smallTalkIn(text)
  if (small === 'greeting' || small === 'thanks' || small === 'agreed') return walk.again(node.id)
  const asksElse = isQuestion(text, context.language) && !isWish(text, context.language)
  if (small || asksElse) return walk.aside(text, node)
  // It answers another question.
  if (isAddressOrPhone(text)) return walk.again(node.id)
  walk.answering([node.variable])
  return unread(walk.choose(node, text))
}

/** The button that was pressed or meant: of the node that waits, else of one that was shown before. */
function pressedButton(given: Resuming): FlowStep | undefined {
  const { walk, waiting, state, signal, context } = given
  const { text } = signal
  if (waiting?.type === 'buttons') {
    const press = (button: (typeof waiting.buttons)[number]) => {
      walk.answering([])
      // "I'd like a table for Friday" answers a question that follows the button, too.
      if (!optionNamed(text, [button])) walk.takeFurther({ text, context })
      return walk.press(waiting, button)
    }
    const buttons = walk.buttonsAt(waiting)
    const said = withoutSmallTalk(text)
    const chosen =
      optionMeant(text, buttons, context.language) ?? optionMeant(said, buttons, context.language)
    if (chosen) return press(chosen)
    const several = optionsHalfMeant(said, buttons, context.language)
    // "Appointment" said twice means the plainest of them.
    const [plainest] = several.toSorted((one, other) => one.label.length - other.label.length)
    if (plainest && several.length > 1 && (state.tries ?? 0) > 0) return press(plainest)
    if (several.length > 1) return unread(walk.askWhich(waiting, evasionPhrases[context.language].which))
  }
  const before = choiceOfBefore(given)
  if (!before) return undefined
  walk.endCorrection()
  return walk.press(before.node, before.button)
}

/** The button that was meant of those that were shown before. */
function choiceOfBefore({ walk, nodes, waiting, state, signal, context }: Resuming) {
  const { text } = signal
  const shown = (state.path ?? []).toReversed().flatMap((id) => {
    const node = nodes.find((one) => one.id === id)
    return node?.type === 'buttons' && node.id !== waiting?.id ? [node] : []
  })
  for (const [nth, node] of shown.entries()) {
    const buttons = walk.buttonsAt(node)
    // Where nothing is asked, the newest buttons may be meant in other words.
    const button =
      optionNamed(text, buttons) ??
      (nth === 0 && !asks(waiting) ? optionSaid(text, buttons, context.language) : undefined)
    if (button) return { node, button }
  }
  return undefined
}

function command(given: Resuming): FlowStep | undefined {
  const { walk, waiting, state, signal, context } = given
  const field = waiting?.type === 'form' ? walk.fieldAsked(waiting) : undefined
  const asksName = (waiting?.type === 'question' && waiting.capture === 'name') || field?.type === 'name'
  const spelling = asksName ? spellingOfName(signal.text) : 'any'
  const found = commandIn(signal.text, context.language, spelling)
  if (found === undefined) return undefined
  const words = flowPhrases[context.language]
  const { path: _, returnTo: __, variables: ___, ...place } = state
  const does: Record<Command, () => FlowStep | undefined> = {
    person: () => walk.person(place),
    restart: () => walk.restart(),
    back: () => walk.back(waiting?.id) ?? (asks(waiting) ? walk.again(waiting.id) : undefined),
    stop: () => (asks(waiting) ? walk.leaveWith(words.stopped) : undefined),
    skip: () => skip(given),
  }
  return does[found]()
}

function skip(given: Resuming): FlowStep | undefined {
  const { walk, waiting, context } = given
  switch (waiting?.type) {
    case 'read-back':
      walk.say(flowPhrases[context.language].required)
      return walk.again(waiting.id)
    case 'question': {
      const kept = walk.keepValue(waiting.variable)
      if (kept) return kept
      if (!waiting.optional) return failed(given, waiting, flowPhrases[context.language].required)
      walk.capture('question', { [waiting.variable]: '' }, waiting)
      return walk.from(waiting.next, undefined)
    }
    case 'buttons':
      if (waiting.next !== undefined && !walk.leadsToAnswer(waiting.next))
        return walk.from(waiting.next, undefined)
      walk.say(flowPhrases[context.language].required)
      return walk.again(waiting.id)
    case 'form': {
      const field = walk.fieldAsked(waiting)
      if (field) return skipField(given, waiting, field)
      if (waiting.fields.some(({ required }) => required))
        return walk.retry(waiting, flowPhrases[context.language].required, 0)
      return walk.from(waiting.next, undefined)
    }
    default:
      return undefined
  }
}

function skipField(given: Resuming, form: NodeOf<'form'>, field: FormField): FlowStep {
  const { walk, context } = given
  const kept = walk.keepValue(field.name)
  if (kept) return kept
  const value = skippedValue(field, context)
  return value === undefined
    ? failed(given, questionOf(form, field), flowPhrases[context.language].required)
    : walk.answerField(form, field.name, value)
}

/** What a message means to the field of a form that was asked for: its value, or something else. */
function fieldAnswered(given: Resuming, form: NodeOf<'form'>, field: FormField): FlowStep {
  const { walk, signal, context } = given
  const { text } = signal
  const take = (value: string, further?: Answer['further']) => {
    walk.takeFurther(further)
    return walk.answerField(form, field.name, value)
  }
  const reading = readField(field, text, context)
  const isChosen = field.type === 'select' || field.type === 'checkbox'
  // An option may be called as a command or as a button that was shown before.
  if (reading.ok && isChosen && optionOf(field, text, context.language)) return take(reading.value)
  const steered = pressedButton(given) ?? command(given)
  if (steered) return steered
  const retry = problemOf(field, context.language)
  if (reading.ok && isChosen) return take(reading.value)
  return answerAs(given, questionOf(form, field), {
    reading,
    retry,
    take,
    skip: () => skipField(given, form, field),
  })
}

function answer(given: Resuming, written: NodeOf<'question'>): FlowStep {
  const node = asRead(written)
  const { walk, signal, context } = given
  const take = (value: string, further?: Answer['further']) => {
    walk.answering([node.variable])
    walk.capture('question', { [node.variable]: value }, node)
    walk.takeFurther(further)
    return walk.from(node.next, undefined)
  }
  return answerAs(given, node, {
    reading: readAnswer(node, signal.text, context),
    retry: node.retryText ?? phrases[context.language].retry[isCode(node) ? 'code' : node.capture],
    take,
    skip: () => take(''),
  })
}

type Asked = {
  reading: AnswerReading
  /** Said where the answer is not accepted. */
  retry: string
  take(value: string, further?: Answer['further']): FlowStep
  skip(): FlowStep
}

/** What a message means to a question, or to a field of a form as one. */
function answerAs(
  given: Resuming,
  node: NodeOf<'question'>,
  { reading, retry, take, skip }: Asked,
): FlowStep {
  const { walk, state, signal, context } = given
  const { text } = signal
  const { language } = context
  const isOpen = node.capture === 'text' && !isCode(node)
  const small = node.capture === 'name' ? smallTalkBesideName(text, language) : smallTalkIn(text)
  const evasion = isOpen || node.capture === 'name' || !reading.ok ? evasionIn(text) : undefined
  if (evasion && !takesQuestions(node))
    return evasion === 'unsure' && node.optional ? skip() : evaded(given, node, evasion)
  if (reading.ok && !(small && (isOpen || node.capture === 'name')) && !asksInstead(node, text, context))
    return take(reading.value, reading.further)
  if (small === 'greeting' || small === 'thanks' || small === 'agreed') return unread(walk.again(node.id))
  if (small || isQuestion(text, language)) return unread(walk.aside(text, node))
  if (!reading.ok && reading.either)
    return node.capture === 'number'
      ? failed(given, node, choicesInWords(reading.either, language))
      : walk.retry(node, choicesInWords(reading.either, language), state.tries ?? 0)
  return failed(given, node, !reading.ok && reading.why ? flowPhrases[language][reading.why] : retry)
}

/** Asks again, kindly; a visitor who has nothing to say to a question is not asked for ever. */
function evaded(given: Resuming, node: NodeOf<'question'>, evasion: Evasion): FlowStep {
  const { walk } = given
  return failed(given, node, `${walk.evasionPhrase(evasion)} ${walk.filled(node.text)}`)
}

/** Whether the visitor asks something, though the message could be read as an answer: "What is it for 2 people?" */
function asksInstead(node: NodeOf<'question'>, text: string, { language }: Context): boolean {
  if (takesQuestions(node)) return false
  switch (node.capture) {
    case 'text':
    case 'name':
      return isQuestion(text, language)
    case 'number':
    case 'money':
    case 'date':
    case 'date-time':
      // "Can I come tomorrow?" and "Tomorrow?" are answers.
      return beginsAsQuestion(text, language) && !isWish(text, language)
    case 'yes-no':
      return beginsAsQuestion(text, language)
    case 'email':
    case 'phone':
      return false
  }
}

/** Asks again, with what else is possible from the second time on; after the last try the flow goes on without. */
function failed({ walk, state, context }: Resuming, node: NodeOf<'question'>, text: string): FlowStep {
  const tries = (state.tries ?? 0) + 1
  if (tries < (node.tries ?? usualTries)) {
    const { hint } = flowPhrases[context.language]
    return unread(walk.retry(node, tries > 1 ? `${text}\n\n${hint}` : text, tries))
  }
  return unread(giveUp(walk, node, context))
}

function giveUp(walk: Walk, { gaveUp }: NodeOf<'question' | 'read-back'>, { language }: Context): FlowStep {
  walk.endCorrection()
  walk.endRequest()
  return gaveUp === undefined ? walk.leaveWith(flowPhrases[language].gaveUp) : walk.from(gaveUp, undefined)
}

/** What a message means to the values that were read back: right, another value, or something else. */
function checked(given: Resuming, node: NodeOf<'read-back'>): FlowStep {
  const { walk, nodes, state, signal, context } = given
  const { text } = signal
  const { language } = context
  const fields = walk.fieldsAt(node)
  const words = readBackPhrases[language]
  const chosen = optionNamed(text, [
    { id: 'yes', label: words.yes },
    { id: 'no', label: words.no },
  ])
  const said = chosen?.id ?? confirmationIn(text, language)
  const asksElse = said !== 'no' && beginsAsQuestion(text, language) && !isWish(text, language)
  const repeated = chosen ? [] : fieldsRepeatedIn(text, fields, walk.variables(), context)
  const named = chosen
    ? []
    : fieldsNamedIn(text, fields, language).filter((field) => !repeated.includes(field))
  const tries = (state.tries ?? 0) + 1
  const isLast = tries >= (node.tries ?? usualTries)

  if (!chosen && !asksElse) {
    const corrections = correctionsIn(text, fields, walk.variables(), context, nodes)
    const { values, press, problem, unclear } = corrections
    if (values.length > 0 || press) return walk.correct(node, corrections)
    if (isLast && (problem || unclear)) return giveUp(walk, node, context)
    if (problem)
      return walk.stayAt(
        node,
        problem.either
          ? choicesInWords(problem.either, language)
          : flowPhrases[language][problem.why ?? 'past'],
        tries,
      )
    if (unclear) return unread(walk.askWhatToChange(node, unclear, tries))
  }
  // A yes to "What should I change?" confirms nothing.
  if (said === 'yes' && state.correcting === node.id) return walk.from(node.id, undefined)
  if (said === 'yes' && (chosen || (named.length === 0 && !holdsBut(text, language))))
    return walk.confirmed(node)
  const [wrong, ...others] = named
  if (wrong?.askedBy && others.length === 0 && said !== 'yes' && !asksElse)
    return walk.askField(node, wrong.askedBy, wrong.variable)
  if (said === undefined) {
    const small = smallTalkIn(text)
    if (small === 'greeting' || small === 'thanks') return walk.again(node.id)
    if (small || isQuestion(text, language)) return walk.aside(text, node)
    const left = leftFor(given, node)
    if (left) return left
  }
  if (isLast) return unread(giveUp(walk, node, context))
  if (said !== 'no') return unread(walk.stayAt(node, words.unclear, tries))
  const correctable = (others.length > 0 ? named : fields).filter(({ askedBy }) => askedBy)
  const [only] = correctable
  return unread(
    only?.askedBy && correctable.length === 1
      ? walk.askField(node, only.askedBy, only.variable)
      : walk.askWhatToChange(node, correctable, tries),
  )
}

/** Goes on with a button that was shown before, once the visitor has said twice that it is meant. */
function leftFor(given: Resuming, node: NodeOf<'read-back'>): FlowStep | undefined {
  const { walk, state, context } = given
  const chosen = choiceOfBefore(given)
  if (!chosen) return undefined
  const { id, label } = chosen.button
  if (state.leaving !== id)
    return walk.askToLeave(
      node,
      readBackPhrases[context.language].leaving.replace('{label}', () => label),
      id,
    )
  walk.endCorrection()
  return walk.press(chosen.node, chosen.button)
}

function submitted(
  { walk, context }: Resuming,
  node: NodeOf<'form'>,
  form: NonNullable<Message['form']>,
): FlowStep {
  const reading = readForm(node.fields, form.answers, context)
  if (!reading.ok) return walk.retry(node, reading.problem, 0)
  walk.answering(Object.keys(reading.fields))
  walk.capture('form', reading.fields, node)
  return walk.from(node.next, undefined)
}
