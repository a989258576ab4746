/** The real Caddy in front of a platform, with the configuration that operators use and its own certificate authority. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { findCaddy } from '../../scripts/caddy.ts'
import { freePorts } from './free-ports.ts'

export type RunningCaddy = {
  /** Where the platform has to listen (`PORT`), with `TRUST_PROXY`. */
  apiPort: number
  httpsPort: number
  stop(): Promise<void>
}

/** The product's own host there. */
const PUBLIC_HOST = 'parley.example'

const caddyfile = fileURLToPath(new URL('../../ops/Caddyfile', import.meta.url))
const startWithinMs = 60_000

/** Starts Caddy on the loopback interface; installs it where there is none. This process trusts its certificates until it stops. */
export async function startCaddy(): Promise<RunningCaddy> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-caddy-'))
  const [apiPort = 0, httpPort = 0, httpsPort = 0] = await freePorts(3)
  // bounded: of one test
  const said: string[] = []
  const caddy = spawn(findCaddy(), ['run', '--config', caddyfile, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      API_URL: `http://127.0.0.1:${apiPort}`,
      PUBLIC_HOST,
      CADDY_OPTIONS: [
        ...['admin off', 'local_certs', 'skip_install_trust', 'default_bind 127.0.0.1'],
        ...[`http_port ${httpPort}`, `https_port ${httpsPort}`],
      ].join('\n'),
    },
  })
  const leave = () => caddy.kill('SIGKILL')
  process.once('exit', leave)
  caddy.stderr.on('data', (piece) => said.push(String(piece)))
  await running(caddy, said)
  const trusted = getCACertificates('default')
  const authority = await readWhenThere(join(folder, 'caddy/pki/authorities/local/root.crt'))
  setDefaultCACertificates([...trusted, authority])
  return {
    apiPort,
    httpsPort,
    async stop() {
      setDefaultCACertificates(trusted)
      process.off('exit', leave)
      if (caddy.exitCode === null) {
        caddy.kill('SIGTERM')
        await once(caddy, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function running(caddy: ChildProcess, said: readonly string[]): Promise<void> {
  const ended = once(caddy, 'exit').then(() => {
    throw new Error(`Caddy ended: ${said.join('')}`)
  })
  await Promise.race([ended, until(() => said.join('').includes('serving initial configuration'))])
  ended.catch(() => undefined)
}

async function readWhenThere(path: string): Promise<string> {
  let text = ''
  await until(async () => {
    text = await readFile(path, 'utf8').catch(() => '')
    return text !== ''
  })
  return text
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + startWithinMs
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('Caddy did not start in time.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
