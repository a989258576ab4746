/**
 * Reads what mail servers send back: delivery status notifications (RFC 3464), notices without one, such as qmail's, and
 * complaints (RFC 5965). Anybody may have written them, so that what they say is a claim.
 */
import { createHash } from 'node:crypto'
import PostalMime, { type Attachment, addressParser, type Email } from 'postal-mime'

export type MailReport = {
  /** The same for each delivery of the report. */
  id: string
  /** Those that the report says the mail went to, in lower case. */
  addresses: string[]
  report: /** `status`: by RFC 3463. */
    | { kind: 'bounce'; status: string }
    /** `returnPaths`: those that the report says the mail had. */
    | { kind: 'complaint'; returnPaths: string[] }
}

const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 100_000 }
const MOST_ADDRESSES = 50
/** Letters of a text that are looked through. */
const MOST_READ = 20_000
const COMPLAINTS = new Set(['abuse', 'fraud', 'opt-out', 'opt-out-list'])

type Fields = ReadonlyMap<string, string>

/** `ignored`: nothing came back; it says that a mail is late or was delivered, or a person or a machine wrote it. */
export async function readMailReport(bytes: Buffer): Promise<MailReport | 'ignored' | 'unreadable'> {
  const mail = await parsed(bytes)
  if (!mail) return 'unreadable'
  const id = mail.messageId ?? createHash('sha256').update(bytes).digest('hex')
  const read = (await complaintIn(mail)) ?? (await notificationIn(mail)) ?? noticeIn(mail)
  return read ? { id, ...read, addresses: [...new Set(read.addresses)].slice(0, MOST_ADDRESSES) } : 'ignored'
}

type Read = Omit<MailReport, 'id'>

async function complaintIn(mail: Email): Promise<Read | undefined> {
  const part = partOf(mail, 'message/feedback-report')
  if (!part) return undefined
  const [fields = new Map<string, string>()] = groupsIn(textOf(part))
  if (!COMPLAINTS.has(fields.get('feedback-type')?.toLowerCase() ?? '')) return undefined
  const returned = await returnedHeaders(mail)
  return {
    addresses: [...addressesIn(fields.get('original-rcpt-to')), ...returned.to],
    report: {
      kind: 'complaint',
      returnPaths: [...addressesIn(fields.get('original-mail-from')), ...returned.returnPaths],
    },
  }
}

async function notificationIn(mail: Email): Promise<Read | undefined> {
  const part = partOf(mail, 'message/delivery-status') ?? partOf(mail, 'message/global-delivery-status')
  if (!part) return undefined
  const failed = groupsIn(textOf(part)).filter((group) => group.get('action')?.toLowerCase() === 'failed')
  const statuses = failed.flatMap((group) => statusIn(group) ?? [])
  // A mail of ours has one recipient: several are those whom it was handed on to.
  const status = statuses.find((one) => one.startsWith('5.')) ?? statuses[0]
  if (status === undefined) return undefined
  const named = failed.flatMap((group) =>
    ['original-recipient', 'final-recipient'].flatMap((name) => addressesIn(untyped(group.get(name)))),
  )
  const addresses = [...named, ...failedRecipients(mail), ...(await returnedHeaders(mail)).to]
  return { addresses, report: { kind: 'bounce', status } }
}

/** A notice in words, of a machine, with the code of an answer. */
function noticeIn(mail: Email): Read | undefined {
  const isAnswer = /^auto-replied\b/i.test(headerOf(mail, 'auto-submitted') ?? '')
  const isOfServer = /^(?:mailer-daemon|postmaster)@/i.test(mail.from?.address ?? '')
  const text = (mail.text ?? '').slice(0, MOST_READ)
  const status = isAnswer || !isOfServer ? undefined : statusInText(text)
  if (status === undefined) return undefined
  return {
    addresses: [...failedRecipients(mail), ...text.split(/[\s<>()[\]"';,]+/).flatMap(asAddress)],
    report: { kind: 'bounce', status },
  }
}

/** Some servers say `5.0.0` where the answer that they got says more. */
function statusIn(group: Fields): string | undefined {
  const told = /^\s*([45]\.\d{1,3}\.\d{1,3})\b/.exec(group.get('status') ?? '')?.[1]
  const answer = statusInText(group.get('diagnostic-code') ?? '')
  if (told === undefined) return answer
  return /\.0\.0$/.test(told) && answer?.[0] === told[0] ? answer : told
}

/** An enhanced status, else the class of an answer of three digits. */
function statusInText(text: string): string | undefined {
  const status = /(?:^|[^\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/.exec(text)?.[1]
  if (status !== undefined) return status
  const answer = /(?:^|[^\d.])([45])\d\d[ -]/.exec(text)?.[1]
  return answer === undefined ? undefined : `${answer}.0.0`
}

/** What came back of the mail itself. */
async function returnedHeaders(mail: Email): Promise<{ to: string[]; returnPaths: string[] }> {
  const part = partOf(mail, 'message/rfc822') ?? partOf(mail, 'text/rfc822-headers')
  const returned = part && (await parsed(Buffer.from(bytesOf(part))))
  return {
    to: returned?.to?.flatMap(({ address }) => asAddress(address ?? '')) ?? [],
    returnPaths: addressesIn(returned && headerOf(returned, 'return-path')),
  }
}

const parsed = (bytes: Buffer): Promise<Email | undefined> =>
  PostalMime.parse(bytes, { ...LIMITS, forceRfc822Attachments: true }).catch(() => undefined)

/** Of Gmail and Exim. */
const failedRecipients = (mail: Email) => addressesIn(headerOf(mail, 'x-failed-recipients'))

function partOf(mail: Email, mimeType: string): Attachment | undefined {
  return mail.attachments.find((part) => part.mimeType === mimeType)
}

function bytesOf({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
}

const textOf = (part: Attachment): string => Buffer.from(bytesOf(part)).toString('utf8').slice(0, MOST_READ)

/** Groups of fields with empty lines between them; a line that begins with white space continues the one before. */
function groupsIn(text: string): Fields[] {
  const unfolded = text.replace(/\r\n/g, '\n').replace(/\n[ \t]+/g, ' ')
  return unfolded.split(/\n{2,}/).map((group) => {
    const fields = new Map<string, string>()
    for (const line of group.split('\n')) {
      const at = line.indexOf(':')
      const name = line.slice(0, at).trim().toLowerCase()
      if (at > 0 && !fields.has(name)) fields.set(name, line.slice(at + 1).trim())
    }
    return fields
  })
}

/** Without its type: `rfc822; cleo@example.com`. */
const untyped = (field: string | undefined) => field?.slice(field.indexOf(';') + 1)

function addressesIn(field: string | undefined): string[] {
  if (field === undefined) return []
  return addressParser(field, { flatten: true }).flatMap(({ address }) => asAddress(address ?? ''))
}

function asAddress(word: string): string[] {
  const written = word.trim().toLowerCase()
  let end = written.length
  while (end > 0 && '.:'.includes(written[end - 1] ?? '')) end--
  const address = written.slice(0, end)
  return address.length <= 320 && /^[^@\s]+@[^@\s]+$/.test(address) ? [address] : []
}

function headerOf(mail: Email, name: string): string | undefined {
  return mail.headers.find(({ key }) => key === name)?.value
}
