/** The outbox that keeps mails while no mail server is configured. */
import { join } from 'node:path'
import { type Outbox, openOutbox } from '@parley/identity/mail/outbox.ts'
import { derivedKey } from '@parley/kernel/sealing/derived-key.ts'
import type { Config } from './config.ts'

export function openMailOutbox({ dataDir, masterKey }: Pick<Config, 'dataDir' | 'masterKey'>): Outbox {
  return openOutbox(join(dataDir, 'outbox.sealed'), derivedKey(masterKey, 'outbox'))
}
