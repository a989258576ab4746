/** Access is renewed before it ends, by one process at a time, whatever others do. */
import type { RenewalInput } from '@parley/contracts/integration/renewal-events.ts'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import { createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { createSnapshots } from '@parley/kernel/commands/snapshots.ts'
import { StoreUnavailable } from '@parley/kernel/log/event-store.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import type { RunningProcess } from '@parley/kernel/process-managers/process-manager.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { GotTokens } from './authorization-server.ts'
import { type CredentialCommand, credential, type Tokens } from './credential.decider.ts'
import { carryOutDue, commandsIn, create } from './credential.test-setup.ts'
import { renewCredentials } from './renew-credentials.policy.ts'
import { createRenewals, runRenewals } from './renewals.ts'

const BEGAN = Date.parse('2026-11-29T12:00:00.000Z')

async function openRenewals() {
  const time = { now: BEGAN }
  const endsAt = (seconds: number) => new Date(time.now + seconds * 1000).toISOString()
  const tokens = (nth: number, seconds = 3600) => ({
    ...{ accessToken: `access-${nth}`, refreshToken: `refresh-${nth}`, endsAt: endsAt(seconds) },
  })
  const sent: string[] = []
  /** Refresh tokens that were revoked. */
  const revoked: string[] = []
  /** The next answers; when none is left, other tokens. */
  const answers: GotTokens[] = []
  const gate = { open: Promise.resolve() }
  const servers = {
    async refresh(_: unknown, refreshToken: string): Promise<GotTokens> {
      sent.push(refreshToken)
      await gate.open
      return answers.shift() ?? { ok: true, tokens: tokens(sent.length + 1) }
    },
    async revoke(_: unknown, { refreshToken = '' }: Tokens) {
      revoked.push(refreshToken)
      return { ok: true as const, outcome: 'revoked' as const }
    },
  }
  const state = await openSqliteReadStore({ file: ':memory:' })
  const deadlines = createDeadlines(state)
  let running: RunningProcess<RenewalInput> | undefined
  const region = await openTestRegion({
    now: () => new Date(time.now),
    policies({ handle, load, commands }) {
      const inTurn = <T>(_: string, __: string, work: () => Promise<T>) => work()
      const renewals = createRenewals({ handle, load, refresh: commands.refresh, inTurn, servers })
      running = runRenewals({ renewals, handle, load, deadlines })
      return [running.policy, renewCredentials(running)]
    },
  })
  onTestFinished(async () => {
    await region.close()
    await state.close()
  })
  const run = commandsIn(region)
  await run(create, { type: 'Connect', userId: 'u1', version: 1, tokens: tokens(1) })
  return {
    ...{ region, time, sent, revoked, answers, gate, servers, tokens, run },
    /** Carries out what is due in so many seconds, and waits for what follows. */
    async after(seconds: number) {
      time.now += seconds * 1000
      return carryOutDue(region, running, deadlines, { name: 'credentialrenewal', now: time.now })
    },
    async connection() {
      const found = (await region.load(credential, 'c1', 'w1'))?.state
      return found?.status === 'live' ? found.credential.connection : undefined
    },
  }
}

const unavailable: GotTokens = { ok: false, reason: 'unavailable', message: 'Down.', timedOut: false }

test('five minutes before its end, and again before the next', async () => {
  const { after, sent, connection } = await openRenewals()
  expect(await after(3_290)).toBe(0)
  expect(await after(20)).toBe(1)
  expect(await connection()).toMatchObject({ generation: 2, accessToken: 'access-2' })
  expect(await after(3_310)).toBe(1)
  expect(sent).toEqual(['refresh-1', 'refresh-2'])
})

test('after pauses while it can’t be, and no more once it is refused or the credential is gone', async () => {
  const { after, answers, sent, connection, run, tokens } = await openRenewals()
  answers.push(unavailable, unavailable)
  expect(await after(3_310)).toBe(1)
  expect(await after(59)).toBe(0)
  expect(await after(2)).toBe(1)
  expect(await after(100)).toBe(0)
  answers.push({ ok: false, reason: 'refused', message: 'Revoked.', timedOut: false })
  expect(await after(30)).toBe(1)
  expect(sent).toEqual(['refresh-1', 'refresh-1', 'refresh-1'])
  expect(await connection()).toBeUndefined()
  expect(await after(100_000)).toBe(0)
  await run({ type: 'Connect', userId: 'u1', version: 1, tokens: tokens(9) })
  await run({ type: 'DeleteCredential' })
  expect(await after(100_000)).toBe(0)
})

test('by itself no more often than every ten minutes, however soon it ends', async () => {
  const { after, run, tokens } = await openRenewals()
  await run({ type: 'Connect', userId: 'u1', version: 1, tokens: tokens(2, 30) })
  expect(await after(599)).toBe(0)
  expect(await after(2)).toBe(1)
})

test('for years without being read from its first event, and with its tokens sealed in the snapshot', async () => {
  const { region, run, tokens, connection } = await openRenewals()
  const renewed = Array.from({ length: 150 }, (_, nth): CredentialCommand[] => [
    { type: 'BeginRenewal', generation: nth + 1 },
    { type: 'RecordRenewal', generation: nth + 1, tokens: tokens(nth + 2) },
  ])
  await run(...renewed.flat())
  const saved = await vi.waitFor(async () => {
    const found = (await region.readStore.get('snapshots', 'w1', 'credential-c1'))?.document
    expect(found).toBeDefined()
    return JSON.stringify(found)
  })
  expect(saved).not.toMatch(/access-|refresh-|login.example/)
  const { eventStore, keyring, readStore } = region
  let read = 0
  const other = createCommandHandler({
    eventStore: {
      ...eventStore,
      async readStream(stream, options) {
        const page = await eventStore.readStream(stream, options)
        read += page.length
        return page
      },
    },
    keyring,
    snapshots: createSnapshots(readStore, keyring, (error) => {
      throw error
    }),
  })
  const found = (await other.load(credential, 'c1', 'w1'))?.state
  expect(found?.status === 'live' && found.credential.connection).toEqual(await connection())
  expect(await connection()).toMatchObject({ generation: 151, accessToken: 'access-151' })
  expect(read).toBeLessThan(250)
})

test('by one of two processes, even if neither knows of the other', async () => {
  const { region, sent, gate, servers, connection } = await openRenewals()
  const { eventStore, keyring } = region
  let open = () => {}
  gate.open = new Promise((resolve) => (open = resolve))
  const processes = [1, 2].map(() => {
    const commands = createCommandHandler({ eventStore, keyring, now: () => new Date(BEGAN) })
    const { handle, load, refresh } = commands
    // As if the leases were lost.
    return createRenewals({ handle, load, refresh, inTurn: (_, __, work) => work(), servers })
  })
  const both = processes.map((one) => one.renew('w1', 'c1', 1))
  const first = await Promise.race(both)
  expect(first).toMatchObject({ ok: false, again: true })
  open()
  const outcomes = await Promise.all(both)
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(sent).toEqual(['refresh-1'])
  expect(await processes[0]?.renew('w1', 'c1', 1)).toMatchObject({ ok: true })
  expect(sent).toEqual(['refresh-1'])
  expect((await connection())?.accessToken).toBeDefined()
})

test('in turn, both processes get the same tokens', async () => {
  const { region, sent, servers } = await openRenewals()
  const { eventStore, keyring, inTurn } = region
  const processes = [1, 2].map(() => {
    const commands = createCommandHandler({ eventStore, keyring, now: () => new Date(BEGAN) })
    const { handle, load, refresh } = commands
    return createRenewals({ handle, load, refresh, inTurn, servers })
  })
  const outcomes = await Promise.all(processes.map((one) => one.renew('w1', 'c1', 1)))
  expect(outcomes).toMatchObject(Array(2).fill({ ok: true, connection: { accessToken: 'access-2' } }))
  expect(sent).toEqual(['refresh-1'])
})

test('of a credential that is deleted meanwhile ends at once', async () => {
  const { gate, revoked, region, run, sent, servers } = await openRenewals()
  let open = () => {}
  gate.open = new Promise((resolve) => (open = resolve))
  const { handle, load, commands } = region
  const renewals = createRenewals({
    ...{ handle, load, refresh: commands.refresh, servers },
    inTurn: (_, __, work) => work(),
  })
  const renewing = renewals.renew('w1', 'c1', 1)
  await vi.waitFor(() => expect(sent).toEqual(['refresh-1']))
  await run({ type: 'DeleteCredential' })
  open()
  expect(await renewing).toMatchObject({ ok: false, again: false })
  expect(revoked).toEqual(['refresh-2'])
})

test('is tried later where the turn does not come', async () => {
  const { region, servers } = await openRenewals()
  const { handle, load, commands } = region
  const renewals = createRenewals({
    ...{ handle, load, refresh: commands.refresh, servers },
    inTurn: () => Promise.reject(new StoreUnavailable('busy')),
  })
  expect(await renewals.renew('w1', 'c1', 1)).toMatchObject({ ok: false, again: true })
  expect(await renewals.renew('w2', 'c1', 1)).toMatchObject({ ok: false })
})
