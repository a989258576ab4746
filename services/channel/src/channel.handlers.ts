/** The command endpoints of channels, for one region. */
import type { channelEndpoints } from '@parley/contracts/channel/endpoints.ts'
import type { ChannelEvent } from '@parley/contracts/channel/events.ts'
import type { ChannelKind } from '@parley/contracts/channel/names.ts'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import { refuse } from '@parley/kernel/decider.ts'
import { derivedId } from '@parley/kernel/derived-id.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/handler.ts'
import { overwriting } from '@parley/kernel/overwriting.ts'
import { type Channel, type ChannelCommand, channel, type Texts } from './channel.decider.ts'

export type ChannelDeps = {
  handle: CommandHandler['handle']
  /** Whether the provider of a kind of channel has to be told of each one. */
  needsSetup(kind: ChannelKind): boolean
  /** Whether there is such an agent, and it is not deleted. */
  isAgent(tenant: string, agentId: string): Promise<boolean>
  /** How many channels the plan of a workspace includes, and how many it has. */
  limitOf(tenant: string): Promise<{ maxChannels: number; channels: number }>
}

type Endpoints = typeof channelEndpoints
type ChannelCall = Pick<Call, 'tenant' | 'context'> & { params: { agentId: string; channelId: string } }

export function channelHandlers(
  deps: ChannelDeps,
): Pick<
  Handlers<Endpoints>,
  'channels.connect' | 'channels.change' | 'channels.changeCredentials' | 'channels.disconnect'
> {
  return {
    async 'channels.connect'(call) {
      const { agentId } = call.params
      if (!(await deps.isAgent(call.tenant, agentId)))
        return refuse('not-found', 'This agent does not exist.')
      const channelId = derivedId(20, call.tenant, call.context.cause.command)
      const connected: Channel = { channelId, agentId, ...call.body }
      const limit = await deps.limitOf(call.tenant)
      const needsSetup = deps.needsSetup(connected.kind)
      const command = { type: 'ConnectChannel', channel: connected, needsSetup, limit } as const
      const handled = await deps.handle(channel, channelId, command, call.context)
      return handled.ok ? reply({ channelId }, handled.position) : handled
    },

    'channels.change'(call) {
      const { agentId } = call.params
      const { name, account } = call.body
      return run(call, { type: 'ChangeChannel', agentId, name, account }, ['ChannelChanged'])
    },

    'channels.changeCredentials'(call) {
      const { agentId } = call.params
      const credentials = given(call.body.credentials)
      return run(call, { type: 'ChangeCredentials', agentId, credentials }, ['ChannelCredentialsChanged'])
    },

    'channels.disconnect'(call) {
      const { agentId } = call.params
      const changes = ['ChannelChanged', 'ChannelCredentialsChanged'] as const
      return run(call, { type: 'DisconnectChannel', agentId, reason: 'person' }, changes)
    },
  }

  async function run(
    call: ChannelCall,
    command: ChannelCommand,
    overwritten: readonly ChannelEvent['type'][],
  ) {
    const context = overwriting(channel, call.context, overwritten)
    const handled = await deps.handle(channel, call.params.channelId, command, context)
    return handled.ok ? reply({ success: true } as const, handled.position) : handled
  }
}

function given(credentials: Record<string, string | undefined>): Texts {
  const set = Object.entries(credentials).flatMap(([field, text]) =>
    text === undefined ? [] : [[field, text]],
  )
  return Object.fromEntries(set)
}
