/** A person and how they sign in. They are their own tenant and subject. */
import { type UserEvent, userEvents } from '@parley/contracts/identity/events.ts'
import { type Aggregate, accept, refuse } from '@parley/kernel/commands/decider.ts'

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
  /** One of them that goes on nevertheless. */
  keptSessionId: string | undefined
  /** The address before the last change. */
  formerEmail: string | undefined
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
      passwordHash: string | undefined
      origin?: 'google' | 'email' | undefined
    }
  /** `sessionId`: the session that goes on. */
  | { type: 'ChangePassword'; passwordHash: string; sessionId?: string }
  | { type: 'ChangeProfile'; displayName?: string | undefined; photoURL?: string | undefined }
  | { type: 'ChangeEmail'; email: string }
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
        const fresh = {
          photoURL: undefined,
          sessionsFrom: 0,
          keptSessionId: undefined,
          formerEmail: undefined,
        }
        return { userId, email, displayName, region, passwordHash, joinedAt, ...fresh }
      }
      if (event.type === 'AccountDeleted') return { deleted: true, erased: false }
      if (event.type === 'PersonErased') return { deleted: true, erased: true }
      const person = personIn(state)
      if (!person) return state
      switch (event.type) {
        case 'PasswordChanged': {
          const { passwordHash, changedAt: sessionsFrom, keptSessionId } = event.data
          return { ...person, passwordHash, sessionsFrom, keptSessionId }
        }
        case 'EmailChanged':
          return { ...person, email: event.data.email, formerEmail: event.data.formerEmail }
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
            data: {
              passwordHash: command.passwordHash,
              changedAt: now.getTime(),
              ...(command.sessionId === undefined ? {} : { keptSessionId: command.sessionId }),
            },
          })
        case 'ChangeProfile': {
          const { displayName = person.displayName, photoURL = person.photoURL } = command
          const changed = {
            ...(displayName === person.displayName ? {} : { displayName }),
            ...(photoURL === undefined || photoURL === person.photoURL ? {} : { photoURL }),
          }
          return Object.keys(changed).length === 0
            ? accept()
            : accept({ type: 'ProfileChanged', data: { userId: person.userId, ...changed } })
        }
        case 'ChangeEmail': {
          const { userId, email: formerEmail } = person
          const { email } = command
          return email === formerEmail
            ? accept()
            : accept({ type: 'EmailChanged', data: { userId, email, formerEmail } })
        }
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
  const { type: _, passwordHash, origin = 'email', ...person } = command
  return accept<UserEvent>({
    type: 'UserSignedUp',
    data: {
      ...person,
      ...(passwordHash && { passwordHash }),
      origin,
      joinedAt: Math.floor(now.getTime() / 1000),
    },
  })
}
