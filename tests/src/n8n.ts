/** A real n8n, installed once below the user's cache folder. It is large (3 GB) and takes some minutes. */
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { freePort } from './free-ports.ts'

const run = promisify(execFile)

const VERSION = '2.35.0'
const INSTALLING_MS = 1_200_000

export type Installed = { program: string } | { missing: string }

/** Returns where the program is, or in a sentence why it is not there. Of what it needs, only its database is compiled. */
export async function installN8n(): Promise<Installed> {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'parley')
  const folder = join(cache, `n8n-${VERSION}`)
  const program = join(folder, 'node_modules/n8n/bin/n8n')
  const complete = join(folder, 'complete')
  if (existsSync(complete)) return { program }
  try {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'package.json'), '{ "private": true }')
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts']
    await run('npm', ['install', `n8n@${VERSION}`, ...quiet], { cwd: folder, timeout: INSTALLING_MS })
    await run('npm', ['rebuild', 'sqlite3'], { cwd: folder, timeout: INSTALLING_MS })
    await writeFile(complete, '')
    return { program }
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 2_000) : String(error)
    return { missing: `n8n ${VERSION} could not be installed: ${reason}` }
  }
}

export type N8n = {
  url: string
  /** The host and port of its webhooks. */
  host: string
  /** A folder into which its workflows may write. */
  files: string
  /** Serves published workflows that use these credentials; resolves when it answers. */
  start(workflow: { id: string }, credentials: unknown[]): Promise<void>
  stop(): Promise<void>
}

export async function prepareN8n(program: string): Promise<N8n> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-n8n-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const files = join(folder, 'files')
  const env = {
    ...{ PATH: process.env.PATH, HOME: folder, N8N_USER_FOLDER: folder, N8N_RESTRICT_FILE_ACCESS_TO: files },
    ...{ N8N_PORT: String(port), N8N_LISTEN_ADDRESS: '127.0.0.1', N8N_LOG_LEVEL: 'warn' },
    ...{ N8N_RUNNERS_BROKER_PORT: String(await freePort()), N8N_ENCRYPTION_KEY: 'only-of-this-test' },
    ...{ N8N_DIAGNOSTICS_ENABLED: 'false', N8N_VERSION_NOTIFICATIONS_ENABLED: 'false' },
    ...{ N8N_TEMPLATES_ENABLED: 'false', N8N_PERSONALIZATION_ENABLED: 'false' },
  }
  const command = (...words: string[]) =>
    run(process.execPath, [program, ...words], { env, cwd: folder, timeout: 300_000 })
  let ended: Promise<unknown> = Promise.resolve()
  const stopping = new AbortController()

  return {
    url,
    host: `127.0.0.1:${port}`,
    files,
    async start(workflow, credentials) {
      await mkdir(files)
      const [workflowFile, credentialsFile] = [
        join(folder, 'workflow.json'),
        join(folder, 'credentials.json'),
      ]
      await writeFile(workflowFile, JSON.stringify([workflow]))
      await writeFile(credentialsFile, JSON.stringify(credentials))
      await command('import:credentials', `--input=${credentialsFile}`)
      await command('import:workflow', `--input=${workflowFile}`)
      await command('publish:workflow', `--id=${workflow.id}`)
      const server = spawn(process.execPath, [program, 'start'], { env, cwd: folder, stdio: 'ignore' })
      ended = new Promise((resolve) => server.once('exit', resolve))
      stopping.signal.addEventListener('abort', () => server.kill('SIGTERM'))
      const isReady = () =>
        fetch(`${url}/healthz/readiness`).then(
          ({ ok }) => ok,
          () => false,
        )
      await expect.poll(isReady, { timeout: 300_000, interval: 500 }).toBe(true)
    },
    async stop() {
      stopping.abort()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
