/** A connected channel of an agent. Stream `channel-<channelId>`; the tenant is the workspace. */
import { isDeepStrictEqual } from 'node:util'
import { channelKinds } from '@parley/contracts/channel/account-and-credentials.ts'
import { type ChannelEvent, channelEvents } from '@parley/contracts/channel/events.ts'
import type { ChannelKind, IgnoredKind, SetupFailure, SetupState } from '@parley/contracts/channel/names.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'

export type Texts = Record<string, string>

export type Channel = {
  channelId: string
  agentId: string
  kind: ChannelKind
  name: string
  account: Texts
  credentials: Texts
}

/**
 * `version`: how often what the provider has to be told has changed. `former`: the channel as the provider was told of it
 * last, until it is told of the present one.
 */
export type Setup = { version: number; state: SetupState; former?: Channel }

export type ChannelState =
  | { status: 'none' }
  /** `setup`: absent where the provider has not to be told. `templateChanges`: how often templates of WhatsApp have changed. */
  | {
      status: 'connected'
      channel: Channel
      setup?: Setup
      templateChanges?: number
      /** When what was ignored was recorded last (ISO 8601). */
      ignored?: Partial<Record<IgnoredKind, string>>
      /** When its token ends (ISO 8601), as far as that was recorded. */
      tokenEndsAt?: string
    }
  /** `toTearDown`: until the provider was told, which takes the credentials. */
  | { status: 'disconnected'; toTearDown?: Channel; former?: Channel }

export type ChannelCommand =
  | {
      type: 'ConnectChannel'
      channel: Channel
      /** Whether the provider has to be told of the channel. */
      needsSetup?: boolean
      limit: { maxChannels: number; channels: number }
      /** Until when, in ms, its account at the provider is reserved for it. */
      usableUntil?: number
    }
  | { type: 'ChangeChannel'; agentId: string; name: string; account: Texts }
  /** `credentials`: those to replace; the others stay. */
  | { type: 'ChangeCredentials'; agentId: string; credentials: Texts }
  | { type: 'DisconnectChannel'; agentId: string; reason: 'person' | 'agent-deleted' }
  /** Ignored if it is of another version than the channel now is. `reason`: why it failed, in `description` as the provider says it. */
  | {
      type: 'RecordSetup'
      version: number
      reason?: SetupFailure | undefined
      description?: string | undefined
    }
  /** A channel that was set up works no more. Ignored if it is of another version than the channel now is. */
  | { type: 'RecordFailure'; version: number; reason: SetupFailure }
  /** The provider says when the token ends; recorded once. */
  | { type: 'RecordTokenEnd'; version: number; endsAt: string }
  /** The provider refuses what it accepted before. Ignored if the channel has other credentials by now. */
  | { type: 'RecordRefusal'; credentials: Texts; reason: SetupFailure }
  | { type: 'RecordTeardown'; reason?: SetupFailure | undefined }
  /** What was delivered and nobody reads. Of each kind once an hour, however much comes. */
  | { type: 'RecordIgnored'; what: IgnoredKind }
  /** A template of the channel's WhatsApp Business account. `state` and `reason`: what Meta said of it. */
  | ({ type: 'RecordTemplateChange'; agentId: string } & Pick<
      TemplateChange,
      'templateId' | 'name' | 'language' | 'change' | 'state' | 'reason'
    >)

type TemplateChange = Extract<ChannelEvent, { type: 'ChannelTemplateChanged' }>['data']

/**
 * Refuses with `channel-limit-reached`, with `conflict` once the reservation of its account is over, with `invalid-input` for fields of another kind of channel, and with
 * `not-found` also where the channel is another agent's.
 */
export const channel: Aggregate<ChannelState, ChannelCommand, ChannelEvent> = {
  category: 'channel',
  events: channelEvents,
  decider: { initialState: { status: 'none' }, evolve, decide },
}

export const IGNORED_EVERY_MS = 3_600_000

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
    if (command.usableUntil !== undefined && now.getTime() > command.usableUntil)
      return refuse('conflict', 'Connecting took too long. Please try again.')
    const needs = command.needsSetup ? { needsSetup: true } : {}
    return accept({ type: 'ChannelConnected', data: { ...command.channel, ...needs, at } })
  }
  if (command.type === 'RecordSetup' || command.type === 'RecordTeardown') return recorded(command, state, at)
  if (command.type === 'RecordIgnored') {
    if (state.status !== 'connected') return accept()
    const { what } = command
    const last = state.ignored?.[what]
    if (last !== undefined && now.getTime() - Date.parse(last) < IGNORED_EVERY_MS) return accept()
    const { channelId, agentId } = state.channel
    return accept({ type: 'ChannelDeliveryIgnored', data: { channelId, agentId, at, what } })
  }
  if (command.type === 'RecordFailure') {
    if (state.status !== 'connected' || state.setup?.state !== 'ready') return accept()
    if (state.setup.version !== command.version) return accept()
    const { channelId, agentId } = state.channel
    return accept({ type: 'ChannelSetupFailed', data: { channelId, agentId, at, reason: command.reason } })
  }
  if (command.type === 'RecordTokenEnd') {
    if (state.status !== 'connected' || state.setup?.state !== 'ready') return accept()
    const { version, endsAt } = command
    if (state.setup.version !== version || state.tokenEndsAt === endsAt) return accept()
    const { channelId, agentId } = state.channel
    return accept({ type: 'ChannelTokenEnding', data: { channelId, agentId, at, endsAt } })
  }
  if (command.type === 'RecordRefusal') {
    if (state.status !== 'connected' || state.setup?.state !== 'ready') return accept()
    const { channelId, agentId, credentials } = state.channel
    if (!isDeepStrictEqual(credentials, command.credentials)) return accept()
    return accept({ type: 'ChannelSetupFailed', data: { channelId, agentId, at, reason: command.reason } })
  }
  if (state.status !== 'connected' || state.channel.agentId !== command.agentId)
    return refuse('not-found', 'This channel does not exist.')
  const { channelId, agentId, kind, name, account, credentials } = state.channel
  const where = { channelId, agentId, at }
  const needs = state.setup ? { needsSetup: true } : {}
  // Saving it once more, changed or not, tries a failed set-up again.
  const hasFailed = state.setup?.state === 'failed'
  switch (command.type) {
    case 'ChangeChannel': {
      if (!channelKinds[kind].account.safeParse(command.account).success) return otherFields('account')
      if (kind !== 'webhook' && !isDeepStrictEqual(command.account, account)) return otherAccount
      const changed = { name: command.name, account: command.account }
      if (isDeepStrictEqual(changed, { name, account }) && !hasFailed) return accept()
      const setUpAgain = isDeepStrictEqual(changed.account, account) && !hasFailed ? {} : needs
      return accept({ type: 'ChannelChanged', data: { ...where, ...changed, ...setUpAgain } })
    }
    case 'ChangeCredentials': {
      if (!channelKinds[kind].credentials.partial().safeParse(command.credentials).success)
        return otherFields('credentials')
      const replaced = Object.entries(command.credentials).filter(([key, text]) => credentials[key] !== text)
      if (replaced.length === 0 && !hasFailed) return accept()
      const data = { ...where, credentials: Object.fromEntries(replaced), ...needs }
      return accept({ type: 'ChannelCredentialsChanged', data })
    }
    case 'RecordTemplateChange': {
      const { type: _, agentId: __, ...template } = command
      return accept({ type: 'ChannelTemplateChanged', data: { ...where, ...template } })
    }
    case 'DisconnectChannel': {
      const teardown = state.setup ? { needsTeardown: true } : {}
      return accept({ type: 'ChannelDisconnected', data: { ...where, reason: command.reason, ...teardown } })
    }
  }
}

/** Records what became of telling the provider, unless the channel has changed since. */
function recorded(
  command: Extract<ChannelCommand, { type: 'RecordSetup' | 'RecordTeardown' }>,
  state: ChannelState,
  at: string,
): Decision<ChannelEvent> {
  const { reason } = command
  if (command.type === 'RecordTeardown') {
    if (state.status !== 'disconnected' || !state.toTearDown) return accept()
    const { channelId, agentId } = state.toTearDown
    const where = { channelId, agentId, at }
    if (reason === undefined) return accept({ type: 'ChannelTornDown', data: where })
    return accept({ type: 'ChannelTeardownFailed', data: { ...where, reason } })
  }
  if (state.status !== 'connected' || state.setup?.version !== command.version) return accept()
  if (state.setup.state !== 'pending') return accept()
  const { channelId, agentId } = state.channel
  const where = { channelId, agentId, at }
  if (reason === undefined) return accept({ type: 'ChannelSetUp', data: where })
  const { description } = command
  const said = description === undefined ? {} : { description }
  return accept({ type: 'ChannelSetupFailed', data: { ...where, reason, ...said } })
}

const otherAccount = refuse(
  'invalid-input',
  'A channel stays with its account. Disconnect it, and connect the other one.',
)
const otherFields = (field: string) => refuse('invalid-input', 'These are no fields of this channel.', field)

function evolve(state: ChannelState, event: ChannelEvent): ChannelState {
  if (event.type === 'ChannelConnected') {
    const { at: _, needsSetup, ...channel } = event.data
    return {
      status: 'connected',
      channel,
      ...(needsSetup ? { setup: { version: 1, state: 'pending' } } : {}),
    }
  }
  if (event.type === 'ChannelTornDown' || event.type === 'ChannelTeardownFailed')
    return { status: 'disconnected' }
  if (state.status !== 'connected') return state
  const { channel } = state
  switch (event.type) {
    case 'ChannelChanged': {
      const { name, account, needsSetup } = event.data
      return { ...state, channel: { ...channel, name, account }, ...setupAfter(state, needsSetup) }
    }
    case 'ChannelCredentialsChanged': {
      const credentials = { ...channel.credentials, ...event.data.credentials }
      const setup = setupAfter(state, event.data.needsSetup)
      const { tokenEndsAt: _, ...rest } = state
      return { ...rest, channel: { ...channel, credentials }, ...setup }
    }
    case 'ChannelSetUp':
      return { ...state, setup: { version: state.setup?.version ?? 0, state: 'ready' } }
    case 'ChannelTokenEnding':
      return { ...state, tokenEndsAt: event.data.endsAt }
    case 'ChannelDeliveryIgnored': {
      const { what, at } = event.data
      return { ...state, ignored: { ...state.ignored, [what]: at } }
    }
    case 'ChannelTemplateChanged':
      return { ...state, templateChanges: (state.templateChanges ?? 0) + 1 }
    case 'ChannelSetupFailed':
      return { ...state, setup: { version: 0, ...state.setup, state: 'failed' } }
    case 'ChannelDisconnected': {
      const former = state.setup?.former && { former: state.setup.former }
      return {
        status: 'disconnected',
        ...(event.data.needsTeardown ? { toTearDown: channel, ...former } : {}),
      }
    }
  }
}

function setupAfter(
  { setup, channel }: Extract<ChannelState, { status: 'connected' }>,
  needsSetup: boolean | undefined,
): { setup?: Setup } {
  if (!needsSetup) return {}
  const former = setup?.state === 'ready' ? channel : setup?.former
  const version = (setup?.version ?? 0) + 1
  return { setup: { version, state: 'pending', ...(former && { former }) } }
}
