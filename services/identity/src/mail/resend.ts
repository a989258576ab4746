/** Sends mail from the domains of agencies by the REST API of Resend (`POST /emails`), which signs it. */
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { z } from 'zod'
import { headersOf, type Mailer } from './mailer.ts'

export type ResendMailerOptions = {
  safeFetch: SafeFetch
  /** Such as https://api.resend.com. */
  apiUrl: string
  apiKey: string
  timeoutMs?: number
  /** Gets the name of each refusal that is final, without addresses. */
  onRefused?(reason: string): void
}

/** The longest that it takes (a key that was used in the last 24 hours sends nothing again). */
const LONGEST_KEY = 256
const accepted = z.object({ id: z.string() })
const refusal = z.object({ name: z.string().max(100) })

/** Errors contain no address and no key. A mail without a sender of its own is none of Resend's. */
export function openResendMailer(options: ResendMailerOptions): Pick<Mailer, 'send'> {
  const { safeFetch, apiUrl, apiKey, timeoutMs = 20_000, onRefused } = options

  return {
    async send({
      id,
      to,
      fromName,
      sender,
      returnPath,
      subject,
      text,
      html,
      replyTo,
      thread,
      unsubscribe,
      attachments = [],
    }) {
      if (!sender) throw new Error('A mail without a sender of its own can’t be sent by Resend')
      const domain = sender.address.slice(sender.address.indexOf('@') + 1)
      const fetched = await safeFetch(new URL('/emails', apiUrl).href, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...{ 'content-type': 'application/json', accept: 'application/json' },
          'idempotency-key': id.slice(-LONGEST_KEY),
        },
        body: JSON.stringify({
          from: fromName ? `${quoted(fromName)} <${sender.address}>` : sender.address,
          ...{ to: [to], subject, text, html },
          ...(replyTo === undefined ? {} : { reply_to: replyTo }),
          headers: {
            ...headersOf(unsubscribe),
            ...(thread === undefined ? {} : { References: `<${thread}@${domain}>` }),
          },
          ...taggedBy(returnPath),
          ...(attachments.length > 0 && {
            attachments: attachments.map(({ name, mimeType, bytes }) => ({
              ...{ filename: name, content_type: mimeType, content: bytes.toString('base64') },
            })),
          }),
        }),
        ...{ timeoutMs, maxBytes: 100_000, maxRedirects: 0 },
      })
      if (!fetched.ok) throw new Error(`Resend did not take the mail: ${fetched.code}`)
      const { status } = fetched
      const body = jsonIn(fetched.body)
      if (status === 200 && accepted.safeParse(body).success) return 'accepted'
      const name = refusal.safeParse(body).data?.name ?? 'no reason'
      // It was sent before, with another text.
      if (status === 409 && name === 'invalid_idempotent_request') return 'accepted'
      if (attachments.length > 0 && (status === 413 || status === 422)) return 'attachments-refused'
      if (status === 400 || status === 403 || status === 422) {
        onRefused?.(`${status} ${name}`)
        return 'refused'
      }
      throw new Error(`Resend did not take the mail: ${status} ${name}`)
    },
  }
}

/** Resend returns mails to itself, and tells of each that came back with its tags: what tells them apart is one. */
function taggedBy(returnPath: string | undefined): { tags?: { name: string; value: string }[] } {
  const [, value] = /^bounces\+([0-9a-z]+)@/.exec(returnPath ?? '') ?? []
  return value === undefined ? {} : { tags: [{ name: 'return_path', value }] }
}

/** A name before an address (RFC 5322 §3.2.4). */
const quoted = (name: string) => `"${name.replace(/\s+/g, ' ').replace(/["\\]/g, '\\$&')}"`

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
