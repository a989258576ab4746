/** The access of a deleted credential is revoked, however long its authorization server is away. */
import type { RevocationInput } from '@parley/contracts/integration/revocation-events.ts'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import type { RunningProcess } from '@parley/kernel/process-managers/process-manager.ts'
import { expect, onTestFinished, test } from 'vitest'
import type { AuthorizationClient, AuthorizationFailed } from './authorization-server.ts'
import { type CredentialCommand, credential, type Tokens } from './credential.decider.ts'
import { credentialSnapshot } from './credential.snapshot.ts'
import { carryOutDue, commandsIn, create } from './credential.test-setup.ts'
import { revokeAccess, runRevocations } from './revocations.ts'

const connect: CredentialCommand = {
  ...{ type: 'Connect', userId: 'u1', version: 1 },
  tokens: { accessToken: 'access-1', refreshToken: 'refresh-1' },
}
type Answer = { ok: true; outcome: 'revoked' | 'unsupported' } | AuthorizationFailed
const away: Answer = { ok: false, reason: 'unavailable', message: 'Down.', timedOut: false }

async function open() {
  const time = { now: Date.parse('2026-11-29T12:00:00.000Z') }
  const sent: { secret: string; tokens: Tokens }[] = []
  /** The next answers; when none is left, `revoked`. */
  const answers: Answer[] = []
  const servers = {
    async revoke({ secret }: AuthorizationClient, tokens: Tokens): Promise<Answer> {
      sent.push({ secret, tokens })
      return answers.shift() ?? { ok: true, outcome: 'revoked' }
    },
  }
  const state = await openSqliteReadStore({ file: ':memory:' })
  const deadlines = createDeadlines(state)
  let running: RunningProcess<RevocationInput> | undefined
  const region = await openTestRegion({
    now: () => new Date(time.now),
    policies({ handle, load, commands }) {
      running = runRevocations({ servers, handle, load, refresh: commands.refresh, deadlines })
      return [running.policy, revokeAccess(running)]
    },
  })
  onTestFinished(async () => {
    await region.close()
    await state.close()
  })
  const stateOf = async () => (await region.load(credential, 'c1', 'w1'))?.state
  return {
    ...{ sent, answers, stateOf, run: commandsIn(region) },
    async after(seconds: number) {
      time.now += seconds * 1000
      return carryOutDue(region, running, deadlines, { name: 'credentialrevocation', now: time.now })
    },
  }
}

test('once, with the secret of its client, and nothing of it is kept then', async () => {
  const { sent, run, stateOf, after } = await open()
  await run(create, connect, { type: 'DeleteCredential' })
  expect(sent).toEqual([
    { secret: 'client-secret', tokens: { accessToken: 'access-1', refreshToken: 'refresh-1' } },
  ])
  expect(await stateOf()).toEqual({ status: 'deleted' })
  expect(await after(100_000)).toBe(0)
  expect(sent).toHaveLength(1)
})

test('not where it was never connected', async () => {
  const { sent, run } = await open()
  await run(create, { type: 'DeleteCredential' })
  expect(sent).toEqual([])
})

test('again after growing pauses while the server is away, the snapshot of which has what it needs', async () => {
  const { sent, answers, run, after, stateOf } = await open()
  answers.push(away, away)
  await run(create, connect, { type: 'DeleteCredential' })
  expect(sent).toHaveLength(1)
  const kept = await stateOf()
  expect(kept).toMatchObject({ status: 'deleted', left: { secret: 'client-secret' } })
  expect(credentialSnapshot.restore(JSON.parse(JSON.stringify(credentialSnapshot.save(kept!))))).toEqual(kept)
  expect(await after(59)).toBe(0)
  expect(await after(2)).toBe(1)
  expect(await after(100)).toBe(0)
  expect(await after(30)).toBe(1)
  expect(sent).toHaveLength(3)
  expect(await stateOf()).toEqual({ status: 'deleted' })
})

test('for about a day; then it is given up, and what was refused is not asked for again', async () => {
  const { sent, answers, run, after, stateOf } = await open()
  answers.push(...Array<Answer>(30).fill(away))
  await run(create, connect, { type: 'DeleteCredential' })
  let hours = 0
  while ((await after(3_600)) > 0) hours++
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThan(31)
  expect(sent).toHaveLength(30)
  expect(await stateOf()).toEqual({ status: 'deleted' })
})

test('refused is not asked for again', async () => {
  const { sent, answers, run, after, stateOf } = await open()
  answers.push({ ok: false, reason: 'refused', message: 'No.', timedOut: false })
  await run(create, connect, { type: 'DeleteCredential' })
  expect(await stateOf()).toEqual({ status: 'deleted' })
  expect(await after(100_000)).toBe(0)
  expect(sent).toHaveLength(1)
})
