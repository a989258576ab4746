/** A connected channel of an agent. Stream `channel-<channelId>`; the tenant is the workspace. */
import { isDeepStrictEqual } from 'node:util'
import { channelKinds } from '@parley/contracts/channel/account-and-credentials.ts'
import { type ChannelEvent, channelEvents } from '@parley/contracts/channel/events.ts'
import type { ChannelKind } from '@parley/contracts/channel/names.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/decider.ts'

export type Texts = Record<string, string>

export type Channel = {
  channelId: string
  agentId: string
  kind: ChannelKind
  name: string
  account: Texts
  credentials: Texts
}

export type ChannelState =
  | { status: 'none' }
  | { status: 'connected'; channel: Channel }
  | { status: 'disconnected' }

export type ChannelCommand =
  | { type: 'ConnectChannel'; channel: Channel; limit: { maxChannels: number; channels: number } }
  | { type: 'ChangeChannel'; agentId: string; name: string; account: Texts }
  /** `credentials`: those to replace; the others stay. */
  | { type: 'ChangeCredentials'; agentId: string; credentials: Texts }
  | { type: 'DisconnectChannel'; agentId: string; reason: 'person' | 'agent-deleted' }

/**
 * Refuses with `channel-limit-reached`, with `invalid-input` for fields of another kind of channel, and with
 * `not-found` also where the channel is another agent's.
 */
export const channel: Aggregate<ChannelState, ChannelCommand, ChannelEvent> = {
  category: 'channel',
  events: channelEvents,
  decider: { initialState: { status: 'none' }, evolve, decide },
}

function decide(command: ChannelCommand, state: ChannelState, now: Date): Decision<ChannelEvent> {
  const at = now.toISOString()
  if (command.type === 'ConnectChannel') {
    if (state.status !== 'none') return accept()
    const { maxChannels, channels } = command.limit
    if (channels >= maxChannels)
      return refuse(
        'channel-limit-reached',
        `Your plan includes ${maxChannels} channels. Disconnect one that is no longer needed, or upgrade your plan.`,
      )
    return accept({ type: 'ChannelConnected', data: { ...command.channel, at } })
  }
  if (state.status !== 'connected' || state.channel.agentId !== command.agentId)
    return refuse('not-found', 'This channel does not exist.')
  const { channelId, agentId, kind, name, account, credentials } = state.channel
  const where = { channelId, agentId, at }
  switch (command.type) {
    case 'ChangeChannel': {
      if (!channelKinds[kind].account.safeParse(command.account).success) return otherFields('account')
      const changed = { name: command.name, account: command.account }
      if (isDeepStrictEqual(changed, { name, account })) return accept()
      return accept({ type: 'ChannelChanged', data: { ...where, ...changed } })
    }
    case 'ChangeCredentials': {
      if (!channelKinds[kind].credentials.partial().safeParse(command.credentials).success)
        return otherFields('credentials')
      const replaced = Object.entries(command.credentials).filter(([key, text]) => credentials[key] !== text)
      if (replaced.length === 0) return accept()
      const data = { ...where, credentials: Object.fromEntries(replaced) }
      return accept({ type: 'ChannelCredentialsChanged', data })
    }
    case 'DisconnectChannel':
      return accept({ type: 'ChannelDisconnected', data: { ...where, reason: command.reason } })
  }
}

const otherFields = (field: string) => refuse('invalid-input', 'These are no fields of this channel.', field)

function evolve(state: ChannelState, event: ChannelEvent): ChannelState {
  if (event.type === 'ChannelConnected') {
    const { at: _, ...channel } = event.data
    return { status: 'connected', channel }
  }
  if (state.status !== 'connected') return state
  const { channel } = state
  switch (event.type) {
    case 'ChannelChanged': {
      const { name, account } = event.data
      return { ...state, channel: { ...channel, name, account } }
    }
    case 'ChannelCredentialsChanged': {
      const credentials = { ...channel.credentials, ...event.data.credentials }
      return { ...state, channel: { ...channel, credentials } }
    }
    case 'ChannelDisconnected':
      return { status: 'disconnected' }
  }
}
