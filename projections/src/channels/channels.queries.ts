import type { ChannelView, channelEndpoints } from '@parley/contracts/channel/endpoints.ts'
import { type Handlers, reply, replyWithTag } from '@parley/kernel/commands/handler.ts'
import { everyDocument } from '@parley/kernel/read-models/every-page.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { agentTitles } from '../agents/agent-titles.ts'
import { channelTrafficProjection } from './channel-traffic.projection.ts'
import { type ChannelDocument, channelsProjection } from './channels.projection.ts'

const PAGE = 200
/** Of a secret, only so many characters are ever shown. */
const ENDING = 4

export function channelQueries({
  reader,
}: {
  reader: Reader
}): Pick<Handlers<typeof channelEndpoints>, 'channels.list' | 'channels.ofWorkspace'> {
  return {
    async 'channels.ofWorkspace'({ tenant, agentIds, query }) {
      const all = await everyChannelOf(reader, tenant)
      const kinds = query.of === 'whatsapp-numbers' ? ['whatsapp'] : ['messenger', 'instagram']
      const shown = all.filter(
        ({ kind, agentId }) => kinds.includes(kind) && (agentIds === undefined || agentIds.includes(agentId)),
      )
      const titles = await agentTitles(
        reader,
        tenant,
        shown.map(({ agentId }) => agentId),
      )
      const items = await Promise.all(
        shown.map(async (document) => {
          const { agentId, channelId } = document
          const lastMessageAt = await lastMessageOf(reader, tenant, channelId)
          return {
            ...(await viewOf(reader, tenant, document)),
            ...{ agentId, agent: titles.get(agentId) ?? agentId },
            ...(lastMessageAt === undefined ? {} : { lastMessageAt }),
          }
        }),
      )
      return reply({ items })
    },

    async 'channels.list'(call) {
      const documents = await channelsOf(reader, call.tenant, call.params.agentId)
      const items = await Promise.all(documents.map((document) => viewOf(reader, call.tenant, document)))
      return replyWithTag({ items }, reader.newestIn(documents))
    },
  }
}

/** How many channels a workspace has; compared with its plan's limit. */
export function countChannels(reader: Reader, tenant: string): Promise<number> {
  return reader.count(channelsProjection, tenant, { index: 'all' })
}

/** The channels of a workspace, in the order in which they were connected. */
export function everyChannelOf(reader: Reader, tenant: string): Promise<ChannelDocument[]> {
  return everyDocument(reader, channelsProjection, tenant, { index: 'all', limit: PAGE })
}

/** The channels of an agent, in the order in which they were connected. */
export async function channelsOf(
  reader: Reader,
  tenant: string,
  agentId: string,
): Promise<ChannelDocument[]> {
  return everyDocument(reader, channelsProjection, tenant, {
    index: 'byAgent',
    where: { agentId },
    limit: PAGE,
  })
}

/** When the last message of a channel came in or was sent. */
async function lastMessageOf(reader: Reader, tenant: string, channelId: string): Promise<string | undefined> {
  const last = { where: { channelId }, order: 'desc', limit: 1 } as const
  const [lastIn, lastOut] = await Promise.all([
    reader.find(channelTrafficProjection, tenant, { index: 'byIn', ...last }),
    reader.find(channelTrafficProjection, tenant, { index: 'byOut', ...last }),
  ])
  return [lastIn.items[0]?.lastInAt, lastOut.items[0]?.lastOutAt]
    .filter((at) => at !== undefined)
    .toSorted()
    .at(-1)
}

async function viewOf(reader: Reader, tenant: string, document: ChannelDocument): Promise<ChannelView> {
  const { channelId, kind, setup, tokenEndsAt, connectedAt, updatedAt } = document
  const [name = ''] = await reader.open(tenant, [document.name])
  const account = await opened(reader, tenant, document.account)
  const secrets = await opened(reader, tenant, document.credentials)
  const credentials = Object.fromEntries(
    Object.entries(secrets).map(([field, text]) => [field, { set: true, ending: endingOf(text) } as const]),
  )
  const ends = tokenEndsAt === undefined ? {} : { tokenEndsAt }
  return { channelId, kind, name, account, credentials, setup, ...ends, connectedAt, updatedAt }
}

async function opened(reader: Reader, tenant: string, texts: Record<string, string>) {
  const fields = Object.keys(texts)
  const values = await reader.open(tenant, Object.values(texts))
  return Object.fromEntries(fields.map((field, nth) => [field, values[nth] ?? '']))
}

/** Nothing of a secret that is so short that its ending would help to guess it. */
function endingOf(secret: string): string {
  return secret.length < 4 * ENDING ? '' : secret.slice(-ENDING)
}
