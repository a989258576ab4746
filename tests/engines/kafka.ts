import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePorts } from '../src/free-ports.ts'

const run = promisify(execFile)
const pom = fileURLToPath(new URL('./kafka/pom.xml', import.meta.url))
const startWithinMs = 120_000
const heap = ['-Xmx320m', '-Xss512k', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']

export type RunningKafka = {
  url: string
  /** Kills the broker, as a power failure would. */
  crash(): Promise<void>
  /** Starts it again on its address and storage. */
  restart(): Promise<void>
  /** Ends it and removes its storage. */
  stop(): Promise<void>
}

/**
 * Starts a real Apache Kafka, one KRaft node on the loopback interface with its own storage, from its Maven Central
 * jars. Needs Java 17 and, the first time, Maven; the jars stay in the user's cache folder. `through` gives the port at
 * which clients reach it, where something stands between.
 */
export async function startKafka(through?: (port: number) => Promise<number>): Promise<RunningKafka> {
  await need('java', ['-version'], 'Kafka needs Java 17: install openjdk-17-jre-headless.')
  const classPath = join(await fetchJars(), '*')
  const folder = await mkdtemp(join(tmpdir(), 'parley-kafka-'))
  const [port = 0, controllerPort = 0] = await freePorts(2)
  const properties = join(folder, 'server.properties')
  const reachedAt = (await through?.(port)) ?? port
  await writeFile(properties, settings(folder, port, controllerPort, reachedAt))
  const clusterId = randomBytes(16).toString('base64url')
  // As one argument: an id that begins with a hyphen would be read as an option of its own.
  const format = ['kafka.tools.StorageTool', 'format', `--cluster-id=${clusterId}`, '-c', properties]
  await run('java', [...heap, '-cp', classPath, ...format])

  let broker: ChildProcess | undefined
  const leave = () => broker?.kill('SIGKILL')
  process.once('exit', leave)

  async function restart() {
    broker = spawn('java', [...heap, '-cp', classPath, 'kafka.Kafka', properties], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await answering(broker, port)
  }

  async function crash() {
    if (!broker || broker.exitCode !== null || broker.signalCode !== null) return
    const ended = once(broker, 'exit')
    broker.kill('SIGKILL')
    await ended
  }

  async function stop() {
    process.off('exit', leave)
    await crash()
    await rm(folder, { recursive: true, force: true })
  }

  await restart().catch(async (error) => {
    await stop()
    throw error
  })
  return { url: `kafka://127.0.0.1:${reachedAt}`, crash, restart, stop }
}

function settings(folder: string, port: number, controllerPort: number, reachedAt: number): string {
  return Object.entries({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${reachedAt}`,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAINTEXT',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': join(folder, 'log'),
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'auto.create.topics.enable': false,
    'group.initial.rebalance.delay.ms': 0,
    'log.segment.bytes': 8 * 1024 * 1024,
  })
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')
}

async function fetchJars(): Promise<string> {
  const text = await readFile(pom, 'utf8')
  const version = /<version>([^<]+)<\/version>/.exec(text)?.[1] ?? 'unknown'
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'parley')
  const jars = join(cache, `kafka-${version}`)
  if (existsSync(jars)) return jars
  await need('mvn', ['-version'], 'Fetching Kafka needs Maven: install maven.')
  await mkdir(cache, { recursive: true })
  const partial = await mkdtemp(`${jars}-`)
  await run('mvn', ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${partial}`], {
    timeout: 600_000,
  })
  await rename(partial, jars).catch(async () => {
    // Another process downloaded them meanwhile.
    await rm(partial, { recursive: true, force: true })
  })
  return jars
}

async function need(program: string, test: string[], otherwise: string): Promise<void> {
  await run(program, test).catch(() => {
    throw new Error(otherwise)
  })
}

/** Kafka opens its listener before it can serve requests, and answers them only once it is ready. */
async function answering(broker: ChildProcess, port: number): Promise<void> {
  let output = ''
  for (const stream of [broker.stdout, broker.stderr])
    stream?.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-2_000)
    })
  const deadline = Date.now() + startWithinMs
  while (Date.now() < deadline) {
    if (broker.exitCode !== null) throw new Error(`Kafka ended while it started: ${output.trim()}`)
    if (await answersApiVersions(port)) return
    await pause(100)
  }
  throw new Error(`Kafka did not answer within ${startWithinMs / 1_000} s: ${output.trim()}`)
}

/** One ApiVersions request (key 18, version 0), the first that every Kafka client sends. */
function answersApiVersions(port: number): Promise<boolean> {
  const request = Buffer.from([0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 1, 0xff, 0xff])
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    const finish = (answered: boolean) => {
      socket.destroy()
      resolve(answered)
    }
    socket.setTimeout(2_000, () => finish(false))
    socket.once('data', () => finish(true))
    socket.once('error', () => finish(false))
  })
}
