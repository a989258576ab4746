/** What the calls of signed-in clients about themselves have in common. */
import { clientSubject } from '@parley/contracts/client/events.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import type { Call } from '@parley/kernel/commands/handler.ts'
import type { ClientPrincipal } from './client-sessions.ts'

export const viewing = refuse('viewing-as', 'This belongs to the client alone. Leave the view first.')
export const notFound = refuse('not-found', 'Not found.')

export function own(
  { context }: Pick<Call, 'context'>,
  { tenant, clientId }: ClientPrincipal,
): CommandContext {
  return { ...context, tenant, subject: clientSubject(clientId) }
}
