/** The embedded default: mail lands in a file and can be read in the browser; nothing is sent. */
import { mkdirSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Mailer, MailMessage } from './mailer.ts'

export type OutboxMail = MailMessage & { at: string }
export type Outbox = Mailer & { list(): Promise<OutboxMail[]> }

const MOST_KEPT = 200

export function openOutbox(file: string): Outbox {
  mkdirSync(dirname(file), { recursive: true })
  let last: Promise<void> = Promise.resolve()
  return {
    send(message) {
      last = last.catch(() => undefined).then(() => keep(file, message))
      return last
    },
    list: () => read(file),
    async close() {
      await last.catch(() => undefined)
    },
  }
}

/** Newest first; a message that is there already is kept once. */
async function keep(file: string, message: MailMessage): Promise<void> {
  const others = (await read(file)).filter((mail) => mail.id !== message.id)
  const mails = [{ ...message, at: new Date().toISOString() }, ...others].slice(0, MOST_KEPT)
  await writeFile(`${file}.new`, mails.map((mail) => `${JSON.stringify(mail)}\n`).join(''), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

async function read(file: string): Promise<OutboxMail[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}
