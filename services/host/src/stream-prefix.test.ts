/** Regions and others in one EventStoreDB, and logs from before there were prefixes. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Region } from '@parley/contracts/endpoint.ts'
import {
  type EventStoreDouble,
  startEventStoreDouble,
} from '@parley/engines/eventstoredb/event-store.double.ts'
import { START } from '@parley/kernel/log/event-store.ts'
import { verifyLog } from '@parley/kernel/log/verification.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig, StartUpError } from './config.ts'
import { openRegion } from './region.ts'

let folder: string
let double: EventStoreDouble
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-prefix-'))
  double = await startEventStoreDouble()
})
afterEach(async () => {
  await double.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

test('one server holds both regions, each with its own log', async () => {
  for (const region of ['na', 'eu'] as const) expect(await open(region)).toEqual([`installation-${region}`])
  for (const region of ['na', 'eu'] as const) expect(await open(region)).toEqual([`installation-${region}`])
  expect(double.streams()).toEqual(['parley-eu-installation-eu', 'parley-na-installation-na'])
})

test('another prefix is another log', async () => {
  const env = { EVENT_STORE_PREFIX: 'shop-{region}-' }
  await open('na', env, 'first')
  await open('na', {}, 'second')
  expect(double.streams()).toEqual(['parley-na-installation-na', 'shop-na-installation-na'])
})

test('a log without a prefix goes on without one', async () => {
  await open('na', { EVENT_STORE_PREFIX: 'none' })
  expect(await open('na')).toEqual(['installation-na'])
  expect(double.streams()).toEqual(['installation-na'])
})

test('a log without a prefix leaves out events of others, whatever they are called and hold', async () => {
  const json = (value: object) => Buffer.from(JSON.stringify(value))
  const write = () => {
    for (let nth = 0; nth < 150; nth += 1)
      double.write('orders', { type: 'OrderPlaced', data: json({ nth }) })
    for (const [type, data] of [
      ['InstallationCreated', json({ installationId: 'theirs', keyStoreId: 'theirs', at: 'now' })],
      ['AgentCreated', Buffer.from('{"malformed')],
      ['', Buffer.from([0xff, 0xfe])],
    ] as const) {
      double.write('installation-na', { type, data })
      double.write('agent-theirs', { type, data })
    }
  }
  double.write('orders', { type: 'OrderPlaced', data: json({}) })
  await open('na', { EVENT_STORE_PREFIX: 'none' })
  write()
  expect(await open('na')).toEqual(['installation-na'])
  const engines = await openRegion(configOf('na', {}, 'data'), 'na')
  const [own] = await engines.eventStore.readAll(START, 10)
  expect(await engines.eventStore.head()).toBe(own?.position)
  write()
  const signal = AbortSignal.timeout(5_000)
  const read = []
  for await (const part of engines.eventStore.readUntil(own!.position, { after: START, signal }))
    read.push(...part.events)
  for await (const batch of engines.eventStore.subscribe(START, { signal })) {
    read.push(...batch)
    break
  }
  expect(read).toEqual([own, own])
  expect(await verifyLog(engines.eventStore)).toMatchObject({ ok: true, events: 1 })
  await engines.close()
})

test('events of others alone are no log: one with a prefix is begun', async () => {
  double.write('installation-na', { type: 'InstallationCreated', data: Buffer.from('{"malformed') })
  await open('na')
  expect(double.streams()).toEqual(['installation-na', 'parley-na-installation-na'])
})

test('no new log is begun beside one without a prefix, which would read it', async () => {
  await open('na', { EVENT_STORE_PREFIX: 'none' })
  const words = /^Region eu: the event store holds the log of region na without a prefix/
  await expect(open('eu')).rejects.toThrow(words)
  await expect(open('eu', { EVENT_STORE_PREFIX: 'shop-{region}-' })).rejects.toThrow(words)
  expect(double.streams()).toEqual(['installation-na'])
})

test('where there is a log with and one without a prefix, the operator says which', async () => {
  await open('na', {}, 'new')
  await open('na', { EVENT_STORE_PREFIX: 'none' }, 'old')
  await expect(open('na', {}, 'new')).rejects.toThrow(
    /^Region na: the event store holds a log with the prefix parley-na- and an older one without/,
  )
  expect(await open('na', { EVENT_STORE_PREFIX: 'parley-{region}-' }, 'new')).toEqual(['installation-na'])
})

test('events of others, huge, malformed or alike, are not read', async () => {
  const huge = Buffer.alloc(3_000_000, 1)
  const write = () => {
    double.write('pictures', { type: 'PictureTaken', data: huge, isJson: false })
    double.write('installation-', { type: 'InstallationCreated', data: Buffer.from('{"malformed') })
    double.write('parley-nation-1', { type: 'InstallationCreated', data: Buffer.from([0xff]) })
  }
  write()
  await open('na')
  write()
  expect(await open('na')).toEqual(['installation-na'])
})

/** Opens and closes a region; returns the streams of its log. */
async function open(region: Region, env: Record<string, string> = {}, data = 'data'): Promise<string[]> {
  const engines = await openRegion(configOf(region, env, data), region).catch((error) => {
    expect(error).toBeInstanceOf(StartUpError)
    throw error
  })
  const events = await engines.eventStore.readAll(START, 10)
  await engines.close()
  return events.map(({ stream }) => stream)
}

function configOf(region: Region, env: Record<string, string>, data: string) {
  return readConfig({
    DATA_DIR: join(folder, data),
    EVENT_STORE_URL: double.url,
    REGIONS: region,
    NODE_ENV: 'test',
    ...env,
  })
}
