/** Runs in the background, on embedded engines; what an agent replies is given. */
import type { TestCase } from '@parley/contracts/evaluation/test-case.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import type { Deadline } from '@parley/kernel/process-managers/deadlines.ts'
import { expect, onTestFinished, test } from 'vitest'
import { type RunTestsDeps, runTests } from './run-tests.ts'
import { testRun } from './test-run.decider.ts'
import { testSet } from './test-set.decider.ts'

const tenant = 'w1'
const agentId = 'a1'
const runId = 'r1'
const subject = 'testset-a1'
const context = (command: string) => ({
  tenant,
  actor: { kind: 'user', id: 'u1' } as const,
  cause: { via: 'dashboard', command, correlation: command } as const,
  subject,
})
const testCase: TestCase = { lines: [{ says: 'Open?', expects: { mentions: ['nine'] } }] }
const replied = {
  reply: 'At nine.',
  sources: [],
  tools: [],
  handedOver: false,
  answered: true,
  modelId: 'built-in',
  tookMs: 1,
  cost: 0.5,
}

/** A run of `cases` cases; `play` may fail or see what is played. */
async function begin(cases: number, given: Partial<RunTestsDeps> & { play?(id: string): void } = {}) {
  const region = await openTestRegion({ policies: () => [] })
  onTestFinished(() => region.close())
  const { handle, load, commands } = region
  const ids = Array.from({ length: cases }, (_, nth) => `c${nth}`)
  const saved = ids.map((caseId) => ({ caseId, testCase, origin: 'typed' as const }))
  await handle(testSet, agentId, { type: 'SaveCases', agentId, cases: saved }, context('save'))
  const start = { type: 'StartRun', agentId, runId, versions: ['draft'], gradesTone: false } as const
  await handle(testSet, agentId, start, context('start'))
  const set: Parameters<RunTestsDeps['deadlines']['set']>[0][number][] = []
  const played: string[] = []
  const { deadlineWork } = runTests({
    handle,
    load,
    refresh: commands.refresh,
    deadlines: { set: async (deadlines) => void set.push(...deadlines) },
    languageOf: async () => 'en',
    isAgent: async () => true,
    recording: async () => undefined,
    textsOf: async (_, __, caseIds) => new Map(caseIds.map((caseId) => [caseId, { testCase, subject }])),
    dryRuns: {
      kept: async () => ({}),
      hashOf: () => 'hash',
      judgeTone: async () => undefined,
      async play(_, { id }) {
        given.play?.(id)
        played.push(id)
        return { ok: true, replies: [replied] }
      },
    },
    ...given,
  })
  let deadline: Deadline = {
    kind: deadlineWork.kind,
    key: runId,
    tenant,
    due: 0,
    order: 1,
    note: JSON.stringify({ agentId, after: 0 }),
  }
  const carryOut = () => deadlineWork.carryOut(deadline, new AbortController().signal)
  /** Carries out the deadline until it is not set again. */
  const toTheEnd = async () => {
    for (;;) {
      await carryOut()
      const again = set.shift()
      if (!again) return
      expect(again.order).toBeGreaterThan(deadline.order)
      deadline = { ...deadline, order: again.order }
    }
  }
  const stateOf = async () => (await load(testSet, agentId, tenant))!.state
  const runOf = async () => (await load(testRun, runId, tenant))?.state
  return { ...region, played, set, carryOut, toTheEnd, stateOf, runOf }
}

test('plays every case in slices, so that others have their turn, and ends', async () => {
  const { carryOut, played, toTheEnd, stateOf, runOf, set } = await begin(12)
  await carryOut()
  expect(played).toHaveLength(5)
  expect(set).toHaveLength(1)
  set.length = 0
  await toTheEnd()
  expect(new Set(played).size).toBe(12)
  expect((await stateOf()).running).toBeUndefined()
  expect((await runOf())?.figures.draft).toEqual({ passed: 12, failed: 0, cost: 6, tookMs: 12 })
})

test('goes on after a kill with what was not recorded', async () => {
  let killed = false
  const { carryOut, played, toTheEnd, stateOf } = await begin(4, {
    play(id) {
      if (!killed && id.includes('c2')) {
        killed = true
        throw new Error('killed')
      }
    },
  })
  await expect(carryOut()).rejects.toThrow('killed')
  expect(played).toEqual(['r1.c0.draft', 'r1.c1.draft'])
  expect((await stateOf()).running?.runId).toBe(runId)
  await toTheEnd()
  expect(played).toEqual(['r1.c0.draft', 'r1.c1.draft', 'r1.c2.draft', 'r1.c3.draft'])
  expect((await stateOf()).running).toBeUndefined()
})

test('ends honestly when credits, the draft or the agent are gone', async () => {
  const outcomeOf = async (given: Partial<RunTestsDeps>, dryRuns: object) => {
    const region = await begin(1, given)
    const { deadlineWork } = runTests({
      handle: region.handle,
      load: region.load,
      refresh: region.commands.refresh,
      deadlines: { set: async () => {} },
      languageOf: async () => 'en',
      isAgent: async () => true,
      recording: async () => undefined,
      textsOf: async () => new Map([['c0', { testCase, subject }]]),
      ...given,
      dryRuns: {
        kept: async () => ({}),
        hashOf: () => 'hash',
        judgeTone: async () => undefined,
        play: async () => ({ ok: false, reason: 'no-credits' }),
        ...dryRuns,
      },
    })
    const note = JSON.stringify({ agentId, after: 0 })
    const deadline = { kind: deadlineWork.kind, key: runId, tenant, due: 0, order: 1, note }
    await deadlineWork.carryOut(deadline, new AbortController().signal)
    const stored = await region.eventStore.readStream(`testset-${agentId}`)
    const last = stored.at(-1)
    return [last?.type, JSON.parse(last?.data ?? '{}').outcome]
  }
  expect(await outcomeOf({}, {})).toEqual(['TestRunEnded', 'no-credits'])
  expect(await outcomeOf({}, { kept: async () => undefined })).toEqual(['TestRunEnded', 'draft-gone'])
  expect(await outcomeOf({ isAgent: async () => false }, {})).toEqual(['TestRunEnded', 'agent-gone'])
})

test('stops when it was cancelled', async () => {
  const region = await begin(3, {
    async play() {},
  })
  const cancel = { type: 'EndRun', agentId, runId, outcome: 'cancelled', failedIds: [] } as const
  await region.handle(testSet, agentId, cancel, context('cancel'))
  await region.toTheEnd()
  expect(region.played).toEqual([])
})
