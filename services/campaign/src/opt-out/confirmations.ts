/** What somebody reads who opts out by a word. The agent says it as its reply; where it does not answer, a policy does. */
import { type CampaignMedium, campaignMedia } from '@parley/contracts/campaign/names.ts'
import { isConnectedKind } from '@parley/contracts/channel/names.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { ContactKeys } from '../audience/addresses.ts'
import type { ContactOf } from '../audience/recipients-of-leads.ts'
import { contact } from '../contact.decider.ts'
import { recipient } from '../recipient.decider.ts'
import { isOptOut, languageOfOptOut } from './opt-out-word.ts'
import { unsubscribeWords } from './unsubscribe-words.ts'

export type ConfirmationsDeps = Pick<CommandHandler, 'load' | 'refresh'> & {
  keys: ContactKeys
  contactOf: ContactOf
  /** Whose messages they are, as their recipients read it. */
  nameOf(tenant: string): Promise<string | undefined>
  langOf(tenant: string, agentId: string): Promise<string | undefined>
}

/** `lang`: the visitor's language, if it is known. */
type Said = { agentId: string; text: string; lang?: string | undefined }

export type OptOutConfirmations = {
  /** Whom a conversation is with; `address` is empty where that stands with the recipients of campaigns alone. */
  contactIn(
    tenant: string,
    conversationId: string,
    channel: string,
  ): Promise<{ contactKey: string; medium: CampaignMedium; address: string } | undefined>
  /** What confirms this word. */
  textFor(tenant: string, said: Said): Promise<string>
  /** What the agent replies to this message; undefined if it is no such word, or of somebody whom no campaign reached. */
  replyTo(
    tenant: string,
    said: Said & { conversationId: string; channel: string },
  ): Promise<string | undefined>
}

export function createConfirmations({
  load,
  refresh,
  keys,
  contactOf,
  nameOf,
  langOf,
}: ConfirmationsDeps): OptOutConfirmations {
  return { contactIn, textFor, replyTo }

  async function replyTo(...[tenant, said]: Parameters<OptOutConfirmations['replyTo']>) {
    if (!isOptOut(said.text)) return undefined
    const reached = await contactIn(tenant, said.conversationId, said.channel)
    return reached && (await isKnown(tenant, reached)) ? textFor(tenant, said) : undefined
  }

  async function textFor(tenant: string, { agentId, text, lang }: Said): Promise<string> {
    const spoken = [lang, await langOf(tenant, agentId)].filter((tag) => tag !== undefined)
    const { done } = unsubscribeWords([languageOfOptOut(text, spoken)])
    const name = (await nameOf(tenant)) ?? ''
    return done.replace('{name}', () => name)
  }

  async function contactIn(tenant: string, conversationId: string, channel: string) {
    if (channel === 'web-chat') {
      const contactKey = keys.ofConversation(tenant, conversationId)
      return { contactKey, medium: 'email' as const, address: '' }
    }
    const medium = campaignMedia.find((one) => one === channel)
    if (!medium || !isConnectedKind(channel)) return undefined
    const about = await contactOf(tenant, conversationId)
    if (about?.contactId === undefined) return undefined
    const contactKey = keys.of(tenant, medium, about.contactId, about.channelId)
    return { contactKey, medium, address: about.contactId }
  }

  /** Whether a campaign wrote to them, and their address is known, so that they can be kept out. */
  async function isKnown(tenant: string, of: { contactKey: string; address: string }): Promise<boolean> {
    await refresh(contact.category, of.contactKey)
    const written = (await load(contact, of.contactKey, tenant))?.state.written ?? []
    if (of.address !== '') return written.length > 0
    for (const { recipientId } of written) {
      await refresh(recipient.category, recipientId)
      if ((await load(recipient, recipientId, tenant))?.state.is === 'live') return true
    }
    return false
  }
}
