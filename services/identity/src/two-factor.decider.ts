/**
 * The second step of a person's sign-in: codes of an authenticator app, each time step once, and recovery codes, each
 * once. Stream `two-factor-<userId>`.
 */
import { type TwoFactorEvent, twoFactorEvents } from '@parley/contracts/identity/two-factor-events.ts'
import { type Aggregate, accept, refuse } from '@parley/kernel/commands/decider.ts'
import { stepOfCode } from './totp.ts'

export type TwoFactor =
  | {
      /** Set up, but not turned on yet. */
      pending: { totpSecret: string; startedAt: number } | undefined
      on:
        | {
            totpSecret: string
            /** Milliseconds. */
            since: number
            /** Codes of this time step and those before it are used up. */
            lastStep: number
            recoveryHashes: string[]
            /** The last one that was used. */
            lastRecoveryHash: string | undefined
          }
        | undefined
    }
  | undefined

export type TwoFactorCommand =
  | { type: 'StartSetUp'; userId: string; totpSecret: string }
  | { type: 'TurnOn'; userId: string; code: string; recoveryHashes: string[] }
  | { type: 'UseCode'; userId: string; code: string }
  | { type: 'UseRecoveryCode'; userId: string; recoveryHash: string }
  | { type: 'RenewRecoveryCodes'; userId: string; recoveryHashes: string[] }
  | { type: 'TurnOff'; userId: string }

/** After that the app has to be set up again. */
const SET_UP_LASTS_MS = 30 * 60_000

export const wrongTotpCode = refuse('wrong-code', 'This code is not right or was used already.', 'code')
const notOn = refuse('conflict', 'Two-factor authentication is off.')

export const twoFactor: Aggregate<TwoFactor, TwoFactorCommand, TwoFactorEvent> = {
  category: 'two-factor',
  events: twoFactorEvents,
  decider: {
    initialState: undefined,

    evolve(state, event): TwoFactor {
      switch (event.type) {
        case 'TwoFactorSetUpStarted': {
          const { totpSecret, startedAt } = event.data
          return { on: state?.on, pending: { totpSecret, startedAt } }
        }
        case 'TwoFactorTurnedOn': {
          const { step: lastStep, recoveryHashes, turnedOnAt: since } = event.data
          const totpSecret = state?.pending?.totpSecret ?? ''
          const on = { totpSecret, since, lastStep, recoveryHashes, lastRecoveryHash: undefined }
          return { pending: undefined, on }
        }
        case 'TwoFactorTurnedOff':
          return undefined
      }
      if (!state?.on) return state
      switch (event.type) {
        case 'TwoFactorCodeUsed':
          return { ...state, on: { ...state.on, lastStep: event.data.step } }
        case 'RecoveryCodesRenewed':
          return { ...state, on: { ...state.on, recoveryHashes: event.data.recoveryHashes } }
        case 'RecoveryCodeUsed': {
          const { recoveryHash: lastRecoveryHash } = event.data
          const recoveryHashes = state.on.recoveryHashes.filter((hash) => hash !== lastRecoveryHash)
          return { ...state, on: { ...state.on, recoveryHashes, lastRecoveryHash } }
        }
      }
    },

    decide(command, state, now) {
      const { userId } = command
      const on = state?.on
      switch (command.type) {
        case 'StartSetUp':
          if (on) return refuse('conflict', 'Two-factor authentication is on already.')
          return accept({
            type: 'TwoFactorSetUpStarted',
            data: { userId, totpSecret: command.totpSecret, startedAt: now.getTime() },
          })
        case 'TurnOn': {
          const pending = state?.pending
          if (!pending || pending.startedAt + SET_UP_LASTS_MS <= now.getTime())
            return refuse('conflict', 'The set-up has expired. Please begin again.')
          const step = stepOfCode(pending.totpSecret, command.code, now.getTime())
          if (step === undefined) return wrongTotpCode
          const { recoveryHashes } = command
          return accept({
            type: 'TwoFactorTurnedOn',
            data: { userId, step, recoveryHashes, turnedOnAt: now.getTime() },
          })
        }
        case 'UseCode': {
          const step = on && stepOfCode(on.totpSecret, command.code, now.getTime(), on.lastStep)
          return step === undefined
            ? wrongTotpCode
            : accept({ type: 'TwoFactorCodeUsed', data: { userId, step } })
        }
        case 'UseRecoveryCode': {
          const { recoveryHash } = command
          if (!on?.recoveryHashes.includes(recoveryHash)) return wrongTotpCode
          const left = on.recoveryHashes.length - 1
          return accept({ type: 'RecoveryCodeUsed', data: { userId, recoveryHash, left } })
        }
        case 'RenewRecoveryCodes':
          if (!on) return notOn
          return accept({
            type: 'RecoveryCodesRenewed',
            data: { userId, recoveryHashes: command.recoveryHashes },
          })
        case 'TurnOff':
          return on ? accept({ type: 'TwoFactorTurnedOff', data: { userId } }) : accept()
      }
    },
  },
}
