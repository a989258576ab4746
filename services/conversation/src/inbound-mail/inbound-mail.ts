/**
 * Takes mail over SMTP from the operator's mail server, which hands over what visitors answer and what can't be delivered.
 * Other recipients and mails that are too large are refused at once, so that the sending server says so.
 */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type InboundMail = { port: number; close(): Promise<void> }

export type IncomingMail = {
  /** The address of the envelope, empty for bounces. */
  sender: string
  bytes: Buffer
}

/** What is behind an address. */
export type Mailbox = {
  /** Whether it takes mail. */
  accepts(): Promise<boolean>
  /** `ignored`: it is of no use. `unreadable`: it never can be read. Throws if it should be delivered again. */
  receive(mail: IncomingMail): Promise<'received' | 'ignored' | 'unreadable'>
}

const MOST_BYTES = 10 * 1_024 * 1_024
const MOST_CLIENTS = 20
const TIMEOUT_MS = 60_000

export async function openInboundMail(options: {
  host: string
  port: number
  /** Undefined for an address that was not issued here, or is of a region that this process does not serve. */
  mailboxOf(address: string): Mailbox | undefined
  onFault(error: unknown): void
  mostBytes?: number
}): Promise<InboundMail> {
  const { mailboxOf, onFault, mostBytes = MOST_BYTES } = options
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: mostBytes,
    maxClients: MOST_CLIENTS,
    socketTimeout: TIMEOUT_MS,
    closeTimeout: 1_000,

    onRcptTo({ address }, session, callback) {
      if (session.envelope.rcptTo.length > 0) return callback(refusal(452, 'One recipient at a time.'))
      Promise.resolve(mailboxOf(address)?.accepts()).then(
        (yes) => callback(yes ? null : refusal(550, 'No such address.')),
        (error) => callback(later(error)),
      )
    },

    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => {
        // What is too large is read to its end, as the protocol asks, but not kept.
        if (!stream.sizeExceeded) chunks.push(chunk)
        else chunks.length = 0
      })
      stream.on('error', (error) => callback(later(error)))
      stream.on('end', () => {
        if (stream.sizeExceeded) return callback(refusal(552, 'The mail is too large.'))
        const { mailFrom, rcptTo } = session.envelope
        const sender = mailFrom ? mailFrom.address : ''
        const mail = { sender, bytes: Buffer.concat(chunks) }
        Promise.resolve(mailboxOf(rcptTo[0]?.address ?? '')?.receive(mail)).then(
          (taken) => callback(taken === 'unreadable' ? refusal(554, 'The mail can not be read.') : null),
          (error) => callback(later(error)),
        )
      })
    },
  })
  server.on('error', onFault)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      server.off('error', reject)
      resolve()
    })
  })

  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }

  /** The sending server keeps the mail and tries again. */
  function later(error: unknown): Error {
    onFault(error)
    return refusal(451, 'Please try again later.')
  }
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
