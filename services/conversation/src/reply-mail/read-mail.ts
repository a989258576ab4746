/** Reads an incoming mail: what its sender wrote anew, without the mail that it answers. */
import { createHash } from 'node:crypto'
import { endingOf, mimeTypes } from '@parley/contracts/file/types.ts'
import PostalMime, { type Email, type Attachment as Part } from 'postal-mime'
import type { AttachedFile } from '../inbound/attached-files.ts'
import { bytesOf, picturesOf } from './mailed-pictures.ts'
import { plainOf, withoutQuotes } from './written-text.ts'

export type ReadMail =
  | {
      /** The same for each delivery of the mail. */
      id: string
      text: string
      /** What was attached, and the photos in the text. */
      attachments: MailedAttachment[]
    }
  /** A machine sent it, it is one of ours, or it says nothing. */
  | 'ignored'
  /** It is no mail by its format, or nested too deeply. */
  | 'unreadable'

/** `inText`: a picture that the text shows; those of logos are left out as far as they are known as such. */
export type MailedAttachment = AttachedFile & { inText?: true }

const MOST_ATTACHMENTS = 10
const MOST_OF_A_NAME = 200

/** `sender`: the address of the envelope, empty for bounces. `own`: the domain and address of our mails. */
export async function readMail(
  bytes: Buffer,
  sender: string,
  own: { domain: string; address: string },
): Promise<ReadMail> {
  const limits = { maxNestingDepth: 20, maxHeadersSize: 100_000 }
  const mail = await PostalMime.parse(bytes, limits).catch(() => undefined)
  if (!mail) return 'unreadable'
  if (isAutomatic(mail, sender) || isOurs(mail, own)) return 'ignored'
  const pictures = picturesOf(mail)
  const text = pictures.withoutNames(withoutQuotes(mail.text?.trim() ? mail.text : plainOf(mail.html ?? '')))
  const attachments = mail.attachments
    .filter((part) => (pictures.isInText(part) ? pictures.isPhoto(part) : isAttached(part)))
    .slice(0, MOST_ATTACHMENTS)
    .map((part) => ({
      ...{ name: nameOf(part), bytes: bytesOf(part) },
      ...(pictures.isInText(part) ? { inText: true as const } : {}),
    }))
  if (text === '' && attachments.length === 0) return 'ignored'
  const id = mail.messageId ?? createHash('sha256').update(bytes).digest('hex')
  return { id, text, attachments }
}

/** Some mail programs show what is attached, such as a document, among the text. */
function isAttached({ disposition, filename }: Part): boolean {
  return disposition === 'attachment' || (disposition === 'inline' && !!filename)
}

function nameOf({ filename, mimeType }: Part): string {
  const name = (filename ?? '').replace(/\s+/g, ' ').slice(-MOST_OF_A_NAME) || '?'
  const ending = Object.keys(mimeTypes).find((one) => mimeTypes[one] === mimeType)
  if (endingOf(name) !== '' || ending === undefined) return name
  return name === '?' ? `image.${ending}` : `${name}.${ending}`
}

/** Bounces, answers of machines (RFC 3834), mailing lists. */
function isAutomatic(mail: Email, sender: string): boolean {
  if (sender === '') return true
  const header = (name: string) =>
    mail.headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase()
  const submitted = header('auto-submitted')
  if (submitted !== undefined && !/^no\b/.test(submitted)) return true
  if (/^(bulk|junk|list|auto_reply)\b/.test(header('precedence') ?? '')) return true
  if (/^multipart\/report\b/.test(header('content-type') ?? '')) return true
  return ['x-autoreply', 'x-autorespond', 'x-auto-response', 'list-id'].some(
    (name) => header(name) !== undefined,
  )
}

/** A mail of ours that came back would be answered for ever. */
function isOurs(mail: Email, own: { domain: string; address: string }): boolean {
  const from = mail.from?.address?.toLowerCase()
  const isOwnId = mail.messageId?.toLowerCase().endsWith(`@${own.domain.toLowerCase()}>`) === true
  return from === own.address.toLowerCase() || (isOwnId && mail.messageId?.startsWith('<mailing.') === true)
}
