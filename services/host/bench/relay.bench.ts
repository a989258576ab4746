/**
 * The relay over a day of traffic that no process has relayed yet, into the embedded bus, beside the same messages
 * published in one go. `node relay.bench.ts` prints the results.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteMessageBus } from '@parley/engines/sqlite/message-bus.ts'
import type { Message, MessageBus } from '@parley/kernel/bus/message-bus.ts'
import { START } from '@parley/kernel/log/event-store.ts'
import { createSharedSubscription } from '@parley/kernel/log/shared-subscription.ts'
import { createSupervision } from '@parley/kernel/running/supervised.ts'
import type { BenchResult } from '../../kernel/bench/result.ts'
import { readConfig } from '../src/config.ts'
import { openRegion } from '../src/region.ts'
import { startRelay } from '../src/relay.ts'
import { writeDay } from './day.ts'

const MESSAGES = 20_000
const BATCH = 1_000

export async function benchRelay(): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-relay-'))
  const config = readConfig({ DATA_DIR: folder, NODE_ENV: 'test', REGIONS: 'na' })
  const engines = await openRegion(config, 'na')
  try {
    await writeDay(engines.eventStore, engines.keyring, MESSAGES, Date.now() - 86_400_000)
    const head = await engines.eventStore.head()
    const published: Message[] = []
    const bus: MessageBus = {
      ...engines.bus,
      async publish(messages) {
        published.push(...messages)
        await engines.bus.publish(messages)
      },
    }
    const supervision = createSupervision()
    const subscription = createSharedSubscription({ ...engines, from: START, supervision })
    const started = performance.now()
    const relay = await startRelay({ engines: { ...engines, bus }, subscription, supervision })
    await relay.settled(head)
    const seconds = (performance.now() - started) / 1_000
    await relay.stop()
    await subscription.stop()
    const bare = await publishedBare(join(folder, 'bare.db'), published)
    const rate = published.length / seconds
    return [
      {
        name: `the relay: ${published.length.toLocaleString('en')} messages of ${head.toLocaleString('en')} events`,
        value: Math.round(rate),
        unit: 'messages/s',
        baseline: Math.round(bare),
        ratio: Math.round((100 * rate) / bare) / 100,
      },
      { name: 'the relay: events that it looked at', value: Math.round(head / seconds), unit: 'events/s' },
    ]
  } finally {
    await engines.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Messages a second when all are at hand. */
async function publishedBare(file: string, messages: readonly Message[]): Promise<number> {
  const bus = await openSqliteMessageBus({ file })
  const started = performance.now()
  for (let at = 0; at < messages.length; at += BATCH) await bus.publish(messages.slice(at, at + BATCH))
  const seconds = (performance.now() - started) / 1_000
  await bus.close()
  return messages.length / seconds
}

if (import.meta.main) console.table(await benchRelay())
