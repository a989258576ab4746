/**
 * Two processes of the role `api` share the quotas of a workspace: what is held in one is missing in the other, and free
 * again after that one is killed.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@parley/contracts/client.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAt, conversationsOf, region } from '../hostile/attacker.ts'
import { type ServerProcess, startServerProcess } from '../src/server-process.ts'
import { signUpAs } from '../src/sign-up.ts'
import { routes } from '../src/test-platform.ts'

const QUOTAS = { streams: 4, visitorStreams: 3, drafts: 400_000 }
/** Longer than the counts of a killed process are valid. */
const EXPIRED = { timeout: 60_000, interval: 500 }

let folder: string
const running: ServerProcess[] = []
let one: ServerProcess
let two: ServerProcess
let owner: { token: string; workspaceId: string }
let agentId: string
/** Kept with their answers: the stream of an answer that is collected as garbage ends. */
const open: { gone: AbortController; response: Response }[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-quotas-'))
  const env = { DATA_DIR: folder, MASTER_KEY: randomBytes(32).toString('hex'), RATE_LIMIT_FACTOR: '1000' }
  const script = join(import.meta.dirname, 'server-with-quotas.ts')
  const start = async (ROLES: string) => {
    const server = await startServerProcess({ ...env, ROLES }, undefined, [script, JSON.stringify(QUOTAS)])
    running.push(server)
    return server
  }
  one = await start('api,projections,workers,relay')
  two = await start('api')
  const person = { email: 'ada@example.com', password: 'correct horse', displayName: 'Ada', region } as const
  const { token, workspace } = await signUpAs(createClient({ routes, baseUrl: one.url }), one.url, person)
  owner = { token, workspaceId: workspace.workspaceId }
  const body = { agentName: 'Ada', agentTemplate: 'blank-template' }
  const made = await callAt(one.url, 'POST', `/api/${region}/rpc/convertAgentTemplateToAgent`, {
    token,
    body,
  })
  agentId = made.json.agentCreated.ID
})
afterAll(async () => {
  for (const { gone } of open) gone.abort()
  for (const server of running) server.process.kill('SIGKILL')
  await Promise.all(running.map(({ exit }) => exit))
  await rm(folder, { recursive: true, force: true })
})

/** Opens a stream that stays open; returns 200 or the code of the refusal. */
async function follow({ url }: ServerProcess, path: string, token: string): Promise<number | string> {
  const gone = new AbortController()
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
  const response = await fetch(url + path, { headers, signal: gone.signal })
  open.push({ gone, response })
  return response.status === 200 ? 200 : ((await response.json()) as { code: string }).code
}
const team = (server: ServerProcess) =>
  follow(server, `/api/${region}/v2/workspaces/${owner.workspaceId}/changes`, owner.token)
async function visitor(server: ServerProcess): Promise<number | string> {
  const { json } = await callAt(server.url, 'POST', conversationsOf(agentId), { body: {} })
  return follow(server, `${conversationsOf(agentId)}/${json.conversationId}/follow`, json.visitorToken)
}

/** Pins a draft of about 300 KB in a process. Returns whether the share of the workspace was used up. */
async function usesUpDrafts({ url }: ServerProcess): Promise<boolean> {
  const counted = async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    return Number(/parley_quota_reached_total\{quota="drafts"\} (\d+)/.exec(metrics)?.[1] ?? 0)
  }
  const nodes = Array.from({ length: 19 }, (_, nth) => ({
    id: `n${nth}`,
    type: 'message',
    text: 'x'.repeat(7_900),
    position: { x: 0, y: 0 },
  }))
  const before = await counted()
  const path = `/api/${region}/v2/agents/${agentId}/test-conversations`
  const body = { draft: { title: 'Ada', nodes } }
  expect((await callAt(url, 'POST', path, { token: owner.token, body })).status).toBe(200)
  return (await counted()) > before
}

test('streams and drafts are counted over both processes, and those of a killed one no longer', async () => {
  for (const server of [one, two, two, one]) expect(await team(server)).toBe(200)
  for (const server of [two, one, two]) expect(await visitor(server)).toBe(200)
  for (const server of [one, two]) {
    expect(await team(server)).toBe('stream-limit-reached')
    expect(await visitor(server)).toBe('visitor-stream-limit-reached')
  }
  expect([await usesUpDrafts(two), await usesUpDrafts(one)]).toEqual([false, true])

  two.process.kill('SIGKILL')
  await two.exit
  await expect.poll(() => team(one), EXPIRED).toBe(200)
  expect([await team(one), await team(one)]).toEqual([200, 'stream-limit-reached'])
  await expect.poll(() => visitor(one), EXPIRED).toBe(200)
  expect([await visitor(one), await visitor(one)]).toEqual([200, 'visitor-stream-limit-reached'])
  await expect.poll(() => usesUpDrafts(one), EXPIRED).toBe(false)
})
