/**
 * The templates of an agent's WhatsApp channels. Meta is their record: a list is read from Meta, and kept in memory for a minute or
 * until a template was created, deleted or reviewed, which is recorded on the channel (`ChannelTemplateChanged`), so that no
 * process shows a list from before. `refresh` asks Meta in any case. What is sent: `sent-template.ts`.
 */
import type { TemplateView } from '@parley/contracts/channel/template.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import { type Channel, channel } from '../../channel.decider.ts'
import type { GraphApi, GraphFault } from '../../meta/graph-api.ts'
import { readTemplates } from './meta-templates.ts'

export type TemplatesDeps = {
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  api: GraphApi
  /** In ms. */
  now?: () => number
}

/** `absent`: there is no such channel of this agent. `other-kind`: it is not of WhatsApp. */
type NotFound = { ok: false; kind: 'absent' | 'other-kind' }
export type TemplatesRead = { ok: true; channel: Channel; templates: TemplateView[] } | NotFound | GraphFault

export type Templates = {
  /** The templates of a channel's business account. */
  of(
    tenant: string,
    channel: { channelId: string; agentId?: string },
    options?: { refresh?: boolean },
  ): Promise<TemplatesRead>
  /** The connected channel. */
  channelOf(
    tenant: string,
    of: { channelId: string; agentId?: string },
  ): Promise<{ ok: true; channel: Channel } | NotFound>
}

const FRESH_MS = 60_000
const MOST_BYTES = 32_000_000

type Kept = { at: number; version: number; templates: TemplateView[] }

export function createTemplates({ load, refresh, api, now = Date.now }: TemplatesDeps): Templates {
  const kept = createByteCache<Kept>({
    maxBytes: MOST_BYTES,
    shareOf: () => MOST_BYTES / 8,
    sizeOf: ({ templates }) => 2 * JSON.stringify(templates).length + 200,
  })

  return {
    channelOf: found,

    async of(tenant, of, { refresh: asked = false } = {}) {
      const present = await found(tenant, of)
      if (!present.ok) return present
      const { channel: own, version } = present
      const key = `${tenant}/${own.channelId}`
      const former = kept.get(key)
      if (!asked && former?.version === version && now() - former.at < FRESH_MS)
        return { ok: true, channel: own, templates: former.templates }
      const read = await readTemplates(api, own)
      if (!read.ok) return read
      kept.set(key, { at: now(), version, templates: read.templates }, tenant)
      return { ok: true, channel: own, templates: read.templates }
    },
  }

  async function found(
    tenant: string,
    { channelId, agentId }: { channelId: string; agentId?: string },
  ): Promise<{ ok: true; channel: Channel; version: number } | NotFound> {
    await refresh(channel.category, channelId)
    const state = (await load(channel, channelId, tenant))?.state
    const isOwn =
      agentId === undefined || (state?.status === 'connected' && state.channel.agentId === agentId)
    if (state?.status !== 'connected' || !isOwn) return { ok: false, kind: 'absent' }
    if (state.channel.kind !== 'whatsapp') return { ok: false, kind: 'other-kind' }
    return { ok: true, channel: state.channel, version: state.templateChanges ?? 0 }
  }
}
