/** Makes a workspace an agency with the default settings: when somebody asks, or has its first organisation or client. */
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { randomText } from '@parley/kernel/random-text.ts'
import { agency } from './agency.decider.ts'

/** Of the agency's secret (part 2 §9). */
export const SECRET_LENGTH = 25

/** Returns the position at which the workspace is an agency; one that there is stays as it is. */
export function initializing({ handle, load }: Pick<CommandHandler, 'handle' | 'load'>) {
  return async (context: CommandContext & { tenant: string }): Promise<number> => {
    const { tenant } = context
    const found = await load(agency, tenant, tenant)
    if (found?.state.status === 'live') return found.position
    const command = {
      type: 'InitializeAgency',
      agencyId: tenant,
      userId: context.actor.id,
      secret: randomText(SECRET_LENGTH),
    } as const
    const handled = await handle(agency, tenant, command, context)
    if (!handled.ok) throw new Error(handled.rejection.code)
    return handled.position
  }
}
