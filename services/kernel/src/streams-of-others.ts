/** How commands on streams of other tenants are answered. */
import type { CommandHandler } from './command-handling.ts'

/**
 * The handler refuses a stream of another tenant in words of its own. Here it is refused in the words of the decider
 * for a stream that does not exist, so that an answer does not tell a caller which of the two it is.
 */
export function answeringOthersAsMissing(commands: CommandHandler): CommandHandler {
  return {
    ...commands,
    async handle(aggregate, id, command, context) {
      const handled = await commands.handle(aggregate, id, command, context)
      if (handled.ok || handled.rejection.code !== 'not-found') return handled
      const tenant = await commands.tenantOf(aggregate.category, id)
      if (tenant === undefined || tenant === context.tenant) return handled
      const { decider } = aggregate
      const missing = decider.decide(command, decider.initialState, new Date())
      return missing.ok ? handled : missing
    },
  }
}
