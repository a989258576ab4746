import type { ChannelHealth, channelEndpoints } from '@parley/contracts/channel/endpoints.ts'
import { type DeliveryFailure, ignoredKinds } from '@parley/contracts/channel/names.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { channelTrafficProjection } from './channel-traffic.projection.ts'
import type { ChannelDocument } from './channels.projection.ts'
import { channelsOf } from './channels.queries.ts'
import { unusualSilence } from './silence.ts'

const FAILURES_MS = 7 * 86_400_000
/** Conversations of a channel that are read for what is usual, what waits and what failed; those with more are counted up to here. */
const MOST_READ = 200

export function channelHealthQueries(deps: {
  reader: Reader
  /** In ms. */
  now?: () => number
}): Pick<Handlers<typeof channelEndpoints>, 'channels.health'> {
  const { reader, now = Date.now } = deps

  return {
    async 'channels.health'({ tenant, params: { agentId } }) {
      const channels = await channelsOf(reader, tenant, agentId)
      return reply({ items: await Promise.all(channels.map((channel) => healthOf(tenant, channel))) })
    },
  }

  async function healthOf(
    tenant: string,
    { channelId, ignored = {} }: Pick<ChannelDocument, 'channelId' | 'ignored'>,
  ): Promise<ChannelHealth> {
    const where = { channelId }
    const last = { where, order: 'desc', limit: 1 } as const
    const since = new Date(now() - FAILURES_MS).toISOString()
    const [lastIn, lastOut, waiting, failed] = await Promise.all([
      reader.find(channelTrafficProjection, tenant, { index: 'byIn', ...last, limit: MOST_READ }),
      reader.find(channelTrafficProjection, tenant, { index: 'byOut', ...last }),
      reader.find(channelTrafficProjection, tenant, { index: 'byWaiting', where, limit: MOST_READ }),
      reader.find(channelTrafficProjection, tenant, {
        index: 'byFailure',
        where: { channelId, failedAt: { gte: since } },
        order: 'desc',
        limit: MOST_READ,
      }),
    ])
    const lastInAt = lastIn.items[0]?.lastInAt
    const arrivals = lastIn.items.flatMap(({ lastInAt: at }) => at ?? [])
    const silence = unusualSilence(arrivals, now())
    const lastOutAt = lastOut.items[0]?.lastOutAt
    const waitingSince = waiting.items[0]?.waitingSince
    return {
      channelId,
      ...(lastInAt === undefined ? {} : { lastInAt }),
      ...(lastOutAt === undefined ? {} : { lastOutAt }),
      ...(silence ? { silence } : {}),
      waiting: {
        messages: waiting.items.reduce((sum, one) => sum + one.waiting.length, 0),
        ...(waitingSince === undefined ? {} : { since: waitingSince }),
      },
      failures: byReason(
        failed.items.flatMap(({ failures }) => failures),
        since,
      ),
      ignored: ignoredKinds
        .flatMap((what) => {
          const lastAt = ignored[what]
          return lastAt !== undefined && lastAt >= since ? [{ what, lastAt }] : []
        })
        .toSorted((one, other) => other.lastAt.localeCompare(one.lastAt)),
    }
  }
}

function byReason(
  failures: readonly { reason: DeliveryFailure; at: string }[],
  since: string,
): ChannelHealth['failures'] {
  const found = new Map<DeliveryFailure, { messages: number; lastAt: string }>()
  for (const { reason, at } of failures) {
    if (at < since) continue
    const former = found.get(reason)
    const lastAt = former && former.lastAt > at ? former.lastAt : at
    found.set(reason, { messages: (former?.messages ?? 0) + 1, lastAt })
  }
  return [...found]
    .map(([reason, counted]) => ({ reason, ...counted }))
    .toSorted((one, other) => other.lastAt.localeCompare(one.lastAt))
}
