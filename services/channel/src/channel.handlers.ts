/** The command endpoints of channels, for one region. */
import {
  CHANNEL_NOT_IN_PLAN,
  isChannelInPlan,
  limitMessage,
  type PlanLimits,
} from '@parley/contracts/billing/plan-limits.ts'
import type { channelEndpoints } from '@parley/contracts/channel/endpoints.ts'
import type { ChannelEvent } from '@parley/contracts/channel/events.ts'
import { type ChannelKind, channelLabels } from '@parley/contracts/channel/names.ts'
import type { Parsed } from '@parley/contracts/endpoint.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import type { InTurn } from '@parley/kernel/running/in-turn.ts'
import type { ChannelAccounts } from './accounts/channel-accounts.ts'
import { type Channel, type ChannelCommand, channel, type Texts } from './channel.decider.ts'
import type { ChannelAdapter, Identified } from './channel-adapter.ts'
import { channelsView, viewId } from './channels-view.decider.ts'
import { findChannel } from './find-channel.ts'

export type ChannelDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  adapters: Record<ChannelKind, Pick<ChannelAdapter, 'provider' | 'identify' | 'isOffered' | 'send'>>
  accounts: ChannelAccounts
  /** Whether there is such an agent, and it is not deleted. */
  isAgent(tenant: string, agentId: string): Promise<boolean>
  /** How many channels the plan of a workspace includes, and how many it has. */
  inTurn: InTurn
  limitOf(tenant: string): Promise<{ maxChannels: number; channels: number }>
  /** The kinds of channels that the plan of a workspace includes. */
  kindsOf(tenant: string): Promise<PlanLimits['channelKinds']>
}

const notInPlan = (kind: ChannelKind) =>
  refuse('channel-not-in-plan', limitMessage(CHANNEL_NOT_IN_PLAN, { channel: channelLabels[kind] }))

type Endpoints = typeof channelEndpoints
type Connected = Parsed<Endpoints['channels.connect']>['body']
type ChannelCall = Pick<Call, 'tenant' | 'context'> & { params: { agentId: string; channelId: string } }

export function channelHandlers(
  deps: ChannelDeps,
): Pick<
  Handlers<Endpoints>,
  | 'channels.connect'
  | 'channels.change'
  | 'channels.changeCredentials'
  | 'channels.disconnect'
  | 'channels.check'
  | 'channels.sendTestMessage'
  | 'channels.view'
> {
  return {
    async 'channels.connect'(call) {
      const { agentId } = call.params
      if (!(await deps.isAgent(call.tenant, agentId)))
        return refuse('not-found', 'This agent does not exist.')
      const { kind } = call.body
      if (!isChannelInPlan(kind, await deps.kindsOf(call.tenant))) return notInPlan(kind)
      const channelId = derivedId(20, call.tenant, call.context.cause.command)
      const own = await identified(call.body)
      if (!own.ok) return own
      const connected: Channel = { channelId, agentId, kind, ...own.channel }
      const needsSetup = deps.adapters[connected.kind].provider !== undefined
      const handled = await deps.inTurn(call.tenant, 'channels', async () => {
        const limit = await deps.limitOf(call.tenant)
        const command = { type: 'ConnectChannel', channel: connected, needsSetup, limit } as const
        if (own.accountId === undefined) return deps.handle(channel, channelId, command, call.context)
        const of = { kind: connected.kind, accountId: own.accountId, channelId }
        const reserved = await deps.accounts.reserve(of, call.context)
        if (!reserved.ok) return reserved
        const { usableUntil } = reserved
        return deps.handle(channel, channelId, { ...command, usableUntil }, call.context)
      })
      return handled.ok ? reply({ channelId }, handled.position) : handled
    },

    'channels.change'(call) {
      const { agentId } = call.params
      const { name, account } = call.body
      return run(call, { type: 'ChangeChannel', agentId, name, account }, ['ChannelChanged'])
    },

    async 'channels.changeCredentials'(call) {
      const { agentId, channelId } = call.params
      const credentials = given(call.body.credentials)
      await deps.refresh(channel.category, channelId)
      const present = await findChannel(deps.load, call.tenant, call.params)
      const identify = present && deps.adapters[present.kind].identify
      const asked = present && askedFor[present.kind]
      if (identify && asked?.fields.some((field) => field in credentials)) {
        const own = await identify({ ...present.credentials, ...credentials }, present.account)
        if (!own.ok) return notIdentified(own, present.kind)
        if (own.id !== present.account[asked.account])
          return refuse('invalid-input', asked.otherAccount, asked.fields[0])
      }
      return run(call, { type: 'ChangeCredentials', agentId, credentials }, ['ChannelCredentialsChanged'])
    },

    async 'channels.check'(call) {
      await deps.refresh(channel.category, call.params.channelId)
      const present = await findChannel(deps.load, call.tenant, call.params)
      if (!present) return refuse('not-found', 'This channel does not exist.')
      const { provider } = deps.adapters[present.kind]
      return reply(provider ? await provider.check(present) : { state: 'not-checked' as const })
    },

    async 'channels.sendTestMessage'(call) {
      const { to, text } = call.body
      await deps.refresh(channel.category, call.params.channelId)
      const present = await findChannel(deps.load, call.tenant, call.params)
      if (!present) return refuse('not-found', 'This channel does not exist.')
      // Elsewhere a person is known by an id that nobody can type.
      if (present.kind !== 'whatsapp')
        return refuse('invalid-input', 'Test messages are sent from numbers of WhatsApp alone.')
      const key = derivedId(20, 'test message', call.tenant, call.context.cause.command)
      const blocks = [{ type: 'text' as const, text }]
      const message = { id: key, index: 0, role: 'human' as const, blocks, at: new Date().toISOString() }
      const contactId = to.replace(/\D/g, '')
      const outgoing = { conversationId: 'test', contactId, message, key }
      const sent = await deps.adapters[present.kind].send(present, outgoing)
      if (sent.ok) return reply({ sent: true })
      return reply({ sent: false, ...(sent.final ? { reason: sent.reason } : {}) })
    },

    async 'channels.view'(call) {
      const { agentId } = call.params
      if (!(await deps.isAgent(call.tenant, agentId)))
        return refuse('not-found', 'This agent does not exist.')
      const of = viewId({ tenant: call.tenant, agentId, actor: call.context.actor }, new Date())
      const handled = await deps.handle(channelsView, of, { type: 'RecordView', agentId }, call.context)
      return handled.ok ? reply({ success: true } as const, handled.position) : handled
    },

    'channels.disconnect'(call) {
      const { agentId } = call.params
      const changes = ['ChannelChanged', 'ChannelCredentialsChanged'] as const
      return run(call, { type: 'DisconnectChannel', agentId, reason: 'person' }, changes)
    },
  }

  /** What is to be connected, with what the provider says of its account. */
  async function identified(
    body: Connected,
  ): Promise<
    | { ok: true; channel: Pick<Channel, 'name' | 'account' | 'credentials'>; accountId?: string }
    | ReturnType<typeof refuse>
  > {
    if (body.kind === 'webhook') {
      const { name, account, credentials } = body
      return { ok: true, channel: { name, account, credentials } }
    }
    const adapter = deps.adapters[body.kind]
    if (adapter.isOffered === false)
      return refuse('not-configured', 'This channel is not set up here. Ask who runs this installation.')
    const given = 'account' in body ? body.account : {}
    const own = await adapter.identify?.(body.credentials, given)
    if (!own?.ok) return notIdentified(own, body.kind)
    const { id: accountId, account, name } = own
    const asked = askedFor[body.kind]
    // Where the team says which account it is, it is that one.
    if (asked && asked.account in given && own.id !== (given as Texts)[asked.account])
      return refuse('invalid-input', asked.otherAccount, asked.fields[0])
    return {
      ok: true,
      accountId,
      channel: { name: body.name ?? name, account, credentials: body.credentials },
    }
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

/** What tells whose account it is: fields of the credentials, and the field of the account that stays. */
const askedFor: Partial<Record<ChannelKind, Asked>> = {
  telegram: {
    ...{ fields: ['token'], account: 'botId' },
    unknown: 'Please provide a valid token.',
    otherAccount: 'This token is of another bot. Connect that bot as a channel.',
  },
  whatsapp: {
    ...{ fields: ['token', 'appSecret'], account: 'phoneNumberId' },
    unknown: 'Please provide a valid token.',
    otherAccount: 'This token is of another number. Connect that number as a channel.',
  },
  messenger: ofPage('pageId'),
  instagram: ofPage('igPageId'),
  discord: {
    ...{ fields: ['webhookUrl'], account: 'discordChannelId' },
    unknown: 'Discord does not know this webhook.',
    otherAccount: 'This webhook belongs to another channel of Discord.',
  },
}

/** `fields`: the one that is said to be wrong first. `unknown`: unless the provider has words for it. */
type Asked = { fields: [string, ...string[]]; account: string; unknown: string; otherAccount: string }

function ofPage(account: string): Asked {
  return {
    ...{ fields: ['token', 'appSecret'], account },
    unknown: 'Please provide a valid token.',
    otherAccount: 'This token is of another page. Connect that page as a channel.',
  }
}

function notIdentified(own: Extract<Identified, { ok: false }> | undefined, kind: ChannelKind) {
  const asked = askedFor[kind]
  if (own?.refused && asked) return refuse('invalid-input', own.description || asked.unknown, asked.fields[0])
  return refuse('unavailable', 'The provider could not be reached. Please try again later.')
}

function given(credentials: Record<string, string | undefined>): Texts {
  const set = Object.entries(credentials).flatMap(([field, text]) =>
    text === undefined ? [] : [[field, text]],
  )
  return Object.fromEntries(set)
}
