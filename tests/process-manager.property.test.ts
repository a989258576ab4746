/** A process manager under any order of inputs, repetitions, late deadlines and ending processes. */

import { openTestRegion } from '@parley/engines/test-region.ts'
import { decode } from '@parley/kernel/log/recorded-event.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { aggregateOf, runProcess } from '@parley/kernel/process-managers/process-manager.ts'
import { testAttempt } from '@parley/kernel/process-managers/test-attempt.ts'
import { type DeliveryInput, delivery } from '@parley/kernel/process-managers/test-delivery.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from './src/part-of-list.ts'

const input = fc.constantFrom<DeliveryInput>(
  { type: 'Asked', url: 'https://example.com' },
  { type: 'Withdrawn' },
)
const step = fc.oneof(
  fc.record({ do: fc.constant('take' as const), input, cause: fc.constantFrom('a', 'b', 'c') }),
  // `fails`: the nth external call ends the process before its outcome is recorded.
  fc.record({ do: fc.constant('react' as const), upTo: fc.nat(8), fails: fc.nat(6) }),
  fc.record({ do: fc.constant('fire' as const), after: fc.constantFrom(0, 1_500, 5_000, 90_000_000) }),
)

test('each cause is handled once, each effect has one outcome, and cancelled deadlines never pass', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.array(fc.boolean()), async (steps, answers) => {
      let clock = Date.parse('2026-11-21T12:00:00.000Z')
      const region = await openTestRegion({ now: () => new Date(clock) })
      const deadlines = createDeadlines(region.readStore)
      let calls = 0
      let failAt = Number.POSITIVE_INFINITY
      const concluded = new Set<string>()
      const running = runProcess(delivery, {
        handle: region.handle,
        load: region.load,
        deadlines,
        carryOut: async (_, { cause }) => void concluded.add(cause.command),
        async perform() {
          const ok = answers[calls++] ?? false
          if (calls === failAt) throw new Error('killed')
          return { type: 'Answered' as const, ok }
        },
      })
      const log = () => region.eventStore.readStream('delivery-d1')
      // As its policy does, from the first event again: no checkpoint was saved.
      const react = async (upTo: number) => {
        for (const stored of (await log()).slice(0, upTo))
          await running.policy.react(decode(stored, aggregateOf(delivery).events) as never, testAttempt)
      }
      for (const one of steps) {
        if (one.do === 'take') await running.take({ tenant: 'w1', instance: 'd1' }, one.input, one.cause)
        if (one.do === 'react') {
          failAt = calls + one.fails
          await react(one.upTo).catch(() => undefined)
          failAt = Number.POSITIVE_INFINITY
        }
        if (one.do === 'fire') {
          clock += one.after
          const due = await deadlines.due('delivery', clock, 10)
          // Twice, as when a process is killed between doing it and recording that.
          for (const deadline of [...due, ...due])
            await running.deadlineWork.carryOut(deadline, new AbortController().signal)
        }
      }
      for (let length = -1; length !== (await log()).length; ) {
        length = (await log()).length
        await react(length)
      }

      const recorded = (await log()).map((stored) => decode(stored, aggregateOf(delivery).events))
      const causes = recorded.map(({ cause }) => cause.command)
      expect(new Set(causes).size).toBe(causes.length)
      const data = recorded.map((event) => event.data as ReturnType<typeof JSON.parse>)
      const effects = data.flatMap(({ step, effects }) =>
        effects.map((_: unknown, nth: number) => `${step}.${nth}`),
      )
      expect(data.flatMap(({ outcomeOf }) => outcomeOf ?? []).toSorted()).toEqual(effects.toSorted())
      const standing = new Map<string, boolean>()
      for (const { input, deadlines } of data) {
        if (input.type === 'DeadlinePassed') expect(standing.get(input.name)).toBe(true)
        if (input.type === 'DeadlinePassed') standing.set(input.name, false)
        for (const { name, due } of deadlines) standing.set(name, due !== null)
      }
      expect(concluded.size).toBe(data.flatMap(({ commands }) => commands).length)
      const open = [...standing].filter(([, stands]) => stands).map(([name]) => `d1/${name}`)
      const left = await deadlines.due('delivery', Number.MAX_SAFE_INTEGER, 10)
      expect(left.map(({ key }) => key).toSorted()).toEqual(open.toSorted())
      await region.close()
    }),
    { numRuns: runsOf(40) },
  )
})
