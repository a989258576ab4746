/**
 * Delivers the messages of one subject, one after the other: those of a conversation through its channel, or the events
 * of a stream to a webhook. A temporary failure is tried again with growing pauses; a message that can't be delivered
 * is recorded as failed, and the next one is sent. A message that is longer than the receiver takes is sent in parts,
 * within the time for the whole message.
 */

import type { DeliveryFailure } from '@parley/contracts/channel/names.ts'
import {
  type DeliveryCommand,
  type DeliveryEffect,
  type DeliveryInput,
  deliveryCommand,
  deliveryEffect,
  deliveryInput,
} from '@parley/contracts/delivery-events.ts'
import type { Actions, DeadlinePassed, ProcessManager } from './process-manager.ts'

type Waiting = { messageId: string; retryForMs: number }
type Tried = { times: number; againAfterMs: number }
export type DeliveryProcessState = {
  /** The messages that are not sent yet; the first one is being sent. */
  queue: readonly Waiting[]
  /** How many parts of the first one are sent. */
  parts: number
  /** How long its parts are at most; undefined before the first is sent. */
  textLength?: number | undefined
  /** How often sending its next part was postponed. */
  tries: number
  /** Whether sending is under way, so that its outcome is still to come. */
  sending: boolean
  /** The time for the first one is over; it fails if the outcome of the present try is another postponement. */
  expired: boolean
  /** What was sent last, by the receiver's ids, the newest last; those who give none have none. */
  sent: readonly SentAs[]
}

/** A message, or a part of one, and the id that the receiver gave it. */
export type SentAs = { messageId: string; sentId: string }
/** What is remembered of it. */
const MOST_SENT = 200

export type DeliveryProcess = ProcessManager<
  DeliveryProcessState,
  DeliveryInput,
  DeliveryCommand,
  DeliveryEffect
>

/** `name`: the category of the process's streams. `event`: the type of its events. Pauses double after each try. */
export function deliveryProcess({
  name,
  event,
  firstPauseMs,
  longestPauseMs,
}: {
  name: string
  event: string
  firstPauseMs: number
  longestPauseMs: number
}): DeliveryProcess {
  const pauseAfter = (tries: number) => Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs)
  const waitMs = ({ times, againAfterMs }: Tried) =>
    Math.max(times === 0 ? 0 : pauseAfter(times), againAfterMs)

  return {
    name,
    event,
    input: deliveryInput,
    command: deliveryCommand,
    effect: deliveryEffect,
    initialState: { queue: [], parts: 0, tries: 0, sending: false, expired: false, sent: [] },

    evolve(before, heard) {
      if (isOfAnother(before, heard)) return before
      const state = withSent(before, heard)
      switch (heard.type) {
        case 'MessageWritten': {
          const { messageId, retryForMs, tried } = heard
          const queue = [...state.queue, { messageId, retryForMs }]
          if (queue.length > 1) return { ...state, queue }
          return { ...state, queue, sending: !tried, tries: tried?.times ?? 0 }
        }
        case 'MessageSent':
        case 'SendFailed':
          return withoutFirst(state)
        case 'PartSent':
          if (state.expired) return withoutFirst(state)
          return { ...state, parts: state.parts + 1, textLength: heard.textLength, tries: 0 }
        case 'SendPostponed':
          if (state.expired) return withoutFirst(state)
          return { ...state, sending: false, tries: state.tries + 1 }
        case 'DeadlinePassed':
          if (state.queue.length === 0) return state
          if (heard.name === 'retry') return { ...state, sending: true }
          return state.sending ? { ...state, expired: true } : withoutFirst(state)
      }
    },

    decide(state, heard, now) {
      if (isOfAnother(state, heard)) return undefined
      const [first] = state.queue
      const at = (ms: number) => new Date(now.getTime() + ms).toISOString()
      switch (heard.type) {
        case 'MessageWritten':
          if (first) return {}
          return heard.tried ? { deadlines: limits(heard, waitMs(heard.tried), at) } : sending(heard, at)
        case 'MessageSent':
          return concluded(state, { state: 'sent' }, at)
        case 'PartSent':
          if (state.expired) return failed({ ...state, parts: state.parts + 1 }, 'expired', at)
          return first && { effects: [send(first, state.parts + 1, heard.textLength)] }
        case 'SendFailed':
          return failed(state, heard.reason, at)
        case 'SendPostponed': {
          if (state.expired) return failed(state, 'expired', at)
          const pause = pauseAfter(state.tries + 1)
          const ms = Math.min(Math.max(pause, heard.afterMs ?? 0), first?.retryForMs ?? 0)
          return { deadlines: [{ name: 'retry', due: at(ms) }] }
        }
        case 'DeadlinePassed':
          if (!first) return undefined
          if (heard.name === 'retry')
            return state.sending ? undefined : { effects: [send(first, state.parts, state.textLength)] }
          return state.sending ? undefined : failed(state, 'expired', at)
      }
    },
  }
}

type Moment = (ms: number) => string

function withSent(state: DeliveryProcessState, heard: DeliveryInput | DeadlinePassed): DeliveryProcessState {
  if ((heard.type !== 'MessageSent' && heard.type !== 'PartSent') || heard.sentId === undefined) return state
  const { messageId, sentId } = heard
  return { ...state, sent: [...state.sent, { messageId, sentId }].slice(-MOST_SENT) }
}

/** Whether it is the outcome of a message that is not the first one any more. */
function isOfAnother(
  { queue: [first] }: DeliveryProcessState,
  heard: DeliveryInput | DeadlinePassed,
): boolean {
  if (heard.type === 'MessageWritten' || heard.type === 'DeadlinePassed') return false
  return heard.messageId !== first?.messageId
}

function withoutFirst({ queue, sent }: DeliveryProcessState): DeliveryProcessState {
  const rest = queue.slice(1)
  return { sent, queue: rest, parts: 0, tries: 0, sending: rest.length > 0, expired: false }
}

function send({ messageId }: Waiting, part: number, textLength?: number): DeliveryEffect {
  const cut = textLength === undefined ? {} : { textLength }
  return { type: 'Send', messageId, ...(part === 0 ? {} : { part, ...cut }) }
}

function sending(first: Waiting, at: Moment): Actions<DeliveryCommand, DeliveryEffect> {
  return {
    effects: [send(first, 0)],
    deadlines: limits(first, undefined, at),
  }
}

/** When the first one is tried again, and when it is given up. */
function limits({ retryForMs }: Waiting, retryMs: number | undefined, at: Moment) {
  return [
    { name: 'retry', due: retryMs === undefined ? null : at(Math.min(retryMs, retryForMs)) },
    { name: 'give-up', due: at(retryForMs) },
  ]
}

function failed(
  state: DeliveryProcessState,
  reason: DeliveryFailure,
  at: Moment,
): Actions<DeliveryCommand, DeliveryEffect> | undefined {
  const partsSent = state.parts === 0 ? {} : { partsSent: state.parts }
  return concluded(state, { state: 'failed', reason, ...partsSent }, at)
}

/** Records what became of the first message, and sends the next one. */
function concluded(
  { queue: [first, next] }: DeliveryProcessState,
  became: Omit<DeliveryCommand, 'type' | 'messageId'>,
  at: Moment,
): Actions<DeliveryCommand, DeliveryEffect> | undefined {
  if (!first) return undefined
  const commands: DeliveryCommand[] = [{ type: 'RecordDelivery', messageId: first.messageId, ...became }]
  if (next) return { commands, ...sending(next, at) }
  return { commands, deadlines: ['retry', 'give-up'].map((name) => ({ name, due: null })) }
}
