/** A mail server that keeps what it receives, for tests of mail as visitors get it. */
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { MailSource } from './sign-up.ts'

export type MailServer = {
  /** `SMTP_URL`. */
  url: string
  /** Those to an address, oldest first. */
  mailsTo(address: string): Email[]
  /** The same as they came, with the address that the sender gave for what can't be delivered. */
  rawTo(address: string): { raw: Buffer; returnPath: string }[]
  /** What `signUpWith` reads codes from. */
  codes: MailSource
  close(): Promise<void>
}

export async function startMailServer(options: {
  /** The size that it says it takes. */
  mostBytes?: number
  /** The answer to a recipient or a mail that it refuses for good. */
  refuseRecipient?(address: string): string | undefined
  /** The code of its answer to a recipient that it does not take at present, such as 451. */
  answerTo?(address: string): number | undefined
  refuseMail?(mail: Email): string | undefined
  /** The answer to an address that mails come from, if it takes none from there. */
  refuseSender?(address: string): string | undefined
}): Promise<MailServer> {
  const { mostBytes, refuseRecipient, answerTo, refuseMail, refuseSender } = options
  const mails: { to: string; mail: Email; raw: Buffer; returnPath: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    ...(mostBytes === undefined ? {} : { size: mostBytes }),
    onMailFrom: ({ address }, _, callback) => callback(refusal(refuseSender?.(address))),
    onRcptTo({ address }, _, callback) {
      const code = answerTo?.(address)
      callback(code === undefined ? refusal(refuseRecipient?.(address)) : refusal('Try again later', code))
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks)
        const mail = await PostalMime.parse(raw)
        const returnPath = envelope.mailFrom ? envelope.mailFrom.address : ''
        const refused = refuseMail?.(mail)
        if (refused === undefined)
          mails.push({ to: envelope.rcptTo[0]?.address ?? '', mail, raw, returnPath })
        callback(refusal(refused))
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mailsTo: (address) => mails.flatMap(({ to, mail }) => (to === address ? [mail] : [])),
    rawTo: (address) => mails.filter(({ to }) => to === address),
    codes: async () => mails.map(({ to, mail: { subject = '' } }) => ({ to, subject })).toReversed(),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function refusal(message: string | undefined, responseCode = 550): Error | undefined {
  return message === undefined ? undefined : Object.assign(new Error(message), { responseCode })
}
