/** What came back of a workspace's mails to an address. Stream `bouncedaddress-<addressId>`. */
import { type BounceEvent, bounceEvents } from '@parley/contracts/agency/bounce-events.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'

export type BouncedAddressState = {
  email?: string
  /** Nothing is sent to the address. */
  suppressed: boolean
  /** Whether its last mail was the subject of a complaint. */
  complained: boolean
  /** Milliseconds: when a mail last could not be delivered for the time being. */
  delayedAt?: number
}

export type BouncedAddressCommand =
  | { type: 'RecordBounce'; addressId: string; email: string; status: string }
  | { type: 'RecordComplaint'; addressId: string; email: string }
  | { type: 'ClearBouncedAddress'; addressId: string }

const DAY_MS = 86_400_000

/**
 * Further bounces of an address that nothing is sent to are accepted without an event, as is more than one delay a day, so
 * that nobody can fill the log with them.
 */
export const bouncedAddress: Aggregate<BouncedAddressState, BouncedAddressCommand, BounceEvent> = {
  category: 'bouncedaddress',
  events: bounceEvents,
  decider: { initialState: { suppressed: false, complained: false }, evolve, decide },
}

/** Those with a status 5.x.x, unless it says that the mail was too large, which others need not be. */
const isHard = (status: string): boolean => status.startsWith('5.') && !/^5\.(2\.3|3\.4)$/.test(status)

function decide(
  command: BouncedAddressCommand,
  state: BouncedAddressState,
  now: Date,
): Decision<BounceEvent> {
  const at = now.toISOString()
  const { addressId } = command
  switch (command.type) {
    case 'RecordBounce': {
      if (state.suppressed) return accept()
      const data = { addressId, email: command.email, status: command.status, at }
      if (isHard(command.status)) return accept({ type: 'MailBounced', data })
      const isRecent = state.delayedAt !== undefined && now.getTime() - state.delayedAt < DAY_MS
      return isRecent ? accept() : accept({ type: 'MailDelayed', data })
    }
    case 'RecordComplaint':
      if (state.complained) return accept()
      return accept({ type: 'MailComplainedOf', data: { addressId, email: command.email, at } })
    case 'ClearBouncedAddress': {
      const { email } = state
      if (email === undefined) return refuse('not-found', 'No mail came back from this address.')
      return accept({ type: 'BouncedAddressCleared', data: { addressId, email, at } })
    }
  }
}

function evolve(state: BouncedAddressState, event: BounceEvent): BouncedAddressState {
  const { email, at } = event.data
  switch (event.type) {
    case 'MailBounced':
      return { ...state, email, suppressed: true }
    case 'MailDelayed':
      return { ...state, email, delayedAt: Date.parse(at) }
    case 'MailComplainedOf':
      return { ...state, email, suppressed: true, complained: true }
    case 'BouncedAddressCleared':
      return { suppressed: false, complained: false }
  }
}
