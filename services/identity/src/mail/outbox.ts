/**
 * The embedded default: mails are written to a file and can be read in the browser; nothing is sent. The file is
 * sealed, since it contains codes and messages of visitors.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Mailer, MailMessage } from './mailer.ts'

/** `from`: the address of a sender of its own. */
export type OutboxMail = Omit<MailMessage, 'sender' | 'returnPath'> & { at: string; from?: string }
export type Outbox = Mailer & Required<Pick<Mailer, 'remove'>> & { list(): Promise<OutboxMail[]> }

const MOST_KEPT = 200
const IV_BYTES = 12
const TAG_BYTES = 16

/** `key`: 32 bytes. */
export function openOutbox(file: string, key: Buffer): Outbox {
  mkdirSync(dirname(file), { recursive: true })
  let last: Promise<void> = Promise.resolve()
  const change = (to: (mails: OutboxMail[]) => OutboxMail[]) => {
    last = last.catch(() => undefined).then(async () => write(file, key, to(await read(file, key))))
    return last
  }
  return {
    /** A message with the same id is stored once. Attachments are refused: each new mail rewrites the file with all. */
    async send({ attachments = [], sender, returnPath: _, ...message }) {
      if (attachments.length > 0) return 'attachments-refused'
      await change((mails) => {
        const others = mails.filter((mail) => mail.id !== message.id)
        const from = sender && { from: sender.address }
        return [{ ...message, ...from, at: new Date().toISOString() }, ...others].slice(0, MOST_KEPT)
      })
      return 'accepted'
    },
    remove: (which) =>
      change((mails) =>
        mails.filter((mail) => ('to' in which ? mail.to !== which.to : mail.about !== which.about)),
      ),
    /** Newest first. */
    list: () => read(file, key),
    async close() {
      await last.catch(() => undefined)
    },
  }
}

async function write(file: string, key: Buffer, mails: OutboxMail[]): Promise<void> {
  const lines = mails.map((mail) => `${sealed(JSON.stringify(mail), key)}\n`)
  // A file of its own, since several processes may write at the same time.
  const written = `${file}.${process.pid}.new`
  await writeFile(written, lines.join(''), { mode: 0o600 })
  await rename(written, file)
}

/** Mails that were sealed by another key are left out. */
async function read(file: string, key: Buffer): Promise<OutboxMail[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const json = line === '' ? undefined : opened(line, key)
    return json === undefined ? [] : [JSON.parse(json)]
  })
}

function sealed(text: string, key: Buffer): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const parts = [cipher.update(text, 'utf8'), cipher.final()]
  return Buffer.concat([iv, ...parts, cipher.getAuthTag()]).toString('base64')
}

function opened(line: string, key: Buffer): string | undefined {
  const bytes = Buffer.from(line, 'base64')
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
  cipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return cipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + cipher.final('utf8')
  } catch {
    return undefined
  }
}
