/** An e-mail address belongs to one person across all regions: the stream is named by the keyed hash of the address. */
import { type EmailReservationEvent, emailReservationEvents } from '@parley/contracts/identity/events.ts'
import { type Aggregate, accept, refuse } from '@parley/kernel/commands/decider.ts'

export type Reservation = { userId: string; region: string } | undefined

export type ReservationCommand =
  | { type: 'Reserve'; userId: string; region: string }
  /** Releases the address if it still belongs to this person. */
  | { type: 'Release'; userId: string }

/** Reservations belong to no tenant. */
export const DIRECTORY = 'directory'

export const emailReservation: Aggregate<Reservation, ReservationCommand, EmailReservationEvent> = {
  category: 'email',
  events: emailReservationEvents,
  decider: {
    initialState: undefined,
    evolve: (_state, event) => (event.type === 'EmailReserved' ? event.data : undefined),
    decide(command, state) {
      if (command.type === 'Release') {
        return state?.userId === command.userId
          ? accept({ type: 'EmailReleased', data: { userId: command.userId } })
          : accept()
      }
      const { userId, region } = command
      if (!state) return accept({ type: 'EmailReserved', data: { userId, region } })
      if (state.userId === userId) return accept()
      return refuse('email-taken', 'This email is already in use. Sign in instead.', 'email')
    },
  },
}
