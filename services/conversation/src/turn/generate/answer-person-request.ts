/**
 * Replies to a visitor who asks for a person in words, with or without a model, and to the e-mail address that they leave,
 * which is kept with them. Where a question waits for an answer, the flow decides what a request means.
 */

import { answersFirst } from '../../flow/flow.ts'
import { nodeFlowIn } from '../../flow/flow-state.ts'
import { asksFieldByField } from '../../flow/form.ts'
import { handoffPhrases } from '../../handoff/handoff-phrases.ts'
import { asksForPerson } from '../../handoff/person-request.ts'
import { addressIn, knownAddress } from '../../handoff/visitor-address.ts'
import { optionNamed } from '../../understanding/choices.ts'
import { isQuestion } from '../../understanding/commands.ts'
import { hasFlow } from '../../visiting/first-messages.ts'
import { hasAnswer } from './built-in-answerer.ts'
import type { GenerateRequest } from './generate-reply.ts'
import { type Generation, noCredits, type StepOutcome } from './generation.ts'

/** Undefined if the message is neither, so that it is answered like any other. */
export async function answerPersonRequest(
  generation: Generation,
  request: GenerateRequest,
): Promise<StepOutcome | undefined> {
  const { document, state } = request
  const text = generation.writtenText
  const isUrgent = hasFlow(document) && answersFirst(document.nodes ?? [], text) !== undefined
  if (text === '' || isUrgent || isAnswerToNode(generation, request, text)) return undefined
  if (asksForPerson(text)) {
    if (!document.enableHumanHandoff) return withoutHandoff(generation, document)
    await generation.handOff({ by: 'visitor', note: text.slice(0, MOST_OF_A_NOTE) })
    return generation.end()
  }
  const email = knownAddress(state) ? undefined : addressIn(text)
  // Whoever asks about an address has not given their own.
  if (email === undefined || (!state.handoffPending && isQuestion(text, generation.language)))
    return undefined
  const { addressNoted, detailsNoted } = handoffPhrases[generation.language]
  generation.captureAddress({ email })
  if (!state.handoffPending && generation.hasModel()) return undefined
  generation.say((state.handoffPending ? addressNoted : detailsNoted).replace('{email}', () => email))
  return generation.end()
}

const MOST_OF_A_NOTE = 500

/**
 * Of an agent without handoff: a model answers as it was told to, a flow goes on, and otherwise the knowledge may say
 * how to reach somebody.
 */
async function withoutHandoff(
  generation: Generation,
  document: GenerateRequest['document'],
): Promise<StepOutcome | undefined> {
  if (generation.hasModel() || hasFlow(document)) return undefined
  if (!(await generation.translateQuestion())) return noCredits
  const { question } = generation
  const searched = await generation.search(question)
  if (!searched.ok) return searched
  if (hasAnswer(searched.retrieval))
    return generation.answer({ question, searched: true }, searched.retrieval)
  await generation.handOff({ by: 'visitor' })
  return generation.end()
}

/** Whether the flow waits for just this: an answer to a question or form, or one of its buttons. */
function isAnswerToNode({ form }: Generation, { document, state }: GenerateRequest, text: string): boolean {
  if (!hasFlow(document)) return false
  const waitsAt = nodeFlowIn(state.flow)?.nodeId
  const node = document.nodes?.find(({ id }) => id === waitsAt)
  if (node?.type === 'question') return true
  if (node?.type === 'form')
    return form !== undefined || (state.started !== undefined && asksFieldByField(state.started))
  return node?.type === 'buttons' && optionNamed(text, node.buttons) !== undefined
}
