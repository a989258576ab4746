import { globSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import {
  containersAvailable,
  startEventStore,
  startKafkaContainer,
  startMongo,
} from '../tests/engines/containers.ts'
import { startFerretDb } from '../tests/engines/ferretdb.ts'
import { startKafka } from '../tests/engines/kafka.ts'
import { runVitest, summary } from './vitest.ts'

type Engine = { url: string; stop(): Promise<void> }
type Wanted = {
  variable: string
  /** The folder of the engine's own tests. */
  folder: string
  contained: () => Promise<Engine>
  embedded: (() => Promise<Engine>) | undefined
}

/**
 * `npm run test:engines`: runs the conformance suites against real servers. An engine whose URL is set in the
 * environment is used as it is; otherwise one is started in a container, or without Docker from its own programs.
 * EventStoreDB has no such programs: without a URL or Docker its adapter is only tested against the gRPC double in the
 * unit tests. Arguments select test files; if all of them test one engine, no other is started. Fails if an engine does
 * not answer. `EVENT_STORE_RESTART` is a command that restarts the given EventStoreDB, for the test that needs it.
 */
const wanted: Wanted[] = [
  { variable: 'EVENT_STORE_URL', folder: 'eventstoredb', contained: startEventStore, embedded: undefined },
  { variable: 'READ_STORE_URL', folder: 'mongodb', contained: startMongo, embedded: startFerretDb },
  { variable: 'MESSAGE_BUS_URL', folder: 'kafka', contained: startKafkaContainer, embedded: startKafka },
]

// Servers that were started end with this process, however it ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const started: Engine[] = []
try {
  const result = await runVitest(['engines'], { filters: process.argv.slice(2), env: await startAll() })
  console.log(`\n${summary(result)}`)
  process.exitCode = result.failed > 0 || result.passed === 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await Promise.all(started.map((engine) => engine.stop()))
}

async function startAll(): Promise<Record<string, string>> {
  const docker = await containersAvailable()
  const env: Record<string, string> = {}
  for (const { variable, folder, contained, embedded } of wanted) {
    if (!isNeeded(folder)) continue
    const given = process.env[variable]
    if (given) {
      await answers(variable, given)
      console.log(`${variable}: ${withoutCredentials(given)}, as given`)
      continue
    }
    const start = docker ? contained : embedded
    if (!start) {
      console.log(`${variable}: no server without Docker; set ${variable} to test against one`)
      continue
    }
    const engine = await start().catch((error) => {
      throw new Error(`${variable}: no engine answers. ${error instanceof Error ? error.message : error}`)
    })
    started.push(engine)
    env[variable] = engine.url
    console.log(`${variable}: ${engine.url}, ${docker ? 'in a container' : 'started here'}`)
  }
  return env
}

/** Whether a selected test file may need the engine: its own tests, and those of several engines together. */
function isNeeded(folder: string): boolean {
  const filters = process.argv.slice(2)
  const files = globSync('{services,tests}/**/*.engine.test.ts', {
    cwd: join(import.meta.dirname, '..'),
    exclude: (name) => name === 'node_modules',
  })
  const selected = files.filter(
    (file) => filters.length === 0 || filters.some((filter) => file.includes(filter)),
  )
  return selected.some((file) => file.includes(`engines/src/${folder}/`) || !file.includes('engines/src/'))
}

/** Throws if nothing listens at a URL (at its first host, if it names several). */
async function answers(variable: string, url: string): Promise<void> {
  const { hostname, port } = new URL(url.replace(/^([a-z+]+:\/\/(?:[^@/]*@)?[^,/]+)[^/]*/, '$1'))
  const number = Number(port) || (url.startsWith('mongodb') ? 27017 : url.startsWith('kafka') ? 9092 : 2113)
  await new Promise<void>((resolve, reject) => {
    const refuse = () => reject(new Error(`${variable}: no engine answers at ${hostname}:${number}.`))
    const socket = connect(number, hostname, () => resolve(void socket.destroy()))
    socket.setTimeout(5_000, () => {
      socket.destroy()
      refuse()
    })
    socket.once('error', refuse)
  })
}

function withoutCredentials(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//')
}
