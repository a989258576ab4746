import type { MailBrand } from '@parley/contracts/agency/looks.ts'

/**
 * The port for sending mail. `id` lets the receiving server recognise a repeated sending; `about` names the subject
 * whose erasure deletes stored copies.
 */
export type MailMessage = {
  id: string
  to: string
  /** In place of the name of the operator's sender. */
  fromName?: string
  /** In place of the operator's address. */
  sender?: MailSender
  subject: string
  text: string
  /** What stands below the brand; without it, the text. */
  html?: string
  /** Whom the mail comes from, if not from the product. */
  brand?: MailBrand
  /** The language of the mail; English if absent. */
  lang?: string
  about?: string
  /** Where an answer goes, if not to the sender. */
  replyTo?: string
  /** Where the mail is returned to if it can't be delivered, if not to the operator's address. */
  returnPath?: string
  /** The same for mails that belong together, so that a mail program shows them as one conversation. */
  thread?: string
  /**
   * Where one request ends mails of its kind, and a person who opens it may end them (RFC 8058).
   */
  unsubscribe?: string
  attachments?: readonly MailAttachment[]
}

export type MailSender = {
  address: string
  /** What signs it. `privateKey`: PEM. Absent where the mail server signs. */
  dkim?: { domainName: string; keySelector: string; privateKey: string }
}

/** A mail as it is handed over to be sent. */
export type OutgoingMail = Omit<MailMessage, 'sender' | 'returnPath'> & {
  /** The workspace whose mail it is, if its brand names no agency. */
  tenant?: string
  /** The recipient has just asked for it: it is sent even if mails to the address came back. */
  asked?: boolean
}

export type MailAttachment = { name: string; mimeType: string; bytes: Buffer }

/** The headers of a mail, by whether its recipient can end others of its kind. */
export function headersOf(unsubscribe: string | undefined): Record<string, string> {
  // So that no auto-responder answers, which might be answered in turn (RFC 3834).
  const always = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
  if (unsubscribe === undefined) return always
  return {
    ...always,
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

export type Mailer = {
  /**
   * `refused`: the mail server takes it in no case, for example because there is no such address, or because it takes none
   * from the mail's own sender. `attachments-refused`: it does not take the mail with its attachments. Throws if it should
   * be retried.
   */
  send(message: MailMessage): Promise<'accepted' | 'refused' | 'attachments-refused'>
  /** Deletes stored mails about a subject, or to an address. Absent if none are stored. */
  remove?(which: { about: string } | { to: string }): Promise<void>
  close(): Promise<void>
}
