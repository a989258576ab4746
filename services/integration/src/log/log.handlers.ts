/** Adds entries to the log of a workspace. */
import type { logEndpoints } from '@parley/contracts/integration/log-endpoints.ts'
import { MOST_MAILED_ENTRIES } from '@parley/contracts/integration/log-names.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { logEntry } from './log-entry.decider.ts'

export type LogDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  rateLimits: Pick<RateLimits, 'take'>
}

const HOUR_SECONDS = 3_600

export function logHandlers(deps: LogDeps): Pick<Handlers<typeof logEndpoints>, 'log.add'> {
  const { handle, load } = deps

  return {
    async 'log.add'({ tenant, context, body }) {
      const { agentId, metadata, withEmail, ...told } = body
      const entryId = derivedId(20, tenant, context.cause.command)
      const known = (await load(logEntry, entryId, tenant))?.state
      const entry = {
        ...told,
        entryId,
        ...(agentId === undefined ? {} : { agentId }),
        ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }),
        withEmail: withEmail && known?.status !== 'added' && (await mayMail(tenant)),
      }
      const handled = await handle(logEntry, entryId, { type: 'AddLogEntry', entry }, context)
      if (!handled.ok) return handled
      const { state } = handled
      return reply({ entryId, mailed: state.status === 'added' && state.entry.withEmail }, handled.position)
    },
  }

  /** An entry beyond the limit is added all the same, and nobody is told of it. */
  async function mayMail(tenant: string): Promise<boolean> {
    const limit = { key: `log-mail/${tenant}`, limit: MOST_MAILED_ENTRIES, windowSeconds: HOUR_SECONDS }
    return (await deps.rateLimits.take([limit])).allowed
  }
}
