/** The passkeys of a person. Stream `passkeys-<userId>`. */
import { type PasskeyEvent, passkeyEvents } from '@parley/contracts/identity/passkey-events.ts'
import { type Aggregate, accept, refuse } from '@parley/kernel/commands/decider.ts'

export const MOST_PASSKEYS = 20

export type Passkey = {
  passkeyId: string
  credentialId: string
  publicKey: string
  counter: number
  name: string
  /** The domain of the agency where alone it signs in; absent at the product's own host. */
  host?: string
  addedAt: number
  /** When the last challenge that it signed was issued, in ms. */
  challengeAt: number | undefined
}

export type Passkeys = readonly Passkey[]

export type PasskeyCommand =
  | ({ type: 'AddPasskey'; userId: string } & Omit<Passkey, 'addedAt' | 'challengeAt'>)
  | { type: 'RenamePasskey'; userId: string; passkeyId: string; name: string }
  | { type: 'UsePasskey'; userId: string; passkeyId: string; counter: number; challengeAt: number }
  | { type: 'RemovePasskey'; userId: string; passkeyId: string }

/** The same for every case: it does not reveal whether there is such an account or passkey. */
export const wrongPasskey = refuse('wrong-passkey', 'This passkey does not sign in to any account here.')
export const tooManyPasskeys = refuse(
  'too-many-passkeys',
  `An account has at most ${MOST_PASSKEYS} passkeys. Remove one first.`,
)

export const passkeys: Aggregate<Passkeys, PasskeyCommand, PasskeyEvent> = {
  category: 'passkeys',
  events: passkeyEvents,
  decider: {
    initialState: [],

    evolve(state, event): Passkeys {
      const { passkeyId } = event.data
      const change = (changed: Partial<Passkey>) =>
        state.map((each) => (each.passkeyId === passkeyId ? { ...each, ...changed } : each))
      switch (event.type) {
        case 'PasskeyAdded': {
          const { userId: _, ...added } = event.data
          return [...state, { ...added, challengeAt: undefined }]
        }
        case 'PasskeyRenamed':
          return change({ name: event.data.name })
        case 'PasskeyUsed':
          return change({ counter: event.data.counter, challengeAt: event.data.challengeAt })
        case 'PasskeyRemoved':
          return state.filter((each) => each.passkeyId !== passkeyId)
      }
    },

    decide(command, state, now) {
      const known = state.find(({ passkeyId }) => passkeyId === command.passkeyId)
      switch (command.type) {
        case 'AddPasskey': {
          if (known) return refuse('conflict', 'This passkey was added already.')
          if (state.length >= MOST_PASSKEYS) return tooManyPasskeys
          const { type: _, ...added } = command
          return accept({ type: 'PasskeyAdded', data: { ...added, addedAt: now.getTime() } })
        }
        case 'RenamePasskey': {
          if (!known) return refuse('not-found', 'Not found.')
          const { userId, passkeyId, name } = command
          return name === known.name
            ? accept()
            : accept({ type: 'PasskeyRenamed', data: { userId, passkeyId, name } })
        }
        case 'UsePasskey': {
          // Each challenge is signed once.
          if (!known || command.challengeAt <= (known.challengeAt ?? 0)) return wrongPasskey
          const { type: _, ...used } = command
          return accept({ type: 'PasskeyUsed', data: used })
        }
        case 'RemovePasskey': {
          if (!known) return refuse('not-found', 'Not found.')
          const { userId, passkeyId } = command
          return accept({ type: 'PasskeyRemoved', data: { userId, passkeyId } })
        }
      }
    },
  },
}
