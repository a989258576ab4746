/** A member of a group, whose log answers when the test says so. */
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startMember } from './message-bus.member.ts'

const place = { topic: 't', partition: 0 }

function open(handle: () => Promise<void> = async () => undefined) {
  let published = 1
  const acknowledged: number[] = []
  let held: Promise<void> | undefined
  const answers: Record<string, (...given: never[]) => unknown> = {
    assign: (_id, _group, topics: string[]) => ({
      leases: topics.includes('t') ? [{ ...place, next: 0, surplus: false }] : [],
      ...{ released: 0, membership: 1 },
    }),
    fetch(from: { topic: string; next: number }[]) {
      const next = from.find(({ topic }) => topic === 't')?.next ?? published
      const messages = Array.from({ length: published - next }, (_, nth) => ({
        ...{ ...place, key: 'w1', id: `m${next + nth}`, value: '{}', offset: next + nth },
      }))
      return { batches: messages.length > 0 ? [{ place, messages }] : [], membership: 1 }
    },
    async acknowledge(_id, _group, places: { next: number }[]) {
      acknowledged.push(...places.map(({ next }) => next))
      await held
      return true
    },
  }
  const ask = async (what: string, ...given: never[]) => answers[what]?.(...given)
  const options = { topics: ['t'], group: 'g', handle, orderedBy: ({ id }: { id: string }) => id }
  const member = startMember({
    ...{
      ask: ask as never,
      process: 'p1',
      options,
      log: () => undefined,
      membershipChanged: () => undefined,
    },
  })
  return {
    member,
    acknowledged,
    publish() {
      published++
      member.wake()
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = undefined
        resolve()
      }
    },
  }
}

test('a message that is handled while those before it are acknowledged is acknowledged after them', async () => {
  const { member, acknowledged, publish, hold } = open()
  const release = hold()
  await expect.poll(() => acknowledged).toEqual([1])
  publish()
  await setImmediate()
  release()
  await setImmediate()
  expect(acknowledged).toEqual([1, 2])
  await member.stop()
})

test('stopping waits for a message that was taken while those before it were acknowledged', async () => {
  const second = Promise.withResolvers<void>()
  let handled = 0
  const { member, acknowledged, publish, hold } = open(() =>
    ++handled === 1 ? Promise.resolve() : second.promise,
  )
  const release = hold()
  await expect.poll(() => acknowledged).toEqual([1])
  publish()
  await expect.poll(() => handled).toBe(2)
  release()
  await setImmediate()
  const order: string[] = []
  const stopped = member.stop().then(() => order.push('stopped'))
  await setImmediate()
  order.push('handled')
  second.resolve()
  await stopped
  expect(order).toEqual(['handled', 'stopped'])
})
