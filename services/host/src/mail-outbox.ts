/** The outbox that keeps mails while no mail server is configured. */
import { hkdfSync } from 'node:crypto'
import { join } from 'node:path'
import { type Outbox, openOutbox } from '@parley/identity/mail/outbox.ts'
import type { Config } from './config.ts'

export function openMailOutbox({ dataDir, masterKey }: Pick<Config, 'dataDir' | 'masterKey'>): Outbox {
  return openOutbox(join(dataDir, 'outbox.sealed'), outboxKey(masterKey))
}

function outboxKey(masterKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), 'parley outbox', 32))
}
