/**
 * Processes are killed with SIGKILL at random times under load. `KILLS` is the number of kills (default 40, a third of it in `npm test`; the full
 * proof is hundreds: `KILLS=300 npx vitest run --project faults`).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { readConfig } from '@parley/host/config.ts'
import { openRegion } from '@parley/host/region.ts'
import { START } from '@parley/kernel/log/event-store.ts'
import { placeOf } from '@parley/kernel/log/recorded-event.ts'
import { verifyLog } from '@parley/kernel/log/verification.ts'
import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import { startPolicies } from '@parley/kernel/policies/policy-runner.ts'
import { startProjections } from '@parley/kernel/read-models/projection-runner.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodeOptions } from '../src/operator-command.ts'
import { runsOf } from '../src/part-of-list.ts'
import { relayNotes, TOPIC, tallies } from './notes.ts'

const KILLS = Number(process.env.KILLS ?? runsOf(40))
const COMMANDS_A_LIFE = 60

let dataDir: string
let engines: RegionEngines
const acknowledged = new Set<string>()
const faults: string[] = []

beforeAll(
  async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'parley-kill-'))
    let waiting: string[] = []
    for (let life = 0; life < KILLS; life++) {
      const fresh = Array.from({ length: COMMANDS_A_LIFE }, (_, index) => `s${index % 7}/${life}/${index}`)
      // Commands without acknowledgement are sent again with the same key, as clients should.
      const keys = [...waiting, ...fresh]
      await liveAndDie(keys, life)
      waiting = keys.filter((key) => !acknowledged.has(key))
    }
    engines = await openRegion(readConfig({ DATA_DIR: dataDir, NODE_ENV: 'test', REGIONS: 'na' }), 'na')
  },
  60_000 + KILLS * 15_000,
)

afterAll(async () => {
  await engines?.close()
  await rm(dataDir, { recursive: true, force: true })
})

test('every acknowledged command is in the log, and none twice', async () => {
  const found = new Map<string, number>()
  for (const event of await wholeLog())
    found.set(event.cause.command, (found.get(event.cause.command) ?? 0) + 1)
  const lost = [...acknowledged].filter((key) => !found.has(key))
  const torn = [...found].filter(([, times]) => times !== 2)
  expect(faults).toEqual([])
  expect(acknowledged.size).toBeGreaterThan(KILLS * 5)
  expect(lost).toEqual([])
  expect(torn).toEqual([])
})

test('the hash chain is intact', async () => {
  expect((await verifyLog(engines.eventStore)).faults).toEqual([])
})

test('the read models equal a fresh rebuild', async () => {
  const survived = await project(engines.readStore)
  const rebuilt = await project(await openSqliteReadStore({ file: ':memory:' }))
  expect(survived.length).toBe(7)
  expect(survived).toEqual(rebuilt)
})

test('every event reached the bus', async () => {
  const { eventStore, state, keyring, leases, bus } = engines
  const policies = await startPolicies({ eventStore, state, keyring, leases, policies: [relayNotes(bus)] })
  await policies.settled(await eventStore.head())
  const seen = new Set<string>()
  const wanted = new Set((await wholeLog()).map((event) => event.id))
  await new Promise<void>((resolve, reject) => {
    const group = bus.consume({
      topics: [TOPIC],
      group: 'auditor',
      async handle(message) {
        seen.add(message.id)
        if (seen.size === wanted.size) group.then((subscription) => subscription.stop()).then(resolve, reject)
      },
    })
  })
  expect(seen).toEqual(wanted)
  await policies.stop()
})

async function liveAndDie(keys: string[], life: number): Promise<void> {
  const victim = spawn(
    process.execPath,
    [...nodeOptions, join(import.meta.dirname, 'kill-victim.ts'), dataDir],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const gone = new Promise((resolve) => victim.once('exit', resolve))
  const { afterAcknowledged, andMs } = momentFor(life)
  let heard = 0
  for await (const line of createInterface({ input: victim.stdout })) {
    const [word, key = ''] = line.split(' ')
    if (word === 'ready') send(victim, keys)
    else if (word === 'ack') {
      acknowledged.add(key)
      heard++
    } else faults.push(line)
    if (heard === afterAcknowledged) setTimeout(() => victim.kill('SIGKILL'), andMs)
  }
  await gone
}

function send(victim: ChildProcess, keys: string[]): void {
  victim.stdin?.on('error', () => undefined)
  for (const key of keys) victim.stdin?.write(`${key}\n`)
}

/** Spread over the whole time of a process, from before the first append to after the last, on any machine. */
function momentFor(life: number): { afterAcknowledged: number; andMs: number } {
  return { afterAcknowledged: (life * 37) % COMMANDS_A_LIFE, andMs: life % 8 }
}

/** Every event of a command, so all but the installation's record. */
async function wholeLog() {
  const events = []
  let position = START
  for (;;) {
    const page = await engines.eventStore.readAll(position, 1_000)
    if (page.length === 0) return events
    events.push(...page.filter(({ stream }) => stream !== 'installation-na').map(placeOf))
    position = page.at(-1)!.position
  }
}

async function project(readStore: ReadStore) {
  const { eventStore, keyring } = engines
  const runner = await startProjections({ eventStore, readStore, keyring, projections: [tallies] })
  await runner.ready()
  const documents = await Array.fromAsync(readStore.scan(runner.collectionOf('tallies')))
  await runner.stop()
  return documents
}
