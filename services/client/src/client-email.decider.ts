/**
 * An e-mail address belongs to one client across all agencies and regions (part 2 §5): the stream is named by the keyed
 * hash of the address. A reservation precedes the event that uses it, so one that stopped half-way can be taken over.
 */
import { type ClientEmailEvent, clientEmailEvents } from '@parley/contracts/client/events.ts'
import { type Aggregate, accept, refuse } from '@parley/kernel/commands/decider.ts'

export type ClientEmail =
  | { clientId: string; region: string; workspaceId: string; reservedAt: number }
  | undefined

export type ClientEmailCommand =
  /** `instead` of a holder that does not use the address, as it was found: the one of this reservation. */
  | {
      type: 'ReserveClientEmail'
      clientId: string
      region: string
      workspaceId: string
      instead?: { clientId: string; reservedAt: number }
    }
  /** Releases the address if this client reserved it before a moment. */
  | { type: 'ReleaseClientEmail'; clientId: string; reservedBefore: number }

export const emailInUse = refuse('email-in-use', 'This email is already in use by another client.', 'email')

/** Refuses with `email-in-use`. */
export const clientEmail: Aggregate<ClientEmail, ClientEmailCommand, ClientEmailEvent> = {
  category: 'clientemail',
  events: clientEmailEvents,
  decider: {
    initialState: undefined,
    evolve: (_, event) => (event.type === 'ClientEmailReserved' ? event.data : undefined),
    decide(command, state, now) {
      const { clientId } = command
      if (command.type === 'ReleaseClientEmail') {
        const isOurs = state?.clientId === clientId && state.reservedAt < command.reservedBefore
        return isOurs ? accept({ type: 'ClientEmailReleased', data: { clientId } }) : accept()
      }
      const { region, workspaceId, instead } = command
      const isFree =
        !state ||
        state.clientId === clientId ||
        (instead?.clientId === state.clientId && instead.reservedAt === state.reservedAt)
      if (!isFree) return emailInUse
      const reservedAt = now.getTime()
      return accept({ type: 'ClientEmailReserved', data: { clientId, region, workspaceId, reservedAt } })
    },
  },
}
