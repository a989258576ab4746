/** A person: how they sign in. Tenant and subject are their own. */
import { type UserEvent, userEvents } from '@parley/contracts/identity/events.ts'
import { type Aggregate, accept, refuse } from '@parley/kernel/decider.ts'

export type CodePurpose = 'sign-in' | 'password-reset'

export type User = {
  userId: string
  email: string
  displayName: string
  photoURL: string | undefined
  region: string
  passwordHash: string | undefined
  /** Unix seconds. */
  joinedAt: number
  /** Sessions started before this (milliseconds) are over. */
  sessionsFrom: number
  code: { purpose: CodePurpose; codeHash: string; expiresAt: number; misses: number } | undefined
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
  | { type: 'RequestCode'; purpose: CodePurpose; codeHash: string; code: string }
  | { type: 'UseCode'; purpose: CodePurpose; codeHash: string }

export const CODE_LIFETIME_MS = 10 * 60_000
/** After so many wrong tries a code is worth nothing; a new one must be asked for. */
export const CODE_TRIES = 5

export const user: Aggregate<UserState, UserCommand, UserEvent> = {
  category: 'user',
  events: userEvents,
  decider: {
    initialState: undefined,

    evolve(state, event): UserState {
      if (event.type === 'UserSignedUp') {
        const { userId, email, displayName, region, passwordHash, joinedAt } = event.data
        const fresh = { photoURL: undefined, sessionsFrom: 0, code: undefined }
        return { userId, email, displayName, region, passwordHash, joinedAt, ...fresh }
      }
      if (!state) return state
      switch (event.type) {
        case 'PasswordChanged':
          return {
            ...state,
            passwordHash: event.data.passwordHash,
            sessionsFrom: event.data.changedAt,
            code: undefined,
          }
        case 'PasswordHashUpgraded':
          return { ...state, passwordHash: event.data.passwordHash }
        case 'ProfileChanged':
          return {
            ...state,
            displayName: event.data.displayName ?? state.displayName,
            photoURL: event.data.photoURL ?? state.photoURL,
          }
        case 'OneTimeCodeRequested':
          return { ...state, code: { ...event.data, misses: 0 } }
        case 'OneTimeCodeUsed':
          return { ...state, code: undefined }
        case 'OneTimeCodeMissed':
          return state.code ? { ...state, code: { ...state.code, misses: state.code.misses + 1 } } : state
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
        case 'RequestCode': {
          const { purpose, codeHash, code } = command
          const expiresAt = now.getTime() + CODE_LIFETIME_MS
          return accept({
            type: 'OneTimeCodeRequested',
            data: { purpose, codeHash, code, email: state.email, expiresAt },
          })
        }
        case 'UseCode':
          return useCode(command, state, now)
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

/** A wrong code is an event too: misses are counted, whichever process sees them. */
function useCode(command: Extract<UserCommand, { type: 'UseCode' }>, state: User, now: Date) {
  const { code } = state
  const { purpose } = command
  const usable =
    code && code.purpose === purpose && code.expiresAt > now.getTime() && code.misses < CODE_TRIES
  if (!usable)
    return refuse('wrong-code', 'This code is not valid any more. Please ask for a new one.', 'code')
  const type = code.codeHash === command.codeHash ? 'OneTimeCodeUsed' : 'OneTimeCodeMissed'
  return accept<UserEvent>({ type, data: { purpose } })
}
