/**
 * Sets a channel up at its provider, asks soon after and then once a day whether it still works there and when its token
 * ends, and removes it. A temporary failure is tried again with growing pauses for a day. A newer order replaces an older
 * one, whose outcome then counts no more.
 */
import {
  type SetupCommand,
  type SetupEffect,
  type SetupInput,
  setupCommand,
  setupEffect,
  setupInput,
} from '@parley/contracts/channel/setup-events.ts'
import type { Actions, ProcessManager } from '@parley/kernel/process-managers/process-manager.ts'

export type SetupProcessState = {
  /** What is wanted and not concluded yet. */
  order: Order | undefined
  /** Whether the channel was disconnected, so that it is not set up again. */
  over: boolean
  /** How many orders there were. */
  round: number
  /** How often the present order was postponed. */
  tries: number
  /** The version of the channel at the last try. */
  version: number
  /** Whether a try is under way, so that its outcome is still to come. */
  trying: boolean
  /** The time for the order is over; it fails if the outcome of the present try is another postponement. */
  expired: boolean
}

type Order = Exclude<SetupEffect['type'], 'Check'>

/** How often a channel that is set up is asked about: a token may end without a word of its provider. */
const WATCH_EVERY_MS = 86_400_000
/** The first time soon: Meta's temporary tokens end within hours. */
const FIRST_WATCH_MS = 60_000
/** How long before its end (ms) the team is told of a token's end. */
const WARN_MS = 7 * 86_400_000
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 900_000
const GIVE_UP_MS = 86_400_000

export const setup: ProcessManager<SetupProcessState, SetupInput, SetupCommand, SetupEffect> = {
  name: 'setup',
  event: 'SetupAdvanced',
  input: setupInput,
  command: setupCommand,
  effect: setupEffect,
  initialState: {
    ...{ order: undefined, over: false, round: 0, tries: 0, version: 0 },
    ...{ trying: false, expired: false },
  },

  evolve(state, heard) {
    switch (heard.type) {
      case 'SetupWanted':
        return state.over ? state : ordered(state, 'SetUp')
      case 'TeardownWanted':
        return state.over ? state : { ...ordered(state, 'TearDown'), over: true }
      case 'DeadlinePassed':
        if (state.order === undefined) return state
        if (heard.name === 'watch') return state
        if (heard.name === 'retry') return { ...state, trying: true }
        return state.trying ? { ...state, expired: true } : concluded(state)
      case 'Postponed': {
        if (heard.round !== state.round) return state
        if (state.expired) return concluded(state)
        return { ...state, trying: false, tries: state.tries + 1, version: heard.version }
      }
      case 'Checked':
        return state
      default:
        return heard.round === state.round ? concluded(state) : state
    }
  },

  decide(state, heard, now) {
    const at = (ms: number) => new Date(now.getTime() + ms).toISOString()
    switch (heard.type) {
      case 'SetupWanted':
        return state.over ? undefined : trying('SetUp', state.round + 1, at)
      case 'TeardownWanted':
        return state.over ? undefined : trying('TearDown', state.round + 1, at)
      case 'DeadlinePassed': {
        const { order, round, version } = state
        if (heard.name === 'watch') {
          // What is ordered is watched again once it is done.
          if (order !== undefined || state.over) return undefined
          return { effects: [{ type: 'Check', round }] }
        }
        if (order === undefined || state.trying) return undefined
        if (heard.name === 'retry') return { effects: [{ type: order, round }] }
        return ending(order, version, 'expired')
      }
    }
    if (heard.round !== state.round) return undefined
    if (heard.type === 'Checked') {
      if (state.order !== undefined || state.over) return undefined
      const { version, reason, endsAt } = heard
      const endsSoon = endsAt !== undefined && Date.parse(endsAt) - now.getTime() < WARN_MS
      const commands: SetupCommand[] =
        reason === undefined ? [] : [{ type: 'RecordFailure', version, reason }]
      if (endsSoon) commands.push({ type: 'RecordTokenEnd', version, endsAt })
      return { commands, deadlines: [{ name: 'watch', due: at(WATCH_EVERY_MS) }] }
    }
    if (state.order === undefined) return undefined
    switch (heard.type) {
      case 'Postponed': {
        if (state.expired) return ending(state.order, heard.version, 'expired')
        const pause = Math.min(FIRST_PAUSE_MS * 2 ** state.tries, LONGEST_PAUSE_MS)
        const due = at(Math.min(Math.max(pause, heard.afterMs ?? 0), GIVE_UP_MS))
        return { deadlines: [{ name: 'retry', due }] }
      }
      case 'Succeeded': {
        const ended = ending(state.order, heard.version)
        if (state.order === 'TearDown') return ended
        return { ...ended, deadlines: [...over, { name: 'watch', due: at(FIRST_WATCH_MS) }] }
      }
      case 'Failed':
        return ending(state.order, heard.version, heard.reason, heard.description)
      case 'Skipped':
        return { deadlines: over }
    }
  },
}

const over = [
  { name: 'retry', due: null },
  { name: 'give-up', due: null },
]

function ordered(state: SetupProcessState, order: Order): SetupProcessState {
  return { ...state, order, round: state.round + 1, tries: 0, trying: true, expired: false }
}

function concluded(state: SetupProcessState): SetupProcessState {
  return { ...state, order: undefined, trying: false, expired: false }
}

function trying(type: Order, round: number, at: (ms: number) => string): Actions<SetupCommand, SetupEffect> {
  return {
    effects: [{ type, round }],
    deadlines: [
      { name: 'retry', due: null },
      { name: 'give-up', due: at(GIVE_UP_MS) },
    ],
  }
}

function ending(
  order: Order,
  version: number,
  reason?: Extract<SetupCommand, { type: 'RecordSetup' }>['reason'],
  description?: string,
): Actions<SetupCommand, SetupEffect> {
  const why = reason === undefined ? {} : { reason }
  const command: SetupCommand =
    order === 'SetUp'
      ? { type: 'RecordSetup', version, ...why, ...(description === undefined ? {} : { description }) }
      : { type: 'RecordTeardown', ...why }
  // Nobody is told of what is over.
  const unwatched = order === 'TearDown' ? [{ name: 'watch', due: null }] : []
  return { commands: [command], deadlines: [...over, ...unwatched] }
}
