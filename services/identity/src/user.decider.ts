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

/** Of a deleted account only that it is deleted. */
export type UserState = User | { deleted: true; erased: boolean } | undefined

/** Returns the person of an account; undefined if there is none or it is deleted. */
export function personIn(state: UserState): User | undefined {
  return state && 'userId' in state ? state : undefined
}

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
  | { type: 'DeleteAccount' }
  /** Records that the keys of a deleted account are erased. */
  | { type: 'RecordErasure'; userId: string }

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
      if (event.type === 'AccountDeleted') return { deleted: true, erased: false }
      if (event.type === 'PersonErased') return { deleted: true, erased: true }
      const person = personIn(state)
      if (!person) return state
      switch (event.type) {
        case 'PasswordChanged':
          return { ...person, passwordHash: event.data.passwordHash, sessionsFrom: event.data.changedAt }
        case 'PasswordHashUpgraded':
          return { ...person, passwordHash: event.data.passwordHash }
        case 'ProfileChanged':
          return {
            ...person,
            displayName: event.data.displayName ?? person.displayName,
            photoURL: event.data.photoURL ?? person.photoURL,
          }
      }
    },

    decide(command, state, now) {
      if (command.type === 'SignUp') return signUp(command, state, now)
      if (command.type === 'RecordErasure') return recordErasure(command, state)
      const person = personIn(state)
      if (!person) return refuse('not-found', 'Not found.')
      switch (command.type) {
        case 'ChangePassword':
          return accept({
            type: 'PasswordChanged',
            data: { passwordHash: command.passwordHash, changedAt: now.getTime() },
          })
        case 'UpgradePasswordHash':
          return accept({ type: 'PasswordHashUpgraded', data: { passwordHash: command.passwordHash } })
        case 'DeleteAccount': {
          const { userId, email } = person
          return accept({ type: 'AccountDeleted', data: { userId, email } })
        }
      }
    },
  },
}

function recordErasure({ userId }: { userId: string }, state: UserState) {
  if (!state || 'userId' in state) return refuse('conflict', 'The account is not deleted.')
  return state.erased ? accept<UserEvent>() : accept<UserEvent>({ type: 'PersonErased', data: { userId } })
}

function signUp(command: Extract<UserCommand, { type: 'SignUp' }>, state: UserState, now: Date) {
  if (state) return refuse('email-taken', 'This email is already in use. Sign in instead.', 'email')
  const { type: _, ...person } = command
  return accept<UserEvent>({
    type: 'UserSignedUp',
    data: { ...person, origin: 'email', joinedAt: Math.floor(now.getTime() / 1000) },
  })
}
