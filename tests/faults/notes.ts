/**
 * A small domain for fault tests: notes by stream, personal and sealed, counted by a projection, published to the bus.
 */
import { defineEvents, type EventOf, personal } from '@parley/contracts/message.ts'
import type { MessageBus } from '@parley/kernel/bus/message-bus.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { type Aggregate, accept } from '@parley/kernel/commands/decider.ts'
import { definePolicy } from '@parley/kernel/policies/policy.ts'
import { tenantProjection } from '@parley/kernel/read-models/projection.ts'
import { z } from 'zod'

const events = defineEvents({
  NoteTaken: { version: 1, data: z.object({ text: personal(), place: z.number() }) },
  NoteCounted: { version: 1, data: z.object({ place: z.number() }) },
})

/** Two events a command, so that a partial append would be noticed. */
export const notes: Aggregate<number, { type: 'TakeNote'; text: string }, EventOf<typeof events>> = {
  category: 'notes',
  events,
  decider: {
    initialState: 0,
    evolve: (state, event) => (event.type === 'NoteTaken' ? state + 1 : state),
    decide: (command, place) =>
      accept(
        { type: 'NoteTaken', data: { text: command.text, place } },
        { type: 'NoteCounted', data: { place } },
      ),
  },
}

export type Tally = { taken: number; counted: number; last: string }

export const tallies = tenantProjection<Tally>()({
  name: 'tallies',
  version: 1,
  events,
  indexes: { byTaken: ['taken'] },
  identify: (event) => event.stream,
  project(before = { taken: 0, counted: 0, last: '' }, event) {
    const taken = before.taken + (event.type === 'NoteTaken' ? 1 : 0)
    return { taken, counted: before.counted + (event.type === 'NoteCounted' ? 1 : 0), last: event.id }
  },
})

export const TOPIC = 'notes'

export function relayNotes(bus: MessageBus) {
  return definePolicy({
    name: 'relay-notes',
    startFrom: 'origin',
    events,
    react: (event) =>
      bus.publish([{ topic: TOPIC, key: event.tenant, id: event.id, value: `"${event.cause.command}"` }]),
  })
}

export function contextOf(key: string): CommandContext {
  return {
    tenant: 'w1',
    actor: { kind: 'user', id: 'u1' },
    cause: { via: 'api', command: key, correlation: key },
    subject: 'user-u1',
  }
}
