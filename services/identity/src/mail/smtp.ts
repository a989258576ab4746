/** Sends mail through the operator's mail server. */
import nodemailer from 'nodemailer'
import { headersOf, type Mailer } from './mailer.ts'

export type SmtpOptions = {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  url: string
  /** The sender's address, with or without a name: `Parley <no-reply@example.com>`. */
  from: string
  /** Timeout for connecting and the greeting, in milliseconds; four times as long for each answer. */
  timeoutMs?: number
  /** Gets the server's answer to each mail that it refused, without addresses. */
  onRefused?(reason: string): void
}

/** Mail servers examine what is attached before they answer. */
const LONGEST_ANSWER = 4

/** Connects and signs in without sending anything. Returns why that fails, without address or password. */
export async function testSmtp(url: string, timeoutMs: number): Promise<string | undefined> {
  const transport = nodemailer.createTransport(transportOf(url, timeoutMs))
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return reasonOf(error)
  } finally {
    transport.close()
  }
}

function transportOf(url: string, timeoutMs: number) {
  const server = new URL(url)
  const secure = server.protocol === 'smtps:'
  return {
    host: server.hostname,
    port: Number(server.port) || (secure ? 465 : 587),
    secure,
    ...(server.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: LONGEST_ANSWER * timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Errors contain the server's answer, never an address or the URL with its password. */
export function openSmtpMailer({ url, from, timeoutMs = 15_000, onRefused }: SmtpOptions): Mailer {
  const transport = nodemailer.createTransport({
    pool: true,
    maxConnections: 3,
    ...transportOf(url, timeoutMs),
  })

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
      const own = domainOf(sender?.address ?? from)
      const messageId = `<${id}@${own}>`
      const about = thread === undefined ? {} : { references: `<${thread}@${own}>` }
      try {
        await transport.sendMail({
          from: senderOf(sender?.address ?? from, fromName),
          ...(returnPath !== undefined && { envelope: { from: returnPath, to } }),
          ...(sender?.dkim && { dkim: { ...sender.dkim, ...signedHeaders(unsubscribe) } }),
          ...{ to, subject, text, html, replyTo, messageId, ...about, headers: headersOf(unsubscribe) },
          attachments: attachments.map(({ name, mimeType, bytes }) => ({
            ...{ filename: name, contentType: mimeType, content: bytes },
          })),
        })
        return 'accepted'
      } catch (error) {
        if (attachments.length > 0 && isAboutContent(error)) return 'attachments-refused'
        if (isFinal(error) || (sender && isAboutSender(error))) {
          onRefused?.(reasonOf(error))
          return 'refused'
        }
        throw new Error(`The mail server at ${new URL(url).host} did not take the mail: ${reasonOf(error)}`)
      }
    },
    async close() {
      transport.close()
    },
  }
}

/** RFC 8058 asks that a signature covers both headers, of which nodemailer knows one. */
function signedHeaders(unsubscribe: string | undefined): { headerFieldNames?: string } {
  if (unsubscribe === undefined) return {}
  const names =
    'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:References:List-Unsubscribe'
  return { headerFieldNames: `${names}:List-Unsubscribe-Post` }
}

function senderOf(from: string, name: string | undefined) {
  return name ? { name: name.replace(/\s+/g, ' '), address: /<([^<>]+)>/.exec(from)?.[1] ?? from } : from
}

function domainOf(from: string): string {
  return /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
}

/** A permanent refusal (5xx) of the recipient or the mail itself; that of the sender or sign-in is the operator's to mend. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false
  return Number(error.responseCode) >= 500 && (error.command === 'RCPT TO' || error.command === 'DATA')
}

/** A permanent refusal of the address that the mail comes from. */
function isAboutSender(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false
  return Number(error.responseCode) >= 500 && error.command === 'MAIL FROM'
}

/** A permanent refusal of the mail for its size or for what it holds. */
function isAboutContent(error: unknown): boolean {
  if (!(error instanceof Error) || !('command' in error)) return false
  const answer = 'responseCode' in error ? Number(error.responseCode) : undefined
  if (error.command === 'DATA') return answer !== undefined && answer >= 500
  // Without an answer: the mail is larger than the server says that it takes.
  const isTooLarge = answer === 552 || ('code' in error && error.code === 'EMESSAGE')
  return error.command === 'MAIL FROM' && isTooLarge
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : ''
  const answer = 'response' in error && typeof error.response === 'string' ? error.response : error.message
  return `${code}${answer}`.replace(/[^\s<>"'@]{1,64}@[^\s<>"':;,@]{1,190}/g, '(address)').slice(0, 300)
}
