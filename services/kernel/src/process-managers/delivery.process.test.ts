import type { DeliveryInput } from '@parley/contracts/delivery-events.ts'
import { describe, expect, test } from 'vitest'
import { deliveryProcess } from './delivery.process.ts'
import { givenProcess } from './process-specification.ts'

const delivery = deliveryProcess({
  name: 'delivery',
  event: 'DeliveryAdvanced',
  firstPauseMs: 2_000,
  longestPauseMs: 900_000,
})

const DAY_MS = 86_400_000
const NOW = new Date('2026-11-21T12:00:00.000Z')
const inMs = (ms: number) => new Date(NOW.getTime() + ms).toISOString()

const written = (messageId: string): DeliveryInput => ({
  type: 'MessageWritten',
  messageId,
  retryForMs: DAY_MS,
})
const sent = (messageId: string): DeliveryInput => ({ type: 'MessageSent', messageId })
const postponed = (messageId: string, afterMs?: number): DeliveryInput => ({
  type: 'SendPostponed',
  messageId,
  ...(afterMs === undefined ? {} : { afterMs }),
})
const passed = (name: string) => ({ type: 'DeadlinePassed', name }) as const
const sending = (messageId: string) => ({
  effects: [{ type: 'Send' as const, messageId }],
  deadlines: [
    { name: 'retry', due: null },
    { name: 'give-up', due: inMs(DAY_MS) },
  ],
})
const over = [
  { name: 'retry', due: null },
  { name: 'give-up', due: null },
]
const record = (
  messageId: string,
  state: 'sent' | 'failed',
  reason?: 'expired' | 'refused',
  partsSent?: number,
) => ({
  type: 'RecordDelivery' as const,
  messageId,
  state,
  ...(reason ? { reason } : {}),
  ...(partsSent ? { partsSent } : {}),
})

describe('a message that was tried before', () => {
  const tried = (times: number, againAfterMs: number): DeliveryInput => ({
    ...{ type: 'MessageWritten', messageId: 'm1', retryForMs: DAY_MS },
    tried: { times, againAfterMs },
  })
  const again = (ms: number) => ({
    deadlines: [
      { name: 'retry', due: inMs(ms) },
      { name: 'give-up', due: inMs(DAY_MS) },
    ],
  })

  test('is tried again after the pause that follows so many tries, or a longer one that was asked for', () => {
    givenProcess(delivery).when(tried(1, 0)).then(again(2_000))
    givenProcess(delivery).when(tried(1, 60_000)).then(again(60_000))
    givenProcess(delivery, tried(1, 0))
      .when(passed('retry'))
      .then({ effects: [{ type: 'Send', messageId: 'm1' }] })
    givenProcess(delivery, tried(1, 0), passed('retry'))
      .when(postponed('m1'))
      .then({ deadlines: [{ name: 'retry', due: inMs(4_000) }] })
  })

  test('is not sent while a try is under way, whose outcome counts', () => {
    givenProcess(delivery).when(tried(0, 20_000)).then(again(20_000))
    givenProcess(delivery, tried(0, 20_000), written('m2'))
      .when(sent('m1'))
      .then({ commands: [record('m1', 'sent')], ...sending('m2') })
    givenProcess(delivery, tried(0, 20_000))
      .when(postponed('m1'))
      .then({ deadlines: [{ name: 'retry', due: inMs(2_000) }] })
  })

  test('changes nothing by an outcome that is heard after another try succeeded', () => {
    givenProcess(delivery, tried(0, 20_000), written('m2'), passed('retry'), sent('m1'))
      .when(sent('m1'))
      .thenNothing()
    givenProcess(delivery, tried(0, 20_000), written('m2'), passed('retry'), sent('m1'), sent('m1'))
      .when(sent('m2'))
      .then({ commands: [record('m2', 'sent')], deadlines: over })
  })
})

describe('the delivery of the messages of a subject', () => {
  test('sends the first at once, and the others after it, in order', () => {
    givenProcess(delivery).when(written('m1')).then(sending('m1'))
    givenProcess(delivery, written('m1')).when(written('m2')).then({})
    givenProcess(delivery, written('m1'), written('m2'), written('m3'))
      .when(sent('m1'))
      .then({ commands: [record('m1', 'sent')], ...sending('m2') })
    givenProcess(delivery, written('m1'))
      .when(sent('m1'))
      .then({ commands: [record('m1', 'sent')], deadlines: over })
    givenProcess(delivery, written('m1'), sent('m1')).when(written('m2')).then(sending('m2'))
  })

  test('tries again after growing pauses, or those that the provider asks for', () => {
    const pause = (tries: DeliveryInput[], last: DeliveryInput) => {
      const history = [written('m1'), ...tries.flatMap((one) => [one, passed('retry')])]
      return givenProcess(delivery, ...history).when(last).then
    }
    pause([], postponed('m1'))({ deadlines: [{ name: 'retry', due: inMs(2_000) }] })
    pause([postponed('m1')], postponed('m1'))({ deadlines: [{ name: 'retry', due: inMs(4_000) }] })
    pause([], postponed('m1', 60_000))({ deadlines: [{ name: 'retry', due: inMs(60_000) }] })
    const often = Array.from({ length: 20 }, () => postponed('m1'))
    pause(often, postponed('m1'))({ deadlines: [{ name: 'retry', due: inMs(900_000) }] })
    givenProcess(delivery, written('m1'), postponed('m1'))
      .when(passed('retry'))
      .then({ effects: [{ type: 'Send', messageId: 'm1' }] })
  })

  test('gives a message up after its time and goes on with the next', () => {
    const failed = { commands: [record('m1', 'failed', 'expired')], ...sending('m2') }
    givenProcess(delivery, written('m1'), postponed('m1'), written('m2')).when(passed('give-up')).then(failed)
    // While it is being sent, its outcome counts.
    const trying = [written('m1'), written('m2'), passed('give-up')] as const
    givenProcess(delivery, written('m1'), written('m2')).when(passed('give-up')).thenNothing()
    givenProcess(delivery, ...trying)
      .when(sent('m1'))
      .then({ commands: [record('m1', 'sent')], ...sending('m2') })
    givenProcess(delivery, ...trying)
      .when(postponed('m1'))
      .then(failed)
    expect(givenProcess(delivery, ...trying, postponed('m1')).state).toEqual({
      sent: [],
      queue: [{ messageId: 'm2', retryForMs: DAY_MS }],
      parts: 0,
      tries: 0,
      sending: true,
      expired: false,
    })
  })

  test('does not try again what the provider refuses', () => {
    givenProcess(delivery, written('m1'), written('m2'))
      .when({ type: 'SendFailed', messageId: 'm1', reason: 'refused' })
      .then({ commands: [record('m1', 'failed', 'refused')], ...sending('m2') })
  })

  test('sends a long message in parts, each until it is sent, and then the next message', () => {
    const part = { type: 'PartSent', messageId: 'm1', textLength: 100 } as const
    const send = (nth: number) => ({
      effects: [{ type: 'Send' as const, messageId: 'm1', part: nth, textLength: 100 }],
    })
    givenProcess(delivery, written('m1')).when(part).then(send(1))
    givenProcess(delivery, written('m1'), part).when(part).then(send(2))
    // A part that was postponed is sent again, not the first one, and its pauses begin anew.
    const again = [written('m1'), postponed('m1'), passed('retry'), part] as const
    givenProcess(delivery, ...again)
      .when(postponed('m1'))
      .then({ deadlines: [{ name: 'retry', due: inMs(2_000) }] })
    givenProcess(delivery, ...again, postponed('m1'))
      .when(passed('retry'))
      .then(send(1))
    givenProcess(delivery, written('m1'), part, written('m2'))
      .when(sent('m1'))
      .then({ commands: [record('m1', 'sent')], ...sending('m2') })
    givenProcess(delivery, written('m1'), part, written('m2'), sent('m1'), postponed('m2'))
      .when(passed('retry'))
      .then({ effects: [{ type: 'Send', messageId: 'm2' }] })
    givenProcess(delivery, written('m1'), part, passed('give-up'))
      .when(part)
      .then({ commands: [record('m1', 'failed', 'expired', 2)], deadlines: over })
  })

  test('says how many parts were sent of a message that failed', () => {
    const part = { type: 'PartSent', messageId: 'm1', textLength: 100 } as const
    const refused = { type: 'SendFailed', messageId: 'm1', reason: 'refused' } as const
    givenProcess(delivery, written('m1'), part, part, written('m2'))
      .when(refused)
      .then({ commands: [record('m1', 'failed', 'refused', 2)], ...sending('m2') })
    givenProcess(delivery, written('m1'), part, postponed('m1'))
      .when(passed('give-up'))
      .then({ commands: [record('m1', 'failed', 'expired', 1)], deadlines: over })
    givenProcess(delivery, written('m1'), part, passed('give-up'))
      .when(postponed('m1'))
      .then({ commands: [record('m1', 'failed', 'expired', 1)], deadlines: over })
  })

  test('has nothing to do when a deadline passes late', () => {
    for (const name of ['retry', 'give-up'])
      givenProcess(delivery, written('m1'), sent('m1')).when(passed(name)).thenNothing()
  })
})
