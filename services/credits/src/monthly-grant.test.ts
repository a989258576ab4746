import { openTestRegion } from '@parley/engines/test-region.ts'
import { createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { testAttempt } from '@parley/kernel/process-managers/test-attempt.ts'
import { expect, onTestFinished, test } from 'vitest'
import { creditsCommands } from './credits.commands.ts'
import { monthlyGrant } from './monthly-grant.ts'

const signal = new AbortController().signal

async function openWorkspace({ members = true, amount = 50 } = {}) {
  let now = Date.parse('2026-11-21T12:00:00.000Z')
  const region = await openTestRegion({ now: () => new Date(now) })
  onTestFinished(() => region.close())
  const deadlines = createDeadlines(region.readStore)
  const { eventStore, keyring } = region
  const workers = [region.commands, createCommandHandler({ eventStore, keyring, now: () => new Date(now) })]
  const [first, second] = workers.map((commands) =>
    monthlyGrant({
      amount,
      ledger: creditsCommands(commands),
      deadlines,
      hasMembers: async () => members,
      now: () => now,
    }),
  )
  const created = { tenant: 'w1', position: 3, at: new Date(now).toISOString() }
  const react = () => first!.policy.react(created as never, testAttempt)
  await react()
  const due = () => deadlines.due('monthly-grant', now, 10)
  return {
    react,
    due,
    work: first!.deadlineWork,
    goTo: (time: string) => (now = Date.parse(time)),
    /** Both workers do what is due, as if one of them had lost its lease without knowing. */
    async carryOut() {
      const found = await due()
      for (const deadline of found) {
        await Promise.all(
          [first, second].map((worker) => worker!.deadlineWork[0]!.carryOut(deadline, signal)),
        )
        await deadlines.done(deadline)
      }
      return found.length
    },
    grants: async () =>
      (await region.eventStore.readStream('credits-w1')).map(({ type, data }) => ({
        type,
        ...JSON.parse(data),
      })),
  }
}

const monthly = { type: 'CreditsGranted', amount: 50, reason: 'monthly' }

test('each calendar month after the first has one grant, with two workers at once', async () => {
  const workspace = await openWorkspace()
  workspace.goTo('2026-11-30T23:59:59.999Z')
  expect(await workspace.carryOut()).toBe(0)
  workspace.goTo('2026-12-01T00:00:00.000Z')
  expect(await workspace.carryOut()).toBe(1)
  expect(await workspace.carryOut()).toBe(0)
  // The policy reads its events again, for example after a restore of its checkpoint.
  await workspace.react()
  expect(await workspace.carryOut()).toBe(0)
  workspace.goTo('2027-03-09T08:00:00.000Z')
  expect(await workspace.carryOut()).toBe(1)
  workspace.goTo('2027-03-31T23:00:00.000Z')
  expect(await workspace.carryOut()).toBe(0)
  expect(await workspace.grants()).toEqual([
    { ...monthly, month: '2026-12' },
    { ...monthly, month: '2027-03' },
  ])
})

test('a workspace that everybody left is granted nothing any more', async () => {
  const workspace = await openWorkspace({ members: false })
  workspace.goTo('2026-12-01T00:00:00.000Z')
  expect(await workspace.carryOut()).toBe(1)
  workspace.goTo('2027-01-01T00:00:00.000Z')
  expect(await workspace.carryOut()).toBe(0)
  expect(await workspace.grants()).toEqual([])
})

test('with 0, deadlines wait until credits are configured', async () => {
  const workspace = await openWorkspace({ amount: 0 })
  expect(workspace.work).toEqual([])
  workspace.goTo('2027-01-01T00:00:00.000Z')
  expect(await workspace.due()).toMatchObject([{ tenant: 'w1' }])
})
