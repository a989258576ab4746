import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configReference, readConfig } from './config.ts'
import { configuredLimits } from './quotas/configured-limits.ts'
import { MOST_AGENTS } from './quotas/plans.ts'

const folder = () => join(mkdtempSync(join(tmpdir(), 'parley-config-')), 'data')

test('an empty environment is a complete configuration, with a master key that only its owner can read', () => {
  const config = readConfig({ DATA_DIR: folder() })
  expect(config).toMatchObject({
    PORT: 4000,
    HOST: '127.0.0.1',
    regions: ['na', 'eu'],
    publicUrl: 'http://localhost:4000',
  })
  expect(config.masterKey).toHaveLength(32)
  expect(statSync(join(config.dataDir, 'master.key')).mode & 0o777).toBe(0o600)
  expect(readConfig({ DATA_DIR: config.dataDir }).masterKey).toEqual(config.masterKey)
})

test.each([
  [{ PORT: '70000' }, 'PORT="70000" does not fit: expected a port from 0 to 65535; 0 takes a free one'],
  [
    { REGIONS: 'na,mars' },
    'REGIONS="na,mars" does not fit: expected the regions served by this process, a comma between them: na,eu',
  ],
  [
    { EVENT_STORE_URL: 'postgres://x' },
    'EVENT_STORE_URL="postgres://x" does not fit: expected sqlite: or esdb://host:port?tls=false',
  ],
  [
    { MASTER_KEY: 'short' },
    'MASTER_KEY=(hidden) does not fit: expected 64 hexadecimal digits that wrap all keys; made on first start in DATA_DIR, required in production',
  ],
  [
    { NODE_ENV: 'production' },
    'MASTER_KEY is missing: production needs 64 hexadecimal digits (openssl rand -hex 32), kept apart from the data',
  ],
  [
    { EVENT_STORE_URL: 'esdb://localhost:2113', EVENT_STORE_PREFIX: 'none' },
    'EVENT_STORE_PREFIX="none" is one log for several REGIONS: expected {region} in it or in EVENT_STORE_URL, or one region a process',
  ],
  [
    { READ_STORE_PREFIX: 'shop' },
    'READ_STORE_PREFIX="shop" is the same for several REGIONS: expected {region} in it, or one region a process',
  ],
  [
    { MESSAGE_BUS_PREFIX: 'shop.' },
    'MESSAGE_BUS_PREFIX="shop." is the same for several REGIONS: expected {region} in it, or one region a process',
  ],
  [
    { EVENT_STORE_PREFIX: '$system-' },
    'EVENT_STORE_PREFIX="$system-" does not fit: expected what the names of all streams in EventStoreDB begin with',
  ],
  [
    { COUNTRY_HEADER: 'CF-IPCountry' },
    'COUNTRY_HEADER="cf-ipcountry" is the word of a proxy: expected TRUST_PROXY=true beside it',
  ],
])('%o is refused in one line', (env, message) => {
  expect(() => readConfig({ DATA_DIR: folder(), ...env })).toThrow(message)
})

test.each([
  ['no json', 'it is not JSON'],
  ['[{"id":"m"}]', 'entry 1, name: '],
  ['[{"id":"m","name":"M","provider":"compatible","context":8000,"abilities":[]}]', 'entry 1, price: '],
  [
    '[{"id":"m","name":"M","provider":"compatible","price":{"input":-1,"output":1},"context":8000,"abilities":[]}]',
    'entry 1, price.input: ',
  ],
])('a file of models with %s is refused: %s', (text, why) => {
  const file = join(mkdtempSync(join(tmpdir(), 'parley-models-')), 'models.json')
  writeFileSync(file, text)
  expect(() => readConfig({ DATA_DIR: folder(), MODEL_CATALOGUE: file })).toThrow(
    `MODEL_CATALOGUE="${file}" can't be used: ${why}`,
  )
})

test('a file of models adds some and changes prices of others', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'parley-models-')), 'models.json')
  const model = {
    id: 'llama3',
    name: 'Llama 3',
    provider: 'compatible',
    price: { input: 0, output: 0 },
    context: 8_000,
    abilities: [],
  }
  writeFileSync(file, JSON.stringify([model, { ...model, id: 'gpt-4o', price: { input: 7, output: 8 } }]))
  const { catalogue } = readConfig({ DATA_DIR: folder(), MODEL_CATALOGUE: file })
  expect(catalogue.find('llama3')?.price).toEqual({ input: 0, output: 0 })
  expect(catalogue.find('gpt-4o')?.price).toEqual({ input: 7, output: 8 })
  expect(catalogue.find('gpt-4.1')?.price).toEqual({ input: 2, output: 8 })
})

test('every variable has a description', () => {
  for (const { name, meaning } of configReference()) expect(meaning, name).not.toBe('')
})

test('gives workspaces the limits of the specification unless told otherwise', () => {
  expect(configuredLimits(readConfig({ DATA_DIR: folder() }))).toEqual({
    ...{ agents: 10, seats: 2, clients: 2, maxConcurrentCalls: 10, channelKinds: 'all' },
    ...{ allowAnalytics: true, allowLeads: true, allowVoiceChannel: true },
    ...{ maxKbDocsCharCount: undefined, maxMonthlyCredits: undefined },
  })
  const told = { MAX_AGENTS: 'unlimited', PLAN_CHANNELS: 'telegram, whatsapp', ALLOW_LEADS: 'false' }
  expect(configuredLimits(readConfig({ DATA_DIR: folder(), ...told }))).toMatchObject({
    ...{ agents: MOST_AGENTS, channelKinds: ['whatsapp', 'telegram'], allowLeads: false },
  })
  const none = configuredLimits(readConfig({ DATA_DIR: folder(), PLAN_CHANNELS: 'none' }))
  expect(none.channelKinds).toEqual([])
})

test.each([
  ['META_APP_SECRET', { META_APP_ID: '123456789' }],
  ['META_APP_ID', { META_APP_SECRET: '0123456789abcdef0123456789abcdef' }],
])('half an app of Meta is refused, naming %s', (missing, env) => {
  expect(() => readConfig({ NODE_ENV: 'test', ...env })).toThrow(`${missing} is missing`)
})
