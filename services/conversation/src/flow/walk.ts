/** Executes node after node, collecting what is said, until one waits for the visitor or for an effect. */
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { MOST_OF_A_LABEL } from '@parley/contracts/conversation/blocks.ts'
import {
  type FlowState,
  MOST_EXTRACTED,
  MOST_OF_A_FIELD,
  MOST_OF_ALL_VARIABLES,
  MOST_OF_PATH,
} from '@parley/contracts/conversation/flow-state.ts'
import { type Language, phrases } from '../phrases.ts'
import { isQuestion } from '../understanding/commands.ts'
import type { Evasion } from '../understanding/evasions.ts'
import type { SmallTalk } from '../understanding/small-talk.ts'
import { type Answer, readFurtherAnswer } from './answers.ts'
import { askedBy, contactIn } from './contact.ts'
import { evasionPhrase } from './evasion-phrases.ts'
import { fill } from './fill.ts'
import { flowPhrases } from './flow-phrases.ts'
import type { Captured, FlowSignal, FlowStep, NodeOf } from './flow-state.ts'
import { fieldToAsk, questionOf } from './form.ts'
import { mapped } from './mapping.ts'
import {
  buttonChosenBefore,
  type Corrections,
  type Field,
  fieldsInWords,
  fieldsOf,
  MOST_TO_CHOOSE,
} from './read-back.ts'
import { readBackPhrases } from './read-back-phrases.ts'
import { createRequests } from './requests.ts'
import { MOST_SAID_AT_START } from './room.ts'
import { createSpeech, MOST_SAID } from './speech.ts'
import { createValues, valueIn } from './values.ts'
import { type Asking, asks, callOf, defaultNodeOf, leadsToAnswer, MAX_STEPS, nextOf } from './ways.ts'

/** Questions without an answer, in a row, before a person is asked for. */
const UNKNOWN_BEFORE_A_PERSON = 2
/** Maximum characters of a choice that is written instead of pressing a button. */
const MOST_OF_A_CHOICE = 300
/** What all variables may hold at the start: anybody can start a conversation, at no cost and without saying anything. */
const VARIABLES_AT_START = 16_000

/** Small talk of somebody who has nothing to ask at the moment. */
const wantsNothing: ReadonlySet<SmallTalk> = new Set(['thanks', 'goodbye', 'agreed', 'insult'])

type Answered = Extract<FlowSignal, { type: 'answered' }>

export type Walk = ReturnType<typeof createWalk>

export type Ground = {
  nodes: readonly AgentNode[]
  /** The variables that the flow has set so far. */
  variables: Readonly<Record<string, string>>
  /** Data of the visitor from other sources, such as the page; the flow's own variables take precedence. */
  known: Readonly<Record<string, string>>
  language: Language
  path: readonly string[]
  returnTo: string | undefined
  /** Questions of the visitor in a row without an answer. */
  unknown: number
  /** The read-back node to return to, while one of its values is corrected. */
  correcting: string | undefined
  /** Answers that a model read from this message or an earlier one, by the nodes that ask for them. */
  extracted: Readonly<Record<string, string>>
  /** The request that the visitor's answers belong to. */
  request: FlowState['request']
  /** Whether a person can be asked for. */
  hasPeople: boolean
  /** Whether a person is asked for after several questions without an answer. */
  asksForPeople: boolean
  /** Whether forms are asked field by field, and the form of which some fields are answered. */
  fieldByField: boolean
  form: FlowState['form']
  /** Whether the conversation is starting; no effects are possible then. */
  starting: boolean
}

export function createWalk(ground: Ground) {
  const {
    nodes,
    variables: former,
    known,
    language,
    starting,
    unknown,
    fieldByField,
    hasPeople,
    asksForPeople,
  } = ground
  let { path, returnTo, correcting, form } = ground
  /** What the visitor said besides the answer to the question before. */
  let further: Answer['further']
  let pressed = false
  // bounded: by `MOST_EXTRACTED`
  const extracted = new Map(Object.entries(ground.extracted))
  /** Whether the flow is on its way back to the node that reads the values back. */
  let returning = false
  // bounded: by the variables of a flow
  /** The variables that were corrected in this step. */
  const corrected = new Set<string>()
  /** Whether the way since a correction may be another than before, so that its messages are news. */
  let newWay = false
  const byId = new Map(nodes.map((node) => [node.id, node]))
  // bounded: by `MAX_STEPS`
  const captured: Captured[] = []
  // bounded: by `MAX_STEPS`
  const walked: string[] = []
  const requests = createRequests(ground.request)
  const { variables, all, keep, isAnswered } = createValues({
    former,
    known,
    characters: starting ? VARIABLES_AT_START : MOST_OF_ALL_VARIABLES,
  })
  const speech = createSpeech({
    language,
    characters: starting ? MOST_SAID_AT_START : MOST_SAID,
    values: all,
  })
  const { said, say, label } = speech

  const rest = (state: Omit<FlowState, 'variables'>, follow: FlowStep['follow']): FlowStep => {
    const node = state.nodeId === undefined ? undefined : byId.get(state.nodeId)
    if (follow.type === 'wait' && returnTo !== undefined && !asks(node)) return again(returnTo)
    if (follow.type === 'wait' || follow.type === 'handoff') returnTo = undefined
    concludeRequest(node, state, follow)
    if (follow.type === 'wait' && asks(node) && path.at(-1) !== node.id)
      path = [...path, node.id].slice(-MOST_OF_PATH)
    const way = {
      ...(path.length > 0 ? { path: [...path] } : {}),
      ...(returnTo ? { returnTo, ...(unknown > 0 ? { unknown } : {}) } : {}),
      ...(correcting ? { correcting } : {}),
      ...(form && (form.id === state.nodeId || form.id === returnTo) ? { form } : {}),
      ...(extracted.size > 0 ? { extracted: Object.fromEntries([...extracted].slice(-MOST_EXTRACTED)) } : {}),
    }
    const { extracted: _, form: __, request: ___, ...place } = state
    return { said, captured, walked, state: { ...place, ...way, ...requestNow(), variables }, follow }
  }
  const requestNow = () => {
    const request = requests.current()
    return request === undefined ? {} : { request }
  }

  /** Once the flow asks nothing more, a request without anything read back is complete, and over. */
  function concludeRequest(
    node: AgentNode | undefined,
    state: Omit<FlowState, 'variables'>,
    follow: FlowStep['follow'],
  ): void {
    if (follow.type === 'call' || follow.type === 'person') return
    if (state.pending || returnTo !== undefined || correcting !== undefined) return
    const isMenu = node?.type === 'buttons' && node.id === requests.current()?.menu
    if (asks(node) && !isMenu) return
    const request = requests.conclude('complete')
    const last = captured.at(-1)
    if (request && last?.request?.nth === request.nth) last.request = request
    else if (request) captured.push({ by: 'question', fields: {}, request, contact: 'none' })
    requests.end()
  }

  const wait = (nodeId: string | undefined): FlowStep =>
    rest(nodeId === undefined ? {} : { nodeId }, { type: 'wait' })
  const leave = (nodeId: string, follow: FlowStep['follow']): FlowStep =>
    starting ? rest({ nodeId, pending: true }, { type: 'wait' }) : rest({ nodeId }, follow)

  /** Executes nodes from `nodeId` on; `input` is what the visitor said and no node has used yet. */
  function from(nodeId: string | undefined, input: string | undefined, home?: string): FlowStep {
    let node = nodeId === undefined ? undefined : byId.get(nodeId)
    while (node) {
      if (returning && (walked.length >= MAX_STEPS || endsCorrection(node))) return readBack()
      if (walked.length >= MAX_STEPS) return wait(home)
      walked.push(node.id)
      switch (node.type) {
        case 'message':
          if (!returning || newWay) say(node.text)
          break
        case 'read-back': {
          if (fieldsAt(node).length === 0) break
          return readBackAt(node)
        }
        case 'question': {
          if (returning && isAnswered(node.variable)) break
          const known = takeExtracted(node.id)
          if (known !== undefined) {
            capture('question', { [node.variable]: known }, node)
            break
          }
          const given = readFurtherAnswer(node, further)
          if (given === undefined) {
            say(node.text)
            return wait(node.id)
          }
          further = given.further
          capture('question', { [node.variable]: given.value }, node)
          break
        }
        case 'buttons': {
          const before = returning ? buttonChosenBefore(node, nodes, all()) : undefined
          const meant = before ? undefined : extractedChoice(node)
          if (meant) {
            keepChoice(node, label(meant.label))
            node = byId.get(meant.next ?? node.next ?? '')
            continue
          }
          const chosen =
            before?.next ??
            (returning && node.variable !== undefined && isAnswered(node.variable) ? node.next : undefined)
          if (chosen !== undefined) {
            node = byId.get(chosen)
            continue
          }
          say(node.text)
          speech.offerButtons(node)
          return wait(node.id)
        }
        case 'form':
          if (returning && node.fields.every(({ name }) => isAnswered(name))) break
          say(node.text)
          if (fieldByField) return askFields(node, {})
          speech.offerForm(node)
          return wait(node.id)
        case 'set-variable':
          keep({ [node.variable]: fill(node.value, all()) })
          break
        case 'map':
          keep(mapped(node.mappings, all()))
          break
        case 'tool':
        case 'http':
          return leave(node.id, {
            type: 'call',
            nodeId: node.id,
            call: callOf(node, all()),
            ...(input === undefined ? {} : { input }),
          })
        case 'knowledge':
          if (input !== undefined && pressed && !isQuestion(input, language)) {
            // A button's label is no question.
            if (said.length === 0) say(flowPhrases[language].ask)
            return wait(node.id)
          }
          return input === undefined
            ? wait(node.id)
            : rest(
                { nodeId: node.id },
                {
                  type: 'search',
                  question: input,
                  ...(node.tags?.length ? { tags: node.tags } : {}),
                },
              )
        case 'ai': {
          if (input === undefined) return wait(node.id)
          const { prompt, modelId } = node
          return rest(
            { nodeId: node.id },
            {
              type: 'answer',
              question: input,
              ...(prompt ? { prompt: fill(prompt, all()) } : {}),
              ...(modelId ? { modelId } : {}),
              ...(pressed && !isQuestion(input, language) ? { pressed } : {}),
            },
          )
        }
        case 'handoff':
          return handOff(node)
        case 'end':
          say(node.text)
          return wait(undefined)
        case 'note':
        case 'group':
        case 'always-first':
          return wait(home)
        case 'start':
        case 'default':
        case 'jump':
        case 'condition':
          break
      }
      if (node.type === 'condition' && node.branches.some(({ test }) => corrected.has(test.variable)))
        newWay = true
      const next = nextOf(node, all())
      node = next === undefined ? undefined : byId.get(next)
    }
    return returning ? readBack() : wait(home)
  }

  /** An answer that was read before its question was asked; it counts once. */
  function takeExtracted(nodeId: string): string | undefined {
    const value = extracted.get(nodeId)
    extracted.delete(nodeId)
    return value
  }

  function extractedChoice(node: NodeOf<'buttons'>): NodeOf<'buttons'>['buttons'][number] | undefined {
    const value = takeExtracted(node.id)
    return value === undefined ? undefined : node.buttons.find((button) => button.label === value)
  }

  /** Whether a correction goes no further than this node, since what follows has its own course. */
  function endsCorrection(node: AgentNode): boolean {
    return (
      node.id === correcting ||
      ['ai', 'knowledge', 'handoff', 'end', 'note', 'always-first', 'read-back'].includes(node.type)
    )
  }

  function keepChoice(node: NodeOf<'buttons'>, choice: string): void {
    const { variable } = node
    if (variable === undefined) return
    capture('question', { [variable]: choice }, node)
    if (correcting !== undefined) corrected.add(variable)
  }

  /** Asks for the next field of a form; goes on once all are answered or skipped. */
  function askFields(node: NodeOf<'form'>, given: Readonly<Record<string, string>>): FlowStep {
    const answers = { ...given }
    for (let field = fieldToAsk(node, answers); field; field = fieldToAsk(node, answers)) {
      const said = readFurtherAnswer(questionOf(node, field), further)
      if (said === undefined) {
        form = { id: node.id, answers }
        speech.askField(field)
        return wait(node.id)
      }
      further = said.further
      answers[field.name] = said.value
    }
    form = undefined
    const fields = Object.fromEntries(node.fields.map(({ name }) => [name, answers[name] ?? '']))
    answering(Object.keys(fields))
    capture('form', fields, node)
    return from(node.next, undefined)
  }

  /** What was given for the fields of a form, as far as they were asked. */
  function answersOf(node: NodeOf<'form'>): Readonly<Record<string, string>> {
    return form?.id === node.id ? form.answers : {}
  }

  /** What the flow knows of a form that was filled in before, but for one field. */
  function answersWithout(node: NodeOf<'form'>, variable: string): Record<string, string> {
    const others = node.fields.filter(({ name }) => name !== variable && isAnswered(name))
    return Object.fromEntries(
      others.map(({ name }) => [name, valueIn(variables, name).slice(0, MOST_OF_A_FIELD)]),
    )
  }

  /** Asks again for the field of a form before the one that is asked; undefined if there is none. */
  function backInForm(node: AgentNode | undefined): FlowStep | undefined {
    if (!fieldByField || correcting !== undefined || node?.type !== 'form') return undefined
    const answers = answersOf(node)
    const last = node.fields.findLast(({ name }) => Object.hasOwn(answers, name))
    if (last === undefined) return undefined
    const { [last.name]: _, ...before } = answers
    returnTo = undefined
    return askFields(node, before)
  }

  /** Says that what was asked is answered: a correction goes on to the node that reads the values back. */
  function answering(variables: readonly string[]): void {
    if (correcting === undefined) return
    returning = true
    for (const variable of variables) corrected.add(variable)
  }

  /** Returns to the node whose value was corrected. */
  function readBack(): FlowStep {
    const node = correcting === undefined ? undefined : byId.get(correcting)
    if (node?.type === 'read-back') return readBackAt(node)
    endCorrection()
    return wait(undefined)
  }

  function endCorrection(): void {
    correcting = undefined
    returning = false
  }

  function fieldsAt(node: NodeOf<'read-back'>): Field[] {
    return fieldsOf(node, nodes, all(), path, language)
  }

  /** Says what was understood and asks whether it is right. */
  function readBackAt(node: NodeOf<'read-back'>): FlowStep {
    endCorrection()
    const { noted, right } = readBackPhrases[language]
    const heading = node.text === undefined ? noted : speech.filled(node.text)
    speech.sayAsIs(
      `${heading.trim() || noted}\n\n${fieldsInWords(fieldsAt(node), all(), language)}\n\n${right}`,
    )
    speech.offerConfirmation()
    return wait(node.id)
  }

  function handOff(node: NodeOf<'handoff'>): FlowStep {
    const before = said.length
    if (!starting) say(node.text ?? phrases[language].handoff)
    const step = leave(node.id, { type: 'handoff', ...(node.title ? { note: node.title } : {}) })
    return said.length > before ? { ...step, saidByHandoff: true } : step
  }

  /** `node`: what asked for the fields. */
  function capture(by: Captured['by'], fields: Record<string, string>, node: AgentNode): void {
    const replaces = Object.keys(fields).some((name) => valueIn(variables, name) !== '')
    keep(fields)
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
    if (Object.keys(given).length === 0) return
    const corrects = correcting !== undefined
    const request = requests.answering({ nodeId: node.id, menu: menuOnTheWay(), replaces, corrects })
    const contact = contactIn(given, [node])
    captured.push({
      by,
      fields: contact === 'none' ? given : { ...earlierIn(node), ...given },
      request,
      contact,
    })
  }

  /** The buttons by which a request begins. Those that keep what was chosen ask for a part of it. */
  function menuOnTheWay(): string | undefined {
    const shown = path.map((id) => byId.get(id)).filter((node) => node?.type === 'buttons')
    return (shown.findLast(({ variable }) => variable === undefined) ?? shown.at(-1))?.id
  }

  /** What the request has so far, unless the visitor said in it before who they are: a lead is made only then. */
  function earlierIn(node: AgentNode): Record<string, string> {
    const answered = (requests.current()?.answered ?? []).filter((id) => id !== node.id)
    const nodes = answered.flatMap((id) => byId.get(id) ?? [])
    const values = nodes
      .flatMap(askedBy)
      .map(({ variable }) => [variable, valueIn(variables, variable)] as const)
    const earlier = Object.fromEntries(values.filter(([, value]) => value !== ''))
    return contactIn(earlier, nodes) === 'none' ? earlier : {}
  }

  /** Puts buttons again after a question without an answer: from the second in a row on it says what else is possible. */
  function againUnknown(nodeId: string): FlowStep {
    if (byId.get(nodeId)?.type !== 'buttons') return again(nodeId)
    const isHandedOff = asksForPeople && unknown === UNKNOWN_BEFORE_A_PERSON
    if (unknown > 0 && !isHandedOff) say(evasionPhrase('stuck', language, hasPeople))
    const step = again(nodeId)
    const state = { ...step.state, unknown: unknown + 1 }
    return { ...step, state, ...(isHandedOff ? { follow: { type: 'person' } } : {}) }
  }

  /**
   * Puts a question again: buttons and forms without their text, which was read before. `after`: the answer to a question
   * of the visitor's own.
   */
  function again(nodeId: string, after?: Answered): FlowStep {
    const node = byId.get(nodeId)
    returnTo = undefined
    if (node?.type === 'question') say(node.text)
    else if (node?.type === 'buttons') speech.offerButtons({ ...node, buttons: helpful(node, after) })
    else if (node?.type === 'form' && fieldByField) return askFields(node, answersOf(node))
    else if (node?.type === 'form') speech.offerForm(node)
    else if (node?.type === 'read-back') {
      say(readBackPhrases[language].right)
      speech.offerConfirmation()
    }
    return wait(node?.id)
  }

  /**
   * The buttons that help at this point. Where no request has begun, questions that the agent would answer are suggested
   * only after something else than an answer, and nothing is suggested to whoever thanks or leaves.
   */
  function helpful(node: NodeOf<'buttons'>, after: Answered | undefined) {
    const request = requests.current()
    if (!after || node.variable !== undefined || (request && !request.over)) return node.buttons
    if (after.to === undefined)
      return node.buttons.filter(({ next = node.next }) => !next || !leadsToAnswer(byId, next, all()))
    return wantsNothing.has(after.to) ? [] : node.buttons
  }

  return {
    from,
    again: (nodeId: string) => again(nodeId),
    takeExtracted,
    extractedChoice,
    capture,
    say,
    /** Takes what was said besides an answer as answers to the questions that follow. */
    takeFurther(given: Answer['further']): void {
      further = given
    },
    buttonsAt: speech.buttonsAt,
    /** Follows a button; its label is not a question that the knowledge could answer. */
    press(node: NodeOf<'buttons'>, button: NodeOf<'buttons'>['buttons'][number]): FlowStep {
      pressed = true
      if (node.variable === undefined && node.id === requests.current()?.menu) requests.end()
      returnTo = undefined
      keepChoice(node, label(button.label))
      return from(button.next ?? node.next, button.label)
    },
    /** Takes what was written where buttons are offered as the choice. */
    choose(node: NodeOf<'buttons'> & { variable: string }, text: string): FlowStep {
      returnTo = undefined
      keepChoice(node, text.trim().replace(/\s+/g, ' ').slice(0, MOST_OF_A_CHOICE))
      return from(node.next, undefined)
    },
    /** Lets the visitor's question be answered, by `node` or else by the default node, and puts `home` again. */
    aside(input: string, home: Asking, node?: string): FlowStep {
      returnTo = home.id
      // A field of a form is put as a question.
      const { type } = byId.get(home.id) ?? home
      const way = node ?? nextOf(defaultNodeOf(nodes) ?? home, {})
      if (way !== undefined && leadsToAnswer(byId, way, all())) return from(way, input, home.id)
      if (type !== 'question' && type !== 'read-back' && defaultNodeOf(nodes)?.next !== undefined) {
        const step = from(way, input)
        if (step.said.length > 0 || step.follow.type !== 'wait') return step
      }
      return rest({ nodeId: home.id }, { type: 'answer', question: input })
    },
    leadsToAnswer: (nodeId: string): boolean => leadsToAnswer(byId, nodeId, all()),
    /** Answers before anything else; whatever waits goes on waiting, without being asked again now. */
    answerFirst(text: string, state: Omit<FlowState, 'variables' | 'path' | 'returnTo'>): FlowStep {
      returnTo = undefined
      say(text)
      const way = path.length > 0 ? { path: [...path] } : {}
      const { request: _, ...place } = state
      const now = { ...place, ...way, ...requestNow(), variables }
      return { said, captured, walked, state: now, follow: { type: 'wait' } }
    },
    /** Goes on without asking; the flow can be entered again by its buttons. */
    leaveWith(text: string): FlowStep {
      returnTo = undefined
      endCorrection()
      requests.end()
      say(text)
      return wait(undefined)
    },
    back(current: string | undefined): FlowStep | undefined {
      const within = backInForm(current === undefined ? undefined : byId.get(current))
      if (within) return within
      const before = path.filter((id, at) => !(id === current && at === path.length - 1) && byId.has(id))
      const target = before.at(-1)
      if (target === undefined) return undefined
      path = before.slice(0, -1)
      requests.backTo(target)
      returnTo = undefined
      endCorrection()
      const node = byId.get(target)
      const last = node?.type === 'form' ? node.fields.at(-1) : undefined
      if (fieldByField && node?.type === 'form' && last && isAnswered(last.name))
        return askFields(node, answersWithout(node, last.name))
      return from(target, undefined)
    },
    restart(): FlowStep | undefined {
      const start = nodes.find(({ type }) => type === 'start')
      for (const name of Object.keys(variables)) delete variables[name]
      extracted.clear()
      requests.end()
      path = []
      returnTo = undefined
      endCorrection()
      const step = from(start && nextOf(start, {}), undefined)
      return said.length > 0 ? step : undefined
    },
    /** Asks for a person; the node waits on. */
    person: (state: Omit<FlowState, 'variables' | 'path' | 'returnTo'>) => {
      returnTo = asks(state.nodeId === undefined ? undefined : byId.get(state.nodeId))
        ? state.nodeId
        : undefined
      return rest(state, { type: 'person' })
    },
    filled: speech.filled,
    /** Offers the same buttons again, since more than one could be meant. */
    askWhich(node: NodeOf<'buttons'>, text: string): FlowStep {
      say(text)
      const step = again(node.id)
      return { ...step, state: { ...step.state, tries: 1 } }
    },
    /** Says why an answer is not accepted, and waits for another. */
    retry(node: NodeOf<'question' | 'form'>, text: string, tries: number): FlowStep {
      say(text)
      const waiting = byId.get(node.id)
      const field = waiting?.type === 'form' ? fieldToAsk(waiting, answersOf(waiting)) : undefined
      if (fieldByField && field) speech.offerChoices(field)
      else if (waiting?.type === 'form') speech.offerForm(waiting)
      return rest({ nodeId: node.id, tries }, { type: 'wait' })
    },
    /** The field of a form that waits for its answer; undefined where the form is shown. */
    evasionPhrase: (evasion: Evasion) => evasionPhrase(evasion, language, hasPeople),
    fieldAsked: (node: NodeOf<'form'>) => (fieldByField ? fieldToAsk(node, answersOf(node)) : undefined),
    /** Takes what was given for a field, empty if it is skipped, and asks for the next one. */
    answerField(node: NodeOf<'form'>, name: string, value: string): FlowStep {
      returnTo = undefined
      return askFields(node, { ...answersOf(node), [name]: value })
    },
    fieldsAt,
    variables: all,
    /** Takes new values, and goes on from there to the node that reads them back. */
    correct(node: NodeOf<'read-back'>, { values, press }: Corrections): FlowStep {
      correcting = node.id
      returning = true
      for (const { question, value } of values) {
        corrected.add(question.variable)
        capture('question', { [question.variable]: value }, question)
      }
      if (press) {
        pressed = true
        keepChoice(press.node, label(press.button.label))
        return from(press.button.next ?? press.node.next, press.button.label)
      }
      const [first] = values
      return from(
        first && byId.get(first.question.id) && nextOf(byId.get(first.question.id)!, all()),
        undefined,
      )
    },
    /** What was read back is right: it is the visitor's request. */
    confirmed(node: NodeOf<'read-back'>): FlowStep {
      const read = fieldsAt(node).map(({ variable }) => [variable, valueIn(all(), variable)] as const)
      const began = { nodeId: undefined, menu: undefined, replaces: false, corrects: true }
      const request = requests.conclude('confirmed') ?? requests.answering(began)
      const confirmed = Object.fromEntries(read)
      const contact = contactIn(confirmed, nodes)
      captured.push({ by: 'question', fields: confirmed, request, contact })
      return from(node.next, undefined)
    },
    /** Leaves the questions without an answer to all of them. */
    endRequest: requests.end,
    /** Asks for one value of a read-back again. */
    askField(node: NodeOf<'read-back'>, asked: NonNullable<Field['askedBy']>, variable: string): FlowStep {
      correcting = node.id
      if (fieldByField && asked.type === 'form') return askFields(asked, answersWithout(asked, variable))
      if (asked.type !== 'question') say(asked.text)
      return again(asked.id)
    },
    /** Asks which value is to be changed. */
    askWhatToChange(node: NodeOf<'read-back'>, fields: readonly Field[], tries: number): FlowStep {
      correcting = node.id
      say(readBackPhrases[language].what)
      const buttons = fields
        .filter(({ askedBy }) => askedBy)
        .slice(0, MOST_TO_CHOOSE)
        .map((field) => ({ id: field.variable, label: field.label.slice(0, MOST_OF_A_LABEL) }))
      if (buttons.length > 0) said.push({ type: 'buttons', buttons })
      return rest({ nodeId: node.id, tries }, { type: 'wait' })
    },
    /** Says why a message confirms and corrects nothing, and waits for another. */
    stayAt(node: NodeOf<'read-back'>, text: string, tries: number): FlowStep {
      endCorrection()
      speech.sayAsIs(text)
      speech.offerConfirmation()
      return rest({ nodeId: node.id, tries }, { type: 'wait' })
    },
    /** Asks whether to leave what was read back unconfirmed, for a button that was shown before. */
    askToLeave(node: NodeOf<'read-back'>, text: string, leaving: string): FlowStep {
      endCorrection()
      speech.sayAsIs(text)
      speech.offerConfirmation()
      return rest({ nodeId: node.id, leaving }, { type: 'wait' })
    },
    /** Leaves a correction without a new value. */
    keepValue: (variable: string): FlowStep | undefined =>
      correcting !== undefined && valueIn(variables, variable) !== '' ? readBack() : undefined,
    answering,
    endCorrection,
    answered(
      node: AgentNode | undefined,
      { unknown: isUnknown, to }: Pick<Extract<FlowSignal, { type: 'answered' }>, 'unknown' | 'to'>,
    ): FlowStep {
      // After an answer from the knowledge the flow continues at once; after a model's it waits for the visitor.
      if (node?.type === 'knowledge' && node.next !== undefined) return from(node.next, undefined)
      if (returnTo !== undefined)
        return isUnknown ? againUnknown(returnTo) : again(returnTo, { type: 'answered', to })
      return rest({ ...(node ? { nodeId: node.id } : {}), answered: true }, { type: 'wait' })
    },
    /** Stores the result of a call and continues; after a failed one by the node's error path, if it has one. */
    called(node: AgentNode | undefined, call: { ok: boolean; result: string; input?: string }): FlowStep {
      if (node?.type !== 'tool' && node?.type !== 'http') return wait(node?.id)
      if (node.saveTo !== undefined) keep({ [node.saveTo]: call.result })
      newWay = true
      returning = correcting !== undefined && returnTo === undefined
      return from(call.ok ? node.next : (node.onError ?? node.next), call.input)
    },
    /** Continues by the default node, or else by the agent's own prompt. `home` keeps waiting if no other node does. */
    fallback(input: string | undefined, home: string | undefined): FlowStep {
      const node = defaultNodeOf(nodes)
      if (node?.next !== undefined) {
        const step = from(node.next, input, home)
        if (step.said.length > 0 || step.follow.type !== 'wait') return step
      }
      if (input === undefined) return wait(home)
      return rest(home === undefined ? {} : { nodeId: home }, { type: 'answer', question: input })
    },
  }
}
