/**
 * Both processes with workers are killed with SIGKILL in the middle of a rollout of a blueprint, and again of its undo:
 * each agent takes it once, is taken back once, and what became of it is said of each.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@parley/contracts/client.ts'
import { readConfig } from '@parley/host/config.ts'
import { openRegion } from '@parley/host/region.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '../src/server-process.ts'
import { routes, signUpWith } from '../src/test-platform.ts'
import { requireWholeLogIn } from '../src/whole-log.ts'

const AGENTS = 16
/** Of these, the first ones have a canary version, so that they are left a draft. */
const DRAFTS = 3
const KILLED_AFTER = [1, 2, 6, 11]
const UNDO_KILLED_AFTER = [1, 5, 10]
/** Leases of a killed process end by themselves. */
const patience = { timeout: 60_000, interval: 5 }

let folder: string
let settings: Record<string, string>
let api: ServerProcess
let workers: ServerProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-rollouts-'))
  settings = { RATE_LIMIT_FACTOR: '1000', DATA_DIR: folder, MASTER_KEY: randomBytes(32).toString('hex') }
  api = await startServerProcess({ ...settings, ROLES: 'api,projections,relay' })
  await startWorkers()
})
afterAll(async () => {
  await killed(workers)
  await killed([api])
  try {
    await requireWholeLogIn(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

async function startWorkers(): Promise<void> {
  const start = () => startServerProcess({ ...settings, ROLES: 'workers' })
  workers = await Promise.all([start(), start()])
}

async function killed(servers: readonly (ServerProcess | undefined)[]): Promise<void> {
  for (const server of servers) server?.process.kill('SIGKILL')
  await Promise.all(servers.map((server) => server?.exit))
}

async function killWorkers(): Promise<void> {
  await killed(workers)
  await startWorkers()
}

/** How many events of each type there are. */
async function counts(): Promise<Record<string, number>> {
  const engines = await openRegion(readConfig({ ...settings, NODE_ENV: 'test', REGIONS: 'na' }), 'na')
  try {
    const found: Record<string, number> = {}
    for (const { type } of await engines.eventStore.readAll(-1, 10_000)) found[type] = (found[type] ?? 0) + 1
    return found
  } finally {
    await engines.close()
  }
}

test('a blueprint is rolled out and taken back once at each agent, wherever processes are killed', async () => {
  const owner = await signUpWith(
    (token) => createClient({ routes, baseUrl: api.url, token: () => token }),
    api.url,
  )
  const { client, region, workspaceId } = owner
  const ids = Array.from({ length: AGENTS }, (_, nth) => `shop-${String(nth).padStart(2, '0')}`)
  const of = (agentId: string) => ({ region, agentId })
  for (const agentId of ['source', ...ids])
    await client.call('agents.save', { params: of(agentId), body: { title: agentId, vg_initPrompt: 'Old.' } })
  const { blueprintId } = await client.call('blueprints.create', {
    params: { region, workspaceId },
    body: { name: 'Shops', agentId: 'source' },
  })
  const params = { region, workspaceId, blueprintId }
  await client.call('blueprints.attach', { params, body: { agentIds: ids } })
  for (const agentId of ids.slice(0, DRAFTS))
    await client.call('canary.start', {
      params: of(agentId),
      body: { draft: { vg_systemPrompt: 'Be brief.' }, share: 50 },
    })
  await client.call('agents.save', { params: of('source'), body: { vg_initPrompt: 'New.' } })
  const { version } = await client.call('blueprints.saveVersion', { params, body: { agentId: 'source' } })
  const before = await counts()
  const { rolloutId } = await client.call('blueprints.rollOut', {
    params,
    body: { version, as: 'published', conflicts: 'keep', targets: ids.map((agentId) => ({ agentId })) },
  })
  const shown = async () => {
    const { rollouts } = await client.call('blueprints.get', { params })
    return rollouts.find((one) => one.rolloutId === rolloutId)
  }
  const having = (what: 'outcome' | 'undo') => async () =>
    (await shown())?.agents.filter((one) => one[what]).length ?? 0
  for (const many of KILLED_AFTER) {
    await expect.poll(having('outcome'), patience).toBeGreaterThanOrEqual(many)
    await killWorkers()
  }
  await expect.poll(async () => (await shown())?.state, patience).toBe('done')
  const outcomes = (await shown())?.agents.map(({ outcome, refusal }) => [outcome, refusal])
  expect(outcomes).toEqual(
    ids.map((_, nth) => (nth < DRAFTS ? ['draft', 'canary-running'] : ['published', undefined])),
  )
  const greetingOf = async (agentId: string) =>
    (await client.call('agents.get', { params: of(agentId) })).data.vg_initPrompt
  const draftOf = async (agentId: string) =>
    (await client.call('blueprintDrafts.get', { params: of(agentId) })).draft
  for (const [nth, agentId] of ids.entries()) {
    expect(await greetingOf(agentId)).toBe(nth < DRAFTS ? 'Old.' : 'New.')
    expect((await draftOf(agentId))?.changes).toEqual(nth < DRAFTS ? { vg_initPrompt: 'New.' } : undefined)
  }
  const after = await counts()
  const added = (since: Record<string, number>, now: Record<string, number>, type: string) =>
    (now[type] ?? 0) - (since[type] ?? 0)
  expect(added(before, after, 'RolloutCarriedOut')).toBe(AGENTS)
  expect(added(before, after, 'BlueprintTaken')).toBe(AGENTS)
  expect(added(before, after, 'AgentPublished')).toBe(AGENTS - DRAFTS)

  await client.call('blueprints.undoRollout', { params: { ...params, rolloutId } })
  for (const many of UNDO_KILLED_AFTER) {
    await expect.poll(having('undo'), patience).toBeGreaterThanOrEqual(many)
    await killWorkers()
  }
  await expect.poll(async () => (await shown())?.state, patience).toBe('undone')
  for (const { undo } of (await shown())?.agents ?? [])
    expect(undo).toEqual({ outcome: 'undone', changed: [] })
  for (const agentId of ids) {
    expect(await greetingOf(agentId)).toBe('Old.')
    expect(await draftOf(agentId)).toBeUndefined()
  }
  const undone = await counts()
  expect(added(after, undone, 'RolloutTakenBack')).toBe(AGENTS)
  expect(added(after, undone, 'BlueprintTakenBack')).toBe(AGENTS)
  expect(added(after, undone, 'AgentVersionRestored')).toBe(AGENTS - DRAFTS)
}, 300_000)
