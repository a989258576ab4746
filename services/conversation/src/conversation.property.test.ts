/** Property tests: for any sequence of commands, a conversation can be rebuilt from its events. */
import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import { checkEvent } from '@parley/kernel/commands/specification.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ConversationState, conversation, waitingMessages } from './conversation.decider.ts'
import { contextOf } from './conversation.test-setup.ts'
import { NOW, type Step, start, steps } from './conversation.test-steps.ts'

type Run = { events: ConversationEvent[]; state: ConversationState }

function run(taken: Step[], each?: (run: Run) => void): Run {
  const { decide, evolve, initialState } = conversation.decider
  let state = initialState
  let now = NOW
  const events: ConversationEvent[] = []
  for (const { command, afterMs } of [{ command: start, afterMs: 0 }, ...taken]) {
    now += afterMs
    const decision = decide(command, state, new Date(now))
    if (!decision.ok) continue
    for (const event of decision.events) {
      checkEvent(conversation.events, event)
      state = evolve(state, event)
      events.push(event)
    }
    each?.({ events, state })
  }
  return { events, state }
}

/** The events as the log returns them, parsed from JSON. */
const replayed = (events: readonly ConversationEvent[]) =>
  events
    .map((event): ConversationEvent => JSON.parse(JSON.stringify(event)))
    .reduce(conversation.decider.evolve, conversation.decider.initialState)

describe('a conversation', () => {
  it('is rebuilt from its events at every revision, and the same commands give the same state', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        run(taken, ({ events, state }) => {
          expect(plain(replayed(events))).toEqual(plain(state))
        })
        expect(run(taken)).toEqual(run(taken))
      }),
      { numRuns: 150 },
    )
  })

  it('numbers messages without gaps, answers none twice and lets none wait for the agent under another owner', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const before: ConversationState[] = []
        let known = 0
        run(taken, ({ events, state }) => {
          if (!state.deleted)
            expect(state.messages.map(({ index }) => index)).toEqual(state.messages.map((_, nth) => nth))
          for (const event of events.slice(known)) {
            if (event.type !== 'AgentReplied') continue
            const then = before.at(-1)!
            for (const id of [event.data.inReplyTo, ...(event.data.alsoAnswers ?? [])])
              expect(then.visitorMessages.find((one) => one.messageId === id)?.outcome).not.toBe('answered')
          }
          known = events.length
          if (state.owner !== 'agent') expect(waitingMessages(state)).toEqual([])
          before.push(state)
        })
      }),
      { numRuns: 150 },
    )
  })

  it('tells every decision: until then, the agent answers and the message of the call waits or may be tried again', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        run(taken, ({ state }) => {
          for (const { inReplyTo, standing } of state.approvals) {
            if (standing === 'pending') continue
            expect(state.owner).toBe('agent')
            const message = state.visitorMessages.find(({ messageId }) => messageId === inReplyTo)
            expect(['waiting', 'failed']).toContain(message?.outcome)
          }
        })
      }),
      { numRuns: 300 },
    )
  })

  it('has the same state when loaded from the store as in memory', async () => {
    const region = await openTestRegion()
    let nth = 0
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const id = `c${nth++}`
        for (const { command } of [{ command: start }, ...taken])
          await region.handle(conversation, id, command, { ...contextOf(), subject: `conversation-${id}` })
        const warm = await region.load(conversation, id)
        region.commands.evict('conversation', id)
        const cold = await region.load(conversation, id)
        expect(plain(cold?.state)).toEqual(plain(warm?.state))
        expect(cold?.revision).toBe(warm?.revision)
      }),
      { numRuns: 25 },
    )
    await region.close()
  })
})

/** Removes undefined fields, which count as absent. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
