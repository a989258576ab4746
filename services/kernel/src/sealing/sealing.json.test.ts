/** Data that is sealed as one JSON text: typed in the event, sealed in the log, read again as its schema says. */
import { randomBytes } from 'node:crypto'
import { defineEvents, ERASED, personalJson, readJson, secretJson } from '@parley/contracts/message.ts'
import { openSqliteKeyStore } from '@parley/engines/sqlite/key-store.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { requireDeclared } from '../log/event-check.ts'
import { createKeyring, sealData, sealedFields, subjectOf, unsealData } from './sealing.ts'

const answers = personalJson(z.record(z.string(), z.string()), {})
const trace = personalJson(z.object({ steps: z.array(z.string()) }), undefined)
const keys = secretJson(z.array(z.object({ key: z.string() })), [])
const events = defineEvents({
  Answered: {
    version: 1,
    data: z.object({ id: z.string(), answers, trace: trace.optional(), tools: z.array(z.object({ keys })) }),
  },
})
const data = {
  id: 'a1',
  answers: { name: 'Ada', 'a "quoted" name': '{}' },
  trace: { steps: ['one'] },
  tools: [{ keys: [{ key: 'k1' }] }, { keys: [] }],
}
const scope = { tenant: 'w1', subject: 'conversation-c1' }

async function sealed() {
  const keyring = createKeyring(await openSqliteKeyStore({ file: ':memory:' }), randomBytes(32))
  const stored = JSON.parse(JSON.stringify(await sealData(keyring, events, 'Answered', data, scope)))
  return { keyring, stored, opened: () => unsealData(keyring, events, 'Answered', stored, 'w1') }
}

test('is a sealed text in the log and its own type in the event', async () => {
  const { keyring, stored, opened } = await sealed()
  const texts = [stored.answers, stored.trace, ...stored.tools.map((tool: typeof stored) => tool.keys)]
  expect(texts.map(subjectOf)).toEqual(['conversation-c1', 'conversation-c1', 'tenant-w1', 'tenant-w1'])
  expect(await opened()).toEqual(data)
  const [json = ''] = await keyring.open('w1', [stored.answers])
  expect(readJson(answers, json)).toEqual(data.answers)
})

test('reads as the schema says once its key is erased, or if it does not fit the schema', async () => {
  const { keyring, opened } = await sealed()
  await keyring.erase({ tenant: 'w1', subject: 'conversation-c1' })
  expect(await opened()).toEqual({ id: 'a1', answers: {}, tools: data.tools })
  for (const text of [ERASED, 'cut off {', '{"name":1}', '[]']) expect(readJson(answers, text)).toEqual({})
  expect(readJson(trace, ERASED)).toBeUndefined()
})

test('is checked before it is appended, and masked where it contains secrets', () => {
  requireDeclared(events, 'Answered', data)
  const wrong = { ...data, answers: { name: 1 } }
  expect(() => requireDeclared(events, 'Answered', wrong)).toThrow('answers.name: invalid_type')
  const more = { ...data, trace: { steps: [], said: 'Ada' } }
  expect(() => requireDeclared(events, 'Answered', more)).toThrow('trace: unrecognized_keys')
  const masked = sealedFields(events, 'Answered').filter((field) => field.masked)
  expect(masked.map(({ path }) => path)).toEqual([['tools', '*', 'keys']])
})
