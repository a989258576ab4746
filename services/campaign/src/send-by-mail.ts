/**
 * Sends messages of campaigns by mail, each with a link by which its recipient ends them, also at one press of the mail
 * program (RFC 8058). A mail to a lead stands in their conversation on the website, too, and what they answer comes there.
 */
import type { MailBrand } from '@parley/contracts/agency/looks.ts'
import { markdownHtml } from '@parley/contracts/conversation/markdown-html.ts'
import { plainText } from '@parley/contracts/conversation/markdown-text.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { directionAttribute } from '@parley/contracts/text-direction.ts'
import { unsubscribeWords } from './opt-out/unsubscribe-words.ts'
import type { WriteUnasked } from './send-through-channel.ts'
import type { CampaignSender } from './senders.ts'

export type MailSenderDeps = {
  region: Region
  /** Undefined where the mails come from the product. */
  brandOf(tenant: string): Promise<MailBrand | undefined>
  /** The language of an agent, in which its mails say how to end them. */
  langOf(tenant: string, agentId: string): Promise<string | undefined>
  /** The language that a text is written in; undefined if that is not certain. */
  languageIn(text: string): string | undefined
  /** Throws if it should be retried. */
  sendMail(mail: {
    id: string
    to: string
    tenant: string
    subject: string
    text: string
    html: string
    lang: string
    brand?: MailBrand
    replyTo?: string
    unsubscribe: string
    about: string
    asked?: boolean
  }): Promise<'accepted' | 'refused' | 'attachments-refused'>
  /** The address at which a recipient ends mails of campaigns. */
  unsubscribeAddress(of: { tenant: string; contactKey: string }): Promise<string>
  /** The address to which an answer comes back into a conversation; undefined if no mail comes in. */
  replyAddress(tenant: string, conversationId: string): string | undefined
  writeUnasked: WriteUnasked
  onFault(error: unknown): void
}

/** The words of a campaign are Markdown, as in the chat. `ending`: how its mails are ended. */
export function campaignMail(text: string, { lang, ending }: { lang: string; ending: string }) {
  const around = lang === 'ar' ? 'rtl' : 'ltr'
  const html = `<div${directionAttribute(text, around)}>${markdownHtml(text)}</div>${markdownHtml(`—\n${ending}`)}`
  return { text: `${plainText(text)}\n\n—\n${ending}`, html, lang }
}

export function mailSender(deps: MailSenderDeps): CampaignSender {
  return {
    isReady: async () => true,

    async send({ context, settings, asked, ...message }) {
      const { tenant } = context
      const { contactKey, messageId, subject, text, variables, conversationId } = message
      const unsubscribe = await deps.unsubscribeAddress({ tenant, contactKey })
      const { line, lang } = unsubscribeWords([
        (await deps.langOf(tenant, settings.agentId)) ?? deps.languageIn(text) ?? 'en',
      ])
      const written =
        conversationId === undefined
          ? undefined
          : await deps.writeUnasked(context, {
              ...{ agentId: settings.agentId, messageId, variables, startNode: settings.startNode },
              to: { conversationId },
              blocks: [{ type: 'text', text }],
            })
      const comesBack = written?.ok ? deps.replyAddress(tenant, written.conversationId) : undefined
      const replyTo = comesBack ?? settings.replyTo
      const brand = await deps.brandOf(tenant)
      try {
        const became = await deps.sendMail({
          ...{ id: messageId, to: message.address, tenant, subject, unsubscribe },
          ...campaignMail(text, { lang, ending: line.replace('{address}', () => unsubscribe) }),
          about: `campaign-contact-${contactKey}`,
          ...(brand ? { brand } : {}),
          ...(replyTo === undefined ? {} : { replyTo }),
          ...(asked ? { asked } : {}),
        })
        if (became !== 'accepted') return { became: 'failed', reason: 'refused' }
        return {
          became: 'written',
          sent: true,
          ...(written?.ok ? { conversationId: written.conversationId } : {}),
        }
      } catch (error) {
        deps.onFault(error)
        return { became: 'postponed' }
      }
    },
  }
}
