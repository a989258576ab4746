/** A question that the agent could not answer, and whether it has been handled. */
import { type AnalyticsEvent, analyticsEvents } from '@parley/contracts/analytics/events.ts'
import { type Aggregate, accept, type Decision } from '@parley/kernel/commands/decider.ts'

export type QuestionState = { handled: boolean }

type Place = { agentId: string; conversationId: string; messageId: string }
export type QuestionCommand =
  | (Place & { type: 'HandleQuestion'; sourceId?: string })
  | (Place & { type: 'ReopenQuestion' })

export const question: Aggregate<QuestionState, QuestionCommand, AnalyticsEvent> = {
  category: 'question',
  events: analyticsEvents,
  decider: { initialState: { handled: false }, evolve, decide },
}

function decide({ type, ...place }: QuestionCommand, state: QuestionState): Decision<AnalyticsEvent> {
  if (type === 'HandleQuestion')
    return state.handled ? accept() : accept({ type: 'QuestionHandled', data: place })
  return state.handled ? accept({ type: 'QuestionReopened', data: place }) : accept()
}

function evolve(state: QuestionState, event: AnalyticsEvent): QuestionState {
  if (event.type === 'QuestionHandled') return { handled: true }
  return event.type === 'QuestionReopened' ? { handled: false } : state
}
