import { randomBytes } from 'node:crypto'
import { defineEvents, secret, secretJson, tenantText } from '@parley/contracts/message.ts'
import { openSqliteKeyStore } from '@parley/engines/sqlite/key-store.ts'
import type { StoredEvent } from '@parley/kernel/log/event-store.ts'
import { createKeyring, sealData } from '@parley/kernel/sealing/sealing.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { MASK, masked } from './history.ts'

const events = defineEvents({
  Connected: {
    version: 1,
    data: z.object({
      key: secret(),
      keys: secretJson(z.array(z.object({ key: z.string() })), []),
      note: tenantText(),
    }),
  },
})

test('masks secrets, whatever type they have when they are opened', async () => {
  const keyring = createKeyring(await openSqliteKeyStore({ file: ':memory:' }), randomBytes(32))
  const data = { key: 'k1', keys: [{ key: 'k2' }], note: 'For the shop' }
  const sealed = await sealData(keyring, events, 'Connected', data, { tenant: 'w1' })
  const stored = {
    type: 'Connected',
    stream: 'tool-t1',
    data: JSON.stringify(sealed),
    metadata: JSON.stringify({ tenant: 'w1', cause: { via: 'api', command: 'c1' }, version: 1 }),
  } as StoredEvent
  const shown = await masked({ keyring } as never, events, stored)
  expect(shown.data).toEqual({ key: MASK, keys: MASK, note: 'For the shop' })
})
