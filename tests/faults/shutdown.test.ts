/** A process that is asked to stop ends what it has begun, saves where it stands and leaves with 0. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createClient } from '@parley/contracts/client.ts'
import { afterEach, expect, test } from 'vitest'
import { routes } from '../src/test-platform.ts'

const main = join(import.meta.dirname, '../../services/host/src/main.ts')
const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

test('SIGTERM: streams close, requests in flight are answered, and the next start finds everything', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-stop-'))
  folders.push(dataDir)
  const first = await start(dataDir)
  const body = {
    email: 'stop@example.com',
    password: 'long enough',
    displayName: 'Stop',
    region: 'na',
  } as const
  const { token, workspace } = await first.client.call('auth.signUp', { body })
  const params = { region: 'na', workspaceId: workspace.workspaceId } as const
  const changes = await first.client.open('live.changes', { params }, { token })
  const inFlight = first.client.call(
    'workspaces.save',
    { params, body: { workspaceName: 'Saved at the last moment' } },
    { token },
  )
  await inFlight
  first.process.kill('SIGTERM')
  await changes.text()
  expect(await first.exit).toBe(0)

  const second = await start(dataDir)
  const found = await second.client.call('workspaces.get', { params }, { token })
  expect(found.workspaceName).toBe('Saved at the last moment')
  second.process.kill('SIGINT')
  expect(await second.exit).toBe(0)
})

test('a port in use, a bad value and a missing key each end the start with one line', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-stop-'))
  folders.push(dataDir)
  const running = await start(dataDir)
  const port = new URL(running.url).port
  expect(await failure({ DATA_DIR: join(dataDir, 'other'), PORT: port })).toMatch(
    new RegExp(`^PORT=${port} is in use by another program on 127.0.0.1: .*\\n$`),
  )
  expect(await failure({ DATA_DIR: dataDir, LOG_LEVEL: 'loud' })).toBe(
    'LOG_LEVEL="loud" does not fit: expected fatal, error, warn, info, debug, trace or silent\n',
  )
  expect(await failure({ DATA_DIR: dataDir, NODE_ENV: 'production' })).toMatch(
    /^MASTER_KEY is missing: .*\n$/,
  )
  running.process.kill('SIGTERM')
  await running.exit
})

async function start(dataDir: string) {
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO_PORT: '0',
      LOG_LEVEL: 'error',
      REGIONS: 'na',
    },
  })
  const exit = once(child, 'exit').then(([code]) => code)
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /Dashboard\s+(http\S+)\/app\//.exec(line)?.[1]
    if (url) return { process: child, exit, url, client: createClient({ routes, baseUrl: url }) }
  }
  throw new Error('The server did not start')
}

async function failure(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_ENV: 'development', REGIONS: 'na', ...env },
  })
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  const [code] = await once(child, 'exit')
  expect(code).toBe(1)
  return said
}
