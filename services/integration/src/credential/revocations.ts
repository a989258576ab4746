/** Revokes the access of deleted credentials at their authorization servers (RFC 7009), after the deletion and apart from it. */
import { credentialEvents } from '@parley/contracts/integration/credential-events.ts'
import type { RevocationOutcome } from '@parley/contracts/integration/credential-names.ts'
import type { RevocationInput } from '@parley/contracts/integration/revocation-events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { definePolicy, type Policy } from '@parley/kernel/policies/policy.ts'
import type { Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { type RunningProcess, runProcess } from '@parley/kernel/process-managers/process-manager.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { AuthorizationServers } from './authorization-server.ts'
import { credential } from './credential.decider.ts'
import { revocation } from './revocation.process.ts'

const events = pick(credentialEvents, 'CredentialDeleted')

/** Passes deleted credentials to the process that revokes their access. */
export function revokeAccess({
  take,
}: {
  take: RunningProcess<RevocationInput>['take']
}): Policy<typeof events> {
  return definePolicy({
    name: 'revoke-access',
    startFrom: 'current',
    events,
    async react({ id, tenant, data }) {
      await take({ tenant, instance: data.credentialId }, { type: 'CredentialRemoved' }, id)
    },
  })
}

/** Runs the process. Revoking again what a killed process revoked changes nothing. */
export function runRevocations({
  servers,
  refresh,
  ...deps
}: {
  servers: Pick<AuthorizationServers, 'revoke'>
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  deadlines: Deadlines
}): RunningProcess<RevocationInput> {
  return runProcess(revocation, {
    ...deps,
    // It has no commands.
    carryOut: async () => undefined,
    async perform({ isLast }, { tenant, instance, key }) {
      await refresh(credential.category, instance)
      const state = (await deps.load(credential, instance, tenant))?.state
      const left = state?.status === 'deleted' ? state.left : undefined
      // It was not connected, or the keys of the workspace were erased.
      if (!left) return { type: 'Ended', outcome: 'unsupported' }
      const asked = await servers.revoke({ use: left.use, secret: left.secret }, left.tokens)
      if (!asked.ok && asked.reason === 'unavailable' && !isLast) return { type: 'Postponed' }
      const outcome: RevocationOutcome = asked.ok
        ? asked.outcome
        : asked.reason === 'unavailable'
          ? 'unreachable'
          : 'refused'
      const cause = { via: 'system', by: 'credentials', command: key, correlation: instance } as const
      const context = { tenant, actor: { kind: 'system', id: 'credentials' } as const, cause }
      await deps.handle(
        credential,
        instance,
        { type: 'RecordRevocation', credentialId: instance, outcome },
        context,
      )
      return { type: 'Ended', outcome }
    },
  })
}
