/**
 * Given/when/then for deciders. Checks every event that a test names or a decider returns against its schema.
 *
 *   given(agent, created).when({ type: 'RenameAgent', title: 'Ada' }).then(renamed)
 *   given(agent).when(command).thenRejected('not-found')
 */
import type { AnyEvent, EventCatalogue } from '@parley/contracts/message.ts'
import { expect } from 'vitest'
import { type Aggregate, type Decision, fold } from './decider.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')

export function given<State, Command, E extends AnyEvent>(
  aggregate: Aggregate<State, Command, E>,
  ...history: E[]
) {
  for (const event of history) checkEvent(aggregate.events, event)
  const state = fold(aggregate.decider, history)
  return {
    state,
    when(command: Command, now: Date = NOW) {
      const before = structuredClone(state)
      const decision: Decision<E> = aggregate.decider.decide(command, state, now)
      expect(state, 'decide must not change the state').toEqual(before)
      return {
        decision,
        // biome-ignore lint/suspicious/noThenProperty: given/when/then are the usual words
        then(...expected: E[]) {
          expect(decision).toEqual({ ok: true, events: expected })
          for (const event of expected) checkEvent(aggregate.events, event)
        },
        thenNothing() {
          expect(decision).toEqual({ ok: true, events: [] })
        },
        thenRejected(code: string, message?: string) {
          expect(decision.ok, JSON.stringify(decision)).toBe(false)
          if (decision.ok) return
          expect(decision.rejection.code).toBe(code)
          if (message !== undefined) expect(decision.rejection.message).toBe(message)
        },
        /** Checks the accepted events against their schemas and returns them, for looser expectations. */
        events(): E[] {
          if (!decision.ok)
            throw new Error(`rejected: ${decision.rejection.code}: ${decision.rejection.message}`)
          for (const event of decision.events) checkEvent(aggregate.events, event)
          return decision.events
        },
      }
    },
  }
}

export function checkEvent(catalogue: EventCatalogue, event: AnyEvent): void {
  const shape = catalogue[event.type]
  if (!shape) throw new Error(`${event.type} is not an event of this stream`)
  const parsed = shape.data.safeParse(event.data)
  if (!parsed.success) throw new Error(`${event.type} does not fit its schema: ${parsed.error.message}`)
}
