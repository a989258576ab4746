/** What Meta tells of its apps (`meta-app-endpoints.ts`): messages to pages of the operator's app, removals, and deletions. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { metaAppEndpoints } from '@parley/contracts/channel/meta-app-endpoints.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { WebhookSecret } from '@parley/kernel/modules/module.ts'
import type { ChannelAccounts } from '../accounts/channel-accounts.ts'
import { type Channel, channel } from '../channel.decider.ts'
import type { ChannelAdapter } from '../channel-adapter.ts'
import { findChannel } from '../find-channel.ts'
import { kindOf } from '../pages/deliveries.ts'
import type { TakePages } from '../pages/pages.handlers.ts'
import type { AppChannel, AppChannels } from './app-channels.ts'
import { type Deletions, isRequestSignedWith, userIn } from './deletions.ts'
import type { MetaApp } from './meta-login.ts'

export type MetaRegion = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  accounts: Pick<ChannelAccounts, 'holderOf'>
  take: TakePages
  appChannels: AppChannels
  deletions: Deletions
  /** The ids of the channels of a workspace. */
  channelIdsOf(tenant: string): Promise<string[]>
  adapters: Record<string, Pick<ChannelAdapter, 'provider'>>
}

/** Channels of a workspace that are looked at. */
const MOST_CHANNELS = 100
const metaKinds = ['whatsapp', 'messenger', 'instagram']
const noSuchRequest = refuse('invalid-input', 'This request names nobody.')

/** The endpoints of the operator's app, for all regions. */
export function metaAppHandlers(
  regions: ReadonlyMap<Region, MetaRegion>,
  { app, publicUrl }: { app: MetaApp | undefined; publicUrl: string },
): Handlers<typeof metaAppEndpoints> {
  const [first] = regions.values()
  if (!first) throw new Error('No region is served here')

  return {
    // The verify token is the app's own id, which is no secret: deliveries are signed.
    async 'channels.metaAppChallenge'({ query }) {
      if (!app || !isSameText(query['hub.verify_token'], app.id))
        return refuse('not-found', 'The verify token is not that of the app.')
      return plainText(query['hub.challenge'])
    },

    async 'channels.metaAppWebhook'({ body, context, request }) {
      const kind = kindOf(body)
      if (!kind || !app) return reply({ received: true as const })
      const raw = request.delivery?.raw ?? Buffer.alloc(0)
      const entries = new Map<string, { region: Region; tenant: string; entry: typeof body.entry }>()
      for (const entry of body.entry) {
        const holder = await first.accounts.holderOf({ kind, accountId: entry.id })
        if (!holder) continue
        const key = `${holder.region}/${holder.workspaceId}`
        const own = entries.get(key) ?? {
          ...{ region: holder.region as Region, tenant: holder.workspaceId, entry: [] },
        }
        own.entry.push(entry)
        entries.set(key, own)
      }
      for (const { region, tenant, entry } of entries.values()) {
        // Of a region that is not served here: Meta has one address for an app.
        const taken = await regions
          .get(region)
          ?.take({ tenant, body: { ...body, entry }, raw, context: { ...context, tenant } }, app.secret)
        if (taken && !taken.ok) return taken
      }
      return reply({ received: true as const })
    },

    async 'channels.metaAppDeauthorized'({ context, request }) {
      const userId = userIn(request.delivery?.raw ?? Buffer.alloc(0))
      if (userId === undefined || !app) return noSuchRequest
      for (const region of regions.values()) await deauthorize(region, userId, context, app.secret)
      return reply({ received: true as const })
    },

    async 'channels.metaAppDeletion'({ context, request }) {
      const userId = userIn(request.delivery?.raw ?? Buffer.alloc(0))
      if (userId === undefined || !app) return noSuchRequest
      let code = ''
      for (const region of regions.values()) {
        // Whoever asks may also be the one who connected channels: their access is part of their data.
        await deauthorize(region, userId, context, app.secret)
        code = await region.deletions.erase(userId, region.appChannels.all())
      }
      return reply(answerOf(publicUrl, code))
    },

    async 'channels.metaDeletionState'({ query }) {
      for (const { deletions } of regions.values()) {
        const at = await deletions.doneAt(query.id)
        if (at !== undefined)
          return plainText(
            `Request ${query.id}\n\nThe data of this person was deleted on ${at.slice(0, 10)}. Nothing of it is kept.\n`,
          )
      }
      return refuse('not-found', 'There is no request with this code.')
    },
  }
}

/** The endpoints of apps of a workspace, and whose secret signs them. */
export function ownAppHandlers(
  region: MetaRegion,
  { publicUrl }: { publicUrl: string },
): {
  handlers: Pick<Handlers<typeof metaAppEndpoints>, 'channels.metaDeauthorized' | 'channels.metaDeletion'>
  secretOf: WebhookSecret
} {
  return {
    async secretOf({ tenant, raw }) {
      const all = await channelsOf(region, tenant)
      return all.find(({ credentials }) => isRequestSignedWith(raw, credentials))?.credentials.appSecret
    },

    handlers: {
      /** It names a person whose tokens are unknown here, so Meta is asked about each channel of the app. */
      async 'channels.metaDeauthorized'({ tenant, context, request }) {
        for (const own of await signedBy(tenant, request.delivery?.raw)) {
          const checked = await region.adapters[own.kind]?.provider?.check(own)
          if (checked?.state === 'credentials-refused') await refuseTokens(region, tenant, own, context)
        }
        return reply({ received: true as const })
      },

      async 'channels.metaDeletion'({ tenant, request }) {
        const userId = userIn(request.delivery?.raw ?? Buffer.alloc(0))
        if (userId === undefined) return noSuchRequest
        const own = await signedBy(tenant, request.delivery?.raw)
        const code = await region.deletions.erase(userId, asAsync(own, tenant))
        return reply(answerOf(publicUrl, code))
      },
    },
  }

  /** The workspace's channels of the app whose secret signs a request. */
  async function signedBy(tenant: string, raw: Buffer = Buffer.alloc(0)): Promise<Channel[]> {
    return (await channelsOf(region, tenant)).filter(({ credentials }) =>
      isRequestSignedWith(raw, credentials),
    )
  }
}

async function channelsOf(region: MetaRegion, tenant: string): Promise<Channel[]> {
  const found: Channel[] = []
  for (const channelId of (await region.channelIdsOf(tenant)).slice(0, MOST_CHANNELS)) {
    await region.refresh(channel.category, channelId)
    const own = await findChannel(region.load, tenant, { channelId })
    if (own && metaKinds.includes(own.kind)) found.push(own)
  }
  return found
}

/** Marks the channels that a person connected: nothing can be sent through them until somebody connects them again. */
async function deauthorize(region: MetaRegion, userId: string, context: CommandContext, secret: string) {
  for (const { tenant, channelId } of await region.appChannels.ofUser(userId)) {
    await region.refresh(channel.category, channelId)
    const own = await findChannel(region.load, tenant, { channelId })
    if (own?.credentials.appSecret === secret) await refuseTokens(region, tenant, own, context)
  }
}

async function refuseTokens(
  { handle }: Pick<MetaRegion, 'handle'>,
  tenant: string,
  { channelId, credentials }: Channel,
  context: CommandContext,
): Promise<void> {
  const { cause } = context
  const own = { ...context, tenant, cause: { ...cause, command: `${cause.command}/${channelId}` } }
  const command = { type: 'RecordRefusal', credentials, reason: 'credentials-refused' } as const
  const handled = await handle(channel, channelId, command, own)
  if (!handled.ok) throw new Error(handled.rejection.code)
}

async function* asAsync(channels: readonly Channel[], tenant: string): AsyncGenerator<AppChannel> {
  for (const { channelId } of channels) yield { tenant, channelId }
}

const answerOf = (publicUrl: string, code: string) => ({
  url: `${publicUrl}/api/meta/data-deletion?id=${code}`,
  confirmation_code: code,
})

const plainText = (text: string) => ({
  ok: true as const,
  ...{ bytes: Buffer.from(text), etag: `"${hashOf(text)}"`, contentType: 'text/plain; charset=utf-8' },
})

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
const isSameText = (one: string, other: string) =>
  timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)))
