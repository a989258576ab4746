import type { SetupInput } from '@parley/contracts/channel/setup-events.ts'
import { givenProcess } from '@parley/kernel/process-specification.ts'
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
const recordSetup = (more: object = {}) => ({ type: 'RecordSetup', version: 1, ...more })

test('sets up and tears down, and records both', () => {
  givenProcess(setup).when(wanted).then(trying('SetUp', 1))
  givenProcess(setup, wanted).when(succeeded(1)).then(ended(recordSetup()))
  givenProcess(setup, wanted, succeeded(1)).when(unwanted).then(trying('TearDown', 2))
  givenProcess(setup, wanted, succeeded(1), unwanted)
    .when(succeeded(2))
    .then(ended({ type: 'RecordTeardown' }))
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
  givenProcess(setup, wanted, passed('give-up')).when(succeeded(1)).then(ended(recordSetup()))
})

test('ignores the outcome of an order that a newer one has replaced', () => {
  givenProcess(setup, wanted).when(wanted).then(trying('SetUp', 2))
  givenProcess(setup, wanted, wanted).when(succeeded(1)).thenNothing()
  givenProcess(setup, wanted, wanted, succeeded(1)).when(succeeded(2)).then(ended(recordSetup()))
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
