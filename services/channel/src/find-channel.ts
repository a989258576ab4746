import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Channel, channel } from './channel.decider.ts'

/** Returns a connected channel; undefined for one of another tenant or, where it is named, of another agent. */
export async function findChannel(
  load: CommandHandler['load'],
  tenant: string,
  { agentId, channelId }: { agentId?: string; channelId: string },
): Promise<Channel | undefined> {
  const state = (await load(channel, channelId, tenant))?.state
  if (state?.status !== 'connected') return undefined
  return agentId === undefined || state.channel.agentId === agentId ? state.channel : undefined
}
