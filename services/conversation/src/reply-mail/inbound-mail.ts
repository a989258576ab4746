/**
 * Takes mail over SMTP from the operator's mail server, which hands over what is addressed to the host of reply
 * addresses. Other recipients and mails that are too large are refused at once, so that the sending server says so.
 */
import type { AddressInfo } from 'node:net'
import type { Region } from '@parley/contracts/endpoint.ts'
import { SMTPServer } from 'smtp-server'
import type { ReceiveMail } from './receive-mail.ts'
import type { ReplyAddress, ReplyAddresses } from './reply-address.ts'

export type InboundMail = { port: number; close(): Promise<void> }

const MOST_BYTES = 10 * 1_024 * 1_024
const MOST_CLIENTS = 20
const TIMEOUT_MS = 60_000

export async function openInboundMail(options: {
  host: string
  port: number
  addresses: Pick<ReplyAddresses, 'read'>
  /** Undefined for a region that this process does not serve. */
  receiverOf(region: Region): ReceiveMail | undefined
  onFault(error: unknown): void
  mostBytes?: number
}): Promise<InboundMail> {
  const { addresses, receiverOf, onFault, mostBytes = MOST_BYTES } = options
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: mostBytes,
    maxClients: MOST_CLIENTS,
    socketTimeout: TIMEOUT_MS,
    closeTimeout: 1_000,

    onRcptTo({ address }, session, callback) {
      if (session.envelope.rcptTo.length > 0) return callback(refusal(452, 'One recipient at a time.'))
      const wanted = addresses.read(address)
      const accepted = wanted ? receiverOf(wanted.region)?.accepts(wanted) : undefined
      Promise.resolve(accepted).then(
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
        const wanted = addresses.read(session.envelope.rcptTo[0]?.address ?? '')
        const { mailFrom } = session.envelope
        const sender = mailFrom ? mailFrom.address : ''
        receive(wanted, { sender, bytes: Buffer.concat(chunks) }).then(
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

  async function receive(wanted: ReplyAddress | undefined, mail: { sender: string; bytes: Buffer }) {
    const receiver = wanted && receiverOf(wanted.region)
    return wanted && receiver ? receiver.receive(wanted, mail) : 'ignored'
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
