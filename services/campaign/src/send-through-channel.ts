/** Sends messages of campaigns through a connected channel: each stands in the contact's conversation, where answers come in. */
import type { CampaignMedium } from '@parley/contracts/campaign/names.ts'
import type { ChannelKind } from '@parley/contracts/channel/names.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import type { CampaignMessage, CampaignSender } from './senders.ts'

export type WriteUnasked = (
  context: CommandContext,
  message: {
    agentId: string
    to: { kind: ChannelKind; channelId: string; contactId: string } | { conversationId: string }
    messageId: string
    blocks: Block[]
    variables: Record<string, string>
    startNode?: string | undefined
    /** The visitor's message that it answers, where nobody has yet. */
    answers?: string | undefined
  },
) => Promise<{ ok: true; conversationId: string } | { ok: false; rejection: Rejection }>

export type ChannelSenderDeps = {
  kind: Exclude<CampaignMedium, 'email' | 'push'>
  /** The kind of a channel that is connected to an agent; undefined if there is none. */
  kindOf(tenant: string, agentId: string, channelId: string): Promise<ChannelKind | undefined>
  writeUnasked: WriteUnasked
  /** What is written of a template that the provider has approved; `away`: it can't be asked at the moment. */
  templateBlock?: TemplateBlock
}

export type TemplateBlock = (
  tenant: string,
  channel: { agentId: string; channelId: string },
  template: NonNullable<CampaignMessage['template']>,
) => Promise<{ ok: true; block: Block } | { ok: false; kind: 'away' | 'not-sendable' }>

export function channelSender({
  kind,
  kindOf,
  writeUnasked,
  templateBlock,
}: ChannelSenderDeps): CampaignSender {
  return {
    isReady: async (tenant, { agentId, channelId = '' }) =>
      (await kindOf(tenant, agentId, channelId)) === kind,

    async send({ context, settings, messageId, address, text, template, variables }) {
      const { agentId, channelId = '', startNode } = settings
      if ((await kindOf(context.tenant, agentId, channelId)) !== kind) return { became: 'channel-gone' }
      const own =
        templateBlock && template && (await templateBlock(context.tenant, { agentId, channelId }, template))
      if (own && !own.ok)
        return own.kind === 'away'
          ? { became: 'postponed' }
          : { became: 'failed', reason: 'template-refused' }
      const written = await writeUnasked(context, {
        ...{ agentId, messageId, variables, startNode },
        to: { kind, channelId, contactId: address },
        blocks: [own?.block ?? { type: 'text', text }],
      })
      if (written.ok) return { became: 'written', sent: false, conversationId: written.conversationId }
      return { became: 'failed', reason: 'refused' }
    },
  }
}
