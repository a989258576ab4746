import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Client, client } from './client.decider.ts'

/** A client of an agency; undefined if there is none, or if it was deleted. */
export async function liveClient(
  { load }: Pick<CommandHandler, 'load'>,
  tenant: string,
  clientId: string,
): Promise<Client | undefined> {
  const state = (await load(client, clientId, tenant))?.state
  return state?.status === 'live' ? state.client : undefined
}
