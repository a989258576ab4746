import { type ChannelKind, channelKindNames } from '@parley/contracts/channel/names.ts'

/** `set`: the kind of channel whose drawer is open; `connected`: one of that kind, or `new`. */
export type ChannelsSearch = { set?: ChannelKind; connected?: string }

export const channelsSearch = (raw: Record<string, unknown>): ChannelsSearch => ({
  set: channelKindNames.find((kind) => kind === raw.set),
  connected: typeof raw.connected === 'string' && raw.connected !== '' ? raw.connected : undefined,
})
