/** One recipient of one campaign: which step comes next, and how far the messages have come. */
import { type CampaignRecipientEvent, campaignRecipientEvents } from '@parley/contracts/campaign/events.ts'
import type { RecipientState } from '@parley/contracts/campaign/names.ts'
import type { DeliveryState } from '@parley/contracts/channel/names.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'

type Fact<Type extends CampaignRecipientEvent['type']> = Extract<
  CampaignRecipientEvent,
  { type: Type }
>['data']

type Added = Omit<Fact<'CampaignRecipientAdded'>, 'at'>
export type Recipient = Added & {
  state: RecipientState
  /** The step that is sent next. */
  step: number
  /** ISO 8601. Undefined while it is not known, or if no step is left. */
  dueAt?: string | undefined
  /** False once no step follows. */
  open: boolean
  /** How often sending the next step failed for a reason that may pass. */
  failures: number
  /** How often it was queued again after it had failed: each is a message of its own. */
  retries: number
  reason?: Fact<'CampaignMessageFailed'>['reason'] | undefined
}
export type RecipientOfCampaign = { is: 'none' } | { is: 'removed' } | ({ is: 'live' } & Recipient)

export type RecipientCommand =
  /** Without effect if it exists. */
  | ({ type: 'AddRecipient' } & Added)
  /** Without effect unless `step` comes next. `dueAt`: of the step after it. */
  | {
      type: 'RecordWritten'
      step: number
      messageId: string
      conversationId?: string
      sent: boolean
      dueAt?: string
    }
  | { type: 'Postpone'; step: number; dueAt: string; failed: boolean }
  | { type: 'RecordFailed'; step: number; reason: Fact<'CampaignMessageFailed'>['reason'] }
  /** What a channel says of a message, in any order. */
  | {
      type: 'RecordDelivery'
      step: number
      state: DeliveryState
      reason?: Fact<'CampaignMessageFailed'>['reason']
    }
  | { type: 'RecordAnswer'; conversationId: string }
  | { type: 'OptOut'; by: Fact<'CampaignRecipientOptedOut'>['by'] }
  | { type: 'Retry' }
  | { type: 'RemoveRecipient' }

export const recipient: Aggregate<RecipientOfCampaign, RecipientCommand, CampaignRecipientEvent> = {
  category: 'campaignrecipient',
  events: campaignRecipientEvents,
  decider: { initialState: { is: 'none' }, evolve, decide },
}

/** The subject whose key seals what a list says of a contact. */
export function contactSubject(contactKey: string): string {
  return `campaign-contact-${contactKey}`
}

/** Failures that another try may mend. */
const mayPass: readonly string[] = [
  'unreachable',
  'expired',
  'disconnected',
  'limit-reached',
  'frequency-cap',
]

const order: readonly RecipientState[] = ['queued', 'sent', 'delivered', 'read', 'answered', 'opted-out']

function decide(
  command: RecipientCommand,
  state: RecipientOfCampaign,
  now: Date,
): Decision<CampaignRecipientEvent> {
  const at = now.toISOString()
  if (command.type === 'AddRecipient') {
    if (state.is !== 'none') return accept()
    const { type: _, ...added } = command
    return accept({ type: 'CampaignRecipientAdded', data: { ...added, at } })
  }
  if (state.is !== 'live') return refuse('not-found', 'This recipient does not exist.')
  const of = { listId: state.listId, at }
  const isNext = 'step' in command && state.open && command.step === state.step
  switch (command.type) {
    case 'RecordWritten': {
      const { type: _, ...written } = command
      return isNext ? accept({ type: 'CampaignMessageWritten', data: { ...of, ...written } }) : accept()
    }
    case 'Postpone': {
      const { step, dueAt, failed } = command
      if (!isNext) return accept()
      return accept({ type: 'CampaignMessagePostponed', data: { ...of, step, dueAt, failed } })
    }
    case 'RecordFailed': {
      const { step, reason } = command
      return isNext ? accept({ type: 'CampaignMessageFailed', data: { ...of, step, reason } }) : accept()
    }
    case 'RecordDelivery': {
      const { step, state: reached, reason = 'refused' } = command
      if (reached === 'failed') {
        // An earlier message that failed late does not undo what followed. The last one may fail before it is recorded
        // as written, such as after a kill.
        const isLast = step === state.step - 1 || isNext
        return isLast && !isBeyond(state.state, 'sent')
          ? accept({ type: 'CampaignMessageFailed', data: { ...of, step, reason } })
          : accept()
      }
      if (!isBeyond(reached, state.state)) return accept()
      return accept({ type: 'CampaignMessageDelivered', data: { ...of, step, state: reached } })
    }
    case 'RecordAnswer': {
      if (state.state === 'answered' || state.state === 'opted-out') return accept()
      const { conversationId } = command
      return accept({ type: 'CampaignAnswered', data: { ...of, conversationId } })
    }
    case 'OptOut':
      if (state.state === 'opted-out') return accept()
      return accept({ type: 'CampaignRecipientOptedOut', data: { ...of, by: command.by } })
    case 'Retry':
      if (state.state !== 'failed' || !mayPass.includes(state.reason ?? '')) return accept()
      return accept({ type: 'CampaignRecipientRetried', data: { ...of, dueAt: at } })
    case 'RemoveRecipient':
      return accept({ type: 'CampaignRecipientRemoved', data: of })
  }
}

function evolve(state: RecipientOfCampaign, event: CampaignRecipientEvent): RecipientOfCampaign {
  if (event.type === 'CampaignRecipientAdded') {
    const { at: _, ...added } = event.data
    return { is: 'live', ...added, state: 'queued', step: 0, open: true, failures: 0, retries: 0 }
  }
  if (state.is !== 'live') return state
  switch (event.type) {
    case 'CampaignMessageWritten': {
      const { step, sent, dueAt } = event.data
      const reached = sent && state.state === 'queued' ? 'sent' : state.state
      return {
        ...{ ...state, state: reached, step: step + 1, failures: 0 },
        ...{ dueAt, open: dueAt !== undefined, reason: undefined },
      }
    }
    case 'CampaignMessagePostponed': {
      const { dueAt, failed } = event.data
      return { ...state, dueAt, failures: failed ? state.failures + 1 : state.failures }
    }
    case 'CampaignMessageFailed': {
      const { step, reason } = event.data
      return { ...closed(state), state: 'failed', step, reason }
    }
    case 'CampaignMessageDelivered':
      return { ...state, state: event.data.state }
    case 'CampaignAnswered':
      return { ...closed(state), state: 'answered', reason: undefined }
    case 'CampaignRecipientOptedOut':
      return { ...closed(state), state: 'opted-out', reason: undefined }
    case 'CampaignRecipientRetried':
      return {
        ...{ ...state, state: 'queued', open: true, dueAt: event.data.dueAt },
        ...{ failures: 0, retries: state.retries + 1, reason: undefined },
      }
    case 'CampaignRecipientRemoved':
      return { is: 'removed' }
  }
}

function closed(state: { is: 'live' } & Recipient) {
  return { ...state, open: false, dueAt: undefined }
}

function isBeyond(one: RecipientState, other: RecipientState): boolean {
  return order.indexOf(one) > order.indexOf(other)
}
