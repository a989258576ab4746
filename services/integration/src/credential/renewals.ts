/**
 * Renews the access of connected credentials. A refresh token may count once only, so one process at a time sends it: each
 * takes its turn, reads what the others did, and notes in the log that it begins, which the log accepts once for each set of
 * tokens.
 */
import { randomUUID } from 'node:crypto'
import type { RenewalInput } from '@parley/contracts/integration/renewal-events.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { StoreUnavailable } from '@parley/kernel/log/event-store.ts'
import type { Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { type RunningProcess, runProcess } from '@parley/kernel/process-managers/process-manager.ts'
import type { InTurn } from '@parley/kernel/running/in-turn.ts'
import type { AuthorizationServers } from './authorization-server.ts'
import { type Connection, type Credential, type CredentialCommand, credential } from './credential.decider.ts'
import { renewal } from './renewal.process.ts'

/** `again`: it may work later; otherwise it has to be connected again. */
export type Renewed =
  | { ok: true; credential: Credential; connection: Connection }
  | { ok: false; again: boolean; timedOut: boolean; message: string }

export type Renewals = {
  /** Returns the credential with other tokens than those of `generation`, which another process may have received. */
  renew(tenant: string, credentialId: string, generation: number): Promise<Renewed>
}

export type RenewalDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  inTurn: InTurn
  servers: Pick<AuthorizationServers, 'refresh' | 'revoke'>
}

export function createRenewals({ handle, load, refresh, inTurn, servers }: RenewalDeps): Renewals {
  return {
    async renew(tenant, credentialId, generation) {
      try {
        return await inTurn(tenant, `credential-${credentialId}`, () =>
          renewed(tenant, credentialId, generation),
        )
      } catch (error) {
        if (error instanceof StoreUnavailable) return failed('Its access is being renewed. Try again later.')
        throw error
      }
    },
  }

  async function renewed(tenant: string, credentialId: string, generation: number): Promise<Renewed> {
    await refresh(credential.category, credentialId)
    const found = await live(tenant, credentialId)
    if (!found?.connection) return lost
    if (found.connection.generation !== generation)
      return { ok: true, credential: found, connection: found.connection }
    const { refreshToken } = found.connection
    if (refreshToken === undefined || found.use.kind !== 'oauth2-authorization-code') return lost
    const context = contextOf(tenant, credentialId)
    const record = async (step: string, command: CredentialCommand) =>
      handle(credential, credentialId, command, context(step))
    const begun = await record('begin', { type: 'BeginRenewal', generation })
    if (!begun.ok) return failed('Its access could not be renewed a moment ago. Try again later.')
    const got = await servers.refresh({ use: found.use, secret: found.secret }, refreshToken)
    if (got.ok) {
      const { tokens } = got
      const recorded = await record('end', { type: 'RecordRenewal', generation, tokens })
      const after = recorded.ok ? await live(tenant, credentialId) : undefined
      // It was deleted meanwhile, and nothing else knows these tokens.
      if (!recorded.ok) await servers.revoke({ use: found.use, secret: found.secret }, tokens)
      return after?.connection ? { ok: true, credential: after, connection: after.connection } : lost
    }
    if (got.reason === 'unavailable') return failed(got.message, got.timedOut)
    await record('end', { type: 'LoseConnection', generation })
    return { ...lost, message: `${got.message} ${CONNECT_AGAIN}` }
  }

  async function live(tenant: string, credentialId: string): Promise<Credential | undefined> {
    const state = (await load(credential, credentialId, tenant))?.state
    return state?.status === 'live' ? state.credential : undefined
  }
}

/** Runs the process that renews access before it ends. */
export function runRenewals({
  renewals,
  ...deps
}: {
  renewals: Renewals
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  deadlines: Deadlines
}): RunningProcess<RenewalInput> {
  return runProcess(renewal, {
    ...deps,
    // It has no commands.
    carryOut: async () => undefined,
    async perform({ generation }, { tenant, instance }) {
      const renewed = await renewals.renew(tenant, instance, generation)
      if (renewed.ok) return { type: 'Renewed', generation }
      return renewed.again ? { type: 'Postponed', generation } : { type: 'Skipped', generation }
    },
  })
}

/** A context for each step of one renewal. */
function contextOf(tenant: string, credentialId: string): (step: string) => CommandContext {
  const round = `renewal.${credentialId}.${randomUUID()}`
  return (step) => ({
    tenant,
    actor: { kind: 'system', id: 'credentials' },
    cause: { via: 'system', by: 'credentials', command: `${round}.${step}`, correlation: round },
  })
}

export const CONNECT_AGAIN = 'Connect it again on the Credentials page.'
const lost: Extract<Renewed, { ok: false }> = {
  ok: false,
  again: false,
  timedOut: false,
  message: `It is no longer connected. ${CONNECT_AGAIN}`,
}

function failed(message: string, timedOut = false): Extract<Renewed, { ok: false }> {
  return { ok: false, again: true, timedOut, message }
}
