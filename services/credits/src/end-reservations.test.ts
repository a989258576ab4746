import { openTestRegion } from '@parley/engines/test-region.ts'
import { createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { testAttempt } from '@parley/kernel/process-managers/test-attempt.ts'
import { expect, onTestFinished, test } from 'vitest'
import { creditsCommands } from './credits.commands.ts'
import { credits } from './credits.decider.ts'
import { endReservations } from './end-reservations.ts'

const context = { tenant: 'w1', actor: { kind: 'system', id: 'test' } } as const
const because = (command: string) => ({
  ...context,
  cause: { via: 'system', command, correlation: command } as const,
})

async function openLedger() {
  let now = Date.parse('2026-11-21T12:00:00.000Z')
  const region = await openTestRegion({ now: () => new Date(now) })
  onTestFinished(() => region.close())
  const deadlines = createDeadlines(region.readStore)
  const charged = { through: Number.POSITIVE_INFINITY }
  // A process that isn't told of what others append.
  const { eventStore, keyring } = region
  const commands = createCommandHandler({ eventStore, keyring, now: () => new Date(now) })
  const refused = { with: undefined as Rejection | undefined }
  const { policy, deadlineWork } = endReservations({
    ...commands,
    handle: async (...args) =>
      refused.with ? { ok: false, rejection: refused.with } : commands.handle(...args),
    deadlines,
    head: () => region.eventStore.head(),
    chargedThrough: async () => charged.through,
    now: () => now,
  })
  const ledger = creditsCommands(region)
  await ledger.grantCredits({ workspaceId: 'w1', amount: 160, reason: 'sign-up' }, because('grant'))
  await commands.load(credits, 'w1', 'w1')
  const endsAt = now + 40_000
  const reserve = { type: 'ReserveCredits', reservationId: 'r1', amount: 1, adds: false } as const
  await region.handle(credits, 'w1', { ...reserve, until: now + 20_000, endsAt }, because('reserve'))
  const [, reserved] = await region.eventStore.readStream('credits-w1')
  await policy.react(
    {
      stream: 'credits-w1',
      tenant: 'w1',
      position: reserved!.position,
      data: JSON.parse(reserved!.data),
    } as never,
    testAttempt,
  )
  /** Reserves without setting a deadline. */
  const reserveUnseen = (reservationId: string, forMs: number) =>
    region.handle(
      credits,
      'w1',
      { ...reserve, reservationId, until: now + forMs - 1, endsAt: now + forMs },
      because(reservationId),
    )
  return {
    region,
    reserveUnseen,
    deadlines,
    charged,
    refused,
    policy,
    endsAt,
    pass: (ms: number) => (now += ms),
    due: (before: number) => deadlines.due('end-reservations', before, 10),
    end: async (signal = new AbortController().signal) => {
      const [deadline] = await deadlines.due('end-reservations', Number.POSITIVE_INFINITY, 1)
      await deadlineWork.carryOut(deadline!, signal)
    },
    open: async () => {
      await region.commands.refresh(credits.category, 'w1')
      return [...(await region.load(credits, 'w1'))!.state.reservations.keys()]
    },
  }
}

test('a reservation ends at its end time, and not before', async () => {
  const ledger = await openLedger()
  expect(await ledger.due(ledger.endsAt - 1)).toEqual([])
  expect(await ledger.due(ledger.endsAt)).toMatchObject([{ tenant: 'w1', key: 'r1' }])
  ledger.pass(39_999)
  await ledger.end()
  expect(await ledger.open()).toEqual(['r1'])
  ledger.pass(1)
  await ledger.end()
  expect(await ledger.open()).toEqual([])
  await ledger.end()
})

test('every reservation in the log gets its deadline', async () => {
  expect((await openLedger()).policy.startFrom).toBe('origin')
})

test('a reservation that is used up ends without waiting for charges', async () => {
  const ledger = await openLedger()
  const back = { type: 'ReturnCredits', reservationId: 'r1', amount: 10 } as const
  await ledger.region.handle(credits, 'w1', back, because('return'))
  ledger.charged.through = -1
  await ledger.end()
  expect(await ledger.open()).toEqual([])
})

test('an end that is refused is tried again', async () => {
  const ledger = await openLedger()
  ledger.pass(40_000)
  ledger.refused.with = { code: 'conflict', message: 'Again.' }
  await expect(ledger.end()).rejects.toThrow('conflict')
  ledger.refused.with = undefined
  await ledger.end()
  expect(await ledger.open()).toEqual([])
})

test('a reservation is kept until all replies in the log at its end are charged', async () => {
  const ledger = await openLedger()
  ledger.pass(40_000)
  const head = await ledger.region.eventStore.head()
  ledger.charged.through = head - 1
  const ending = ledger.end()
  const stopped = new AbortController()
  const refused = expect(ledger.end(stopped.signal)).rejects.toThrow('still to be charged')
  stopped.abort()
  await refused
  expect(await ledger.open()).toEqual(['r1'])
  ledger.charged.through = head
  await ending
  expect(await ledger.open()).toEqual([])
})

test('a reservation whose deadline was lost ends with the next deadline of its workspace', async () => {
  const ledger = await openLedger()
  await ledger.reserveUnseen('over', 30_000)
  await ledger.reserveUnseen('lasting', 60_000)
  ledger.pass(40_000)
  await ledger.end()
  expect(await ledger.open()).toEqual(['lasting'])
  const due = await ledger.due(ledger.endsAt + 20_000)
  expect(due.map(({ key }) => key)).toContain('lasting')
})
