/** What Discord needs in a region: its adapter, the endpoint that invites the bot, and the job that reads as the bot. */
import type { channelEndpoints } from '@parley/contracts/channel/endpoints.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import { createFetchOf } from '@parley/kernel/outgoing/safe-fetch.ts'
import type { Job } from '@parley/kernel/running/regular-work.ts'
import type { ChannelAccounts } from '../accounts/channel-accounts.ts'
import type { ChannelAdapter } from '../channel-adapter.ts'
import type { NoteIgnored } from '../ignored.ts'
import type { TakeChange } from '../outside.ts'
import type { ReceiveMessage } from '../receive-message.ts'
import type { FileTurns } from '../received-files.ts'
import { discordAdapter } from './discord-adapter.ts'
import { discordApi } from './discord-api.ts'
import { runGateway } from './gateway/gateway.ts'
import { createSessionStore } from './gateway/session-store.ts'
import { createEventReceiver, type ReceiveEventsDeps } from './receive-events.ts'

export type DiscordDeps = {
  config: { DISCORD_API_URL: string; DISCORD_BOT_TOKEN?: string | undefined; publicUrl: string }
  engines: Pick<RegionEngines, 'commands' | 'region' | 'state'>
  accounts: Pick<ChannelAccounts, 'holderOf'>
  receive: ReceiveMessage
  takeChange: TakeChange
  noteIgnored: NoteIgnored
  fileTurns: FileTurns
  onFault(message: string, details: object): void
}

export type Discord = {
  adapter: ChannelAdapter
  handlers: Pick<Handlers<typeof channelEndpoints>, 'channels.discordBot'>
  jobs: Record<string, Job>
}

/** How soon the job begins anew, in ms, after it has ended. */
const AGAIN_MS = 1_000

export function startDiscord(deps: DiscordDeps): Discord {
  const { config, engines, accounts, onFault } = deps
  const { DISCORD_API_URL: apiUrl, DISCORD_BOT_TOKEN: token, publicUrl } = config
  const api = discordApi({ apiUrl, botToken: token, publicUrl, fetch: createFetchOf(apiUrl) })
  const { load, refresh } = engines.commands

  // Asked for each message: one that is written as soon as a channel is connected is not to be missed.
  const holderOf: ReceiveEventsDeps['holderOf'] = async (discordChannelId) => {
    const holder = await accounts.holderOf({ kind: 'discord', accountId: discordChannelId })
    return holder?.region === engines.region ? holder : undefined
  }

  return {
    adapter: discordAdapter({ api, publicUrl, isOffered: token !== undefined }),
    handlers: {
      'channels.discordBot': async () => reply(token === undefined ? {} : { inviteUrl: inviteUrlOf(token) }),
    },
    jobs: token === undefined ? {} : { 'discord-gateway': { everyMs: AGAIN_MS, work: read(token) } },
  }

  function read(botToken: string) {
    return (signal: AbortSignal) =>
      runGateway(
        {
          ...{ api, onFault, token: botToken },
          sessions: createSessionStore(engines.state, botIdOf(botToken)),
          receiverOf: (running) =>
            createEventReceiver({ ...deps, api, load, refresh, holderOf, signal: running }),
        },
        signal,
      )
  }
}

/** To see channels, to write (which *typing* needs), to read what was missed. */
const PERMISSIONS = (1 << 10) | (1 << 11) | (1 << 16)

/** Where whoever may manage a server of Discord adds the bot to it. */
export function inviteUrlOf(token: string): string {
  const query = { client_id: botIdOf(token), scope: 'bot', permissions: String(PERMISSIONS) }
  return `https://discord.com/oauth2/authorize?${new URLSearchParams(query)}`
}

/** A token begins with the id of its bot, which is that of its application. */
function botIdOf(token: string): string {
  return Buffer.from(token.split('.')[0] ?? '', 'base64').toString()
}
