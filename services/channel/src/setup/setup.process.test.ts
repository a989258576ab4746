import type { SetupInput } from '@parley/contracts/channel/setup-events.ts'
import { givenProcess } from '@parley/kernel/process-managers/process-specification.ts'
import { expect, test } from 'vitest'
import { setup } from './setup.process.ts'

const DAY_MS = 86_400_000
const NOW = new Date('2026-11-21T12:00:00.000Z')
const inMs = (ms: number) => new Date(NOW.getTime() + ms).toISOString()

const wanted: SetupInput = { type: 'SetupWanted' }
const unwanted: SetupInput = { type: 'TeardownWanted' }
const of = (round: number, version = 1) => ({ round, version })
const succeeded = (round: number): SetupInput => ({ type: 'Succeeded', ...of(round) })
const postponed = (round: number, afterMs?: number): SetupInput => ({
  ...{ type: 'Postponed', ...of(round) },
  ...(afterMs === undefined ? {} : { afterMs }),
})
const passed = (name: string) => ({ type: 'DeadlinePassed', name }) as const
const trying = (type: 'SetUp' | 'TearDown', round: number) => ({
  effects: [{ type, round }],
  deadlines: [
    { name: 'retry', due: null },
    { name: 'give-up', due: inMs(DAY_MS) },
  ],
})
const ended = (...commands: object[]) => ({
  commands: commands as [],
  deadlines: [
    { name: 'retry', due: null },
    { name: 'give-up', due: null },
  ],
})
/** Set up, and watched from then on. */
const setUp = (...commands: object[]) => {
  const { deadlines, ...ending } = ended(...commands)
  return { ...ending, deadlines: [...deadlines, { name: 'watch', due: inMs(60_000) }] }
}
const recordSetup = (more: object = {}) => ({ type: 'RecordSetup', version: 1, ...more })

test('sets up and tears down, and records both', () => {
  givenProcess(setup).when(wanted).then(trying('SetUp', 1))
  givenProcess(setup, wanted).when(succeeded(1)).then(setUp(recordSetup()))
  givenProcess(setup, wanted, succeeded(1)).when(unwanted).then(trying('TearDown', 2))
  givenProcess(setup, wanted, succeeded(1), unwanted)
    .when(succeeded(2))
    .then({
      ...ended({ type: 'RecordTeardown' }),
      deadlines: [...ended().deadlines, { name: 'watch', due: null }],
    })
  givenProcess(setup, wanted)
    .when({ type: 'Failed', ...of(1), reason: 'credentials-refused' })
    .then(ended(recordSetup({ reason: 'credentials-refused' })))
})

test('tries again after growing pauses, or those that the provider asks for', () => {
  const pause = (tries: number, afterMs: number | undefined, due: number) => {
    const before = Array.from({ length: tries }, () => [postponed(1), passed('retry')]).flat()
    givenProcess(setup, wanted, ...before)
      .when(postponed(1, afterMs))
      .then({ deadlines: [{ name: 'retry', due: inMs(due) }] })
  }
  pause(0, undefined, 2_000)
  pause(1, undefined, 4_000)
  pause(20, undefined, 900_000)
  pause(0, 60_000, 60_000)
  pause(0, 10 * DAY_MS, DAY_MS)
  givenProcess(setup, wanted, postponed(1))
    .when(passed('retry'))
    .then({ effects: [{ type: 'SetUp', round: 1 }] })
})

test('gives up after a day, but counts the outcome of a try that is under way', () => {
  const expired = ended(recordSetup({ reason: 'expired' }))
  givenProcess(setup, wanted, postponed(1)).when(passed('give-up')).then(expired)
  givenProcess(setup, wanted).when(passed('give-up')).thenNothing()
  givenProcess(setup, wanted, passed('give-up')).when(postponed(1)).then(expired)
  givenProcess(setup, wanted, passed('give-up')).when(succeeded(1)).then(setUp(recordSetup()))
})

test('ignores the outcome of an order that a newer one has replaced', () => {
  givenProcess(setup, wanted).when(wanted).then(trying('SetUp', 2))
  givenProcess(setup, wanted, wanted).when(succeeded(1)).thenNothing()
  givenProcess(setup, wanted, wanted, succeeded(1)).when(succeeded(2)).then(setUp(recordSetup()))
  givenProcess(setup, wanted, unwanted).when(postponed(1)).thenNothing()
})

test('does not set up again what is disconnected, and has nothing to do when a deadline passes late', () => {
  for (const late of [wanted, unwanted]) givenProcess(setup, wanted, unwanted).when(late).thenNothing()
  for (const name of ['retry', 'give-up'])
    givenProcess(setup, wanted, succeeded(1)).when(passed(name)).thenNothing()
  expect(givenProcess(setup, wanted, unwanted, succeeded(2)).state).toMatchObject({ over: true, round: 2 })
})

test('ends without a record where there is nothing left to do', () => {
  givenProcess(setup, wanted).when({ type: 'Skipped', round: 1 }).then({ deadlines: ended().deadlines })
})

test('asks once a day whether what is set up still works, and records that it does not', () => {
  const ready = [wanted, succeeded(1)]
  const watch = [{ name: 'watch', due: inMs(DAY_MS) }]
  givenProcess(setup, ...ready)
    .when(passed('watch'))
    .then({ effects: [{ type: 'Check', round: 1 }] })
  const asked = [...ready, passed('watch')]
  const checked = (more: object = {}): SetupInput => ({ type: 'Checked', ...of(1), ...more })
  givenProcess(setup, ...asked)
    .when(checked())
    .then({ commands: [], deadlines: watch })
  givenProcess(setup, ...asked)
    .when(checked({ reason: 'credentials-refused' }))
    .then({
      commands: [{ type: 'RecordFailure', version: 1, reason: 'credentials-refused' }],
      deadlines: watch,
    })
  for (const [days, commands] of [
    [6, [{ type: 'RecordTokenEnd', version: 1, endsAt: inMs(6 * DAY_MS) }]],
    [8, []],
  ] as const)
    givenProcess(setup, ...asked)
      .when(checked({ endsAt: inMs(days * DAY_MS) }))
      .then({ commands: [...commands], deadlines: watch })
  // What is ordered meanwhile counts, and is watched once it is done.
  givenProcess(setup, ...ready, wanted)
    .when(passed('watch'))
    .thenNothing()
  givenProcess(setup, ...asked, wanted)
    .when(checked({ reason: 'credentials-refused' }))
    .thenNothing()
  givenProcess(setup, ...asked, unwanted, succeeded(2))
    .when(checked())
    .thenNothing()
  givenProcess(setup, ...ready, unwanted, succeeded(2))
    .when(passed('watch'))
    .thenNothing()
})
