/** A person and how they sign in. They are their own tenant and subject. */
import { type UserEvent, userEvents } from '@parley/contracts/identity/events.ts'
import { type Aggregate, accept, refuse } from '@parley/kernel/decider.ts'

export type User = {
  userId: string
  email: string
  displayName: string
  photoURL: string | undefined
  region: string
  passwordHash: string | undefined
  /** Unix seconds. */
  joinedAt: number
  /** Sessions started before this time (milliseconds) have ended. */
  sessionsFrom: number
}

export type UserState = User | undefined

export type UserCommand =
  | {
      type: 'SignUp'
      userId: string
      email: string
      displayName: string
      region: string
      passwordHash: string
    }
  | { type: 'ChangePassword'; passwordHash: string }
  | { type: 'UpgradePasswordHash'; passwordHash: string }

export const user: Aggregate<UserState, UserCommand, UserEvent> = {
  category: 'user',
  events: userEvents,
  decider: {
    initialState: undefined,

    evolve(state, event): UserState {
      if (event.type === 'UserSignedUp') {
        const { userId, email, displayName, region, passwordHash, joinedAt } = event.data
        const fresh = { photoURL: undefined, sessionsFrom: 0 }
        return { userId, email, displayName, region, passwordHash, joinedAt, ...fresh }
      }
      if (!state) return state
      switch (event.type) {
        case 'PasswordChanged':
          return { ...state, passwordHash: event.data.passwordHash, sessionsFrom: event.data.changedAt }
        case 'PasswordHashUpgraded':
          return { ...state, passwordHash: event.data.passwordHash }
        case 'ProfileChanged':
          return {
            ...state,
            displayName: event.data.displayName ?? state.displayName,
            photoURL: event.data.photoURL ?? state.photoURL,
          }
      }
    },

    decide(command, state, now) {
      if (command.type === 'SignUp') return signUp(command, state, now)
      if (!state) return refuse('not-found', 'Not found.')
      switch (command.type) {
        case 'ChangePassword':
          return accept({
            type: 'PasswordChanged',
            data: { passwordHash: command.passwordHash, changedAt: now.getTime() },
          })
        case 'UpgradePasswordHash':
          return accept({ type: 'PasswordHashUpgraded', data: { passwordHash: command.passwordHash } })
      }
    },
  },
}

function signUp(command: Extract<UserCommand, { type: 'SignUp' }>, state: UserState, now: Date) {
  if (state) return refuse('email-taken', 'This email is already in use. Sign in instead.', 'email')
  const { type: _, ...person } = command
  return accept<UserEvent>({
    type: 'UserSignedUp',
    data: { ...person, origin: 'email', joinedAt: Math.floor(now.getTime() / 1000) },
  })
}
