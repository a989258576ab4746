/** A process that is asked to stop finishes its work, saves its checkpoints and exits with 0. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@parley/contracts/client.ts'
import { readConfig } from '@parley/host/config.ts'
import { startPlatform } from '@parley/host/platform.ts'
import { afterEach, expect, test } from 'vitest'
import { serverEntry, startServerProcess } from '../src/server-process.ts'
import { signUpAs } from '../src/sign-up.ts'
import { routes } from '../src/test-platform.ts'
import { requireWholeLogIn } from '../src/whole-log.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders) await requireWholeLogIn(folder)
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

test('SIGTERM: streams close, requests in progress are answered, and the next start finds everything', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-stop-'))
  folders.push(dataDir)
  const first = await start(dataDir)
  const body = {
    email: 'stop@example.com',
    password: 'long enough',
    displayName: 'Stop',
    region: 'na',
  } as const
  const { token, workspace } = await signUpAs(first.client, first.url, body)
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

test('a platform that is stopped as soon as it has started stops, however often', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-stop-'))
  folders.push(dataDir)
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    NODE_ENV: 'test',
    REGIONS: 'na',
  })
  for (let starts = 0; starts < 8; starts++) await (await startPlatform(config)).stop()
})

test('SIGTERM: open chats and silent connections do not delay the exit', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-stop-'))
  folders.push(dataDir)
  const running = await start(dataDir)
  const { client } = running
  const { token } = await signUpAs(client, running.url, {
    email: 'open@example.com',
    password: 'long enough',
    displayName: 'Open',
    region: 'na',
  })
  const { agentCreated } = await client.call(
    'rpc.convertAgentTemplateToAgent',
    { params: { region: 'na' }, body: { agentName: 'Ada', agentTemplate: 'blank-template' } },
    { token },
  )
  const params = { region: 'na', agentId: agentCreated.ID } as const
  const { conversationId, visitorToken } = await client.call('conversations.start', { params })
  const chat = await client.open(
    'conversations.follow',
    { params: { ...params, conversationId } },
    { token: visitorToken },
  )
  const { port } = new URL(running.url)
  // A browser opens one in advance; a slow client has sent half of a request.
  const silent = connect(Number(port), '127.0.0.1')
  const slow = connect(Number(port), '127.0.0.1', () =>
    slow.write('POST /api/auth/sign-in HTTP/1.1\r\nhost: x'),
  )
  for (const socket of [silent, slow]) socket.on('error', () => {})
  await Promise.all([once(silent, 'connect'), once(slow, 'connect')])
  running.process.kill('SIGTERM')
  await chat.text()
  // Terminated after 20 seconds, it would exit with 1.
  expect(await running.exit).toBe(0)
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
  const server = await startServerProcess({ DATA_DIR: dataDir })
  return { ...server, client: createClient({ routes, baseUrl: server.url }) }
}

async function failure(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [serverEntry], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_ENV: 'development', REGIONS: 'na', ...env },
  })
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  // Once its output has been read to the end.
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  return said
}
