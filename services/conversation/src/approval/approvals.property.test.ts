/** Property tests: whatever happens around a decision, the call is made at most once and the decision is told. */
import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ConversationCommand, conversation, type Reply } from '../conversation.decider.ts'
import { start } from '../conversation.test-steps.ts'
import { nextBurst } from '../turn/queue/burst.ts'
import { decisionsOn } from './approvals.ts'

const likely = ['say', 'turn', 'approve', 'raced turn', 'discarded turn'] as const
const others = [
  'stopped turn',
  'failed turn',
  'approve last',
  'decline',
  'take over',
  'hand back',
  'reply as person',
  'resolve',
] as const
const act = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...likely) },
  { weight: 1, arbitrary: fc.constantFrom(...others) },
)
const person = { userId: 'u1', displayName: 'Ada' }
const used = {
  sources: [],
  modelId: 'm',
  inputTokens: 1,
  outputTokens: 1,
  tookMs: 1,
  cost: 1,
  grounded: true,
}

function openConversation() {
  const { decide, evolve, initialState } = conversation.decider
  let state = initialState
  let nth = 0
  /** How often each approved call was made. */
  const made = new Map<string, number>()
  const events: ConversationEvent[] = []
  const run = (command: ConversationCommand) => {
    const decision = decide(command, state, new Date(Date.UTC(2026, 10, 29) + nth))
    if (!decision.ok) return
    for (const event of decision.events) {
      events.push(event)
      state = evolve(state, event)
    }
  }

  /** As a turn does it: an approved call that has no answer yet is made, then the reply is recorded with it. */
  function turn(how: 'whole' | 'stopped' | 'failed' | 'discarded' | 'raced', asks: boolean) {
    const burst = nextBurst(
      state,
      state.visitorMessages.findLast((one) => one.outcome === 'failed')?.messageId,
    )
    const last = burst.at(-1)
    if (!last) return
    const decisions = decisionsOn(state, last.messageId)
    const { epoch } = state
    const isStopped = how === 'stopped'
    const toolCalls = decisions.flatMap(({ approvalId, standing, answered }) => {
      if (standing !== 'approved' || answered || isStopped) return []
      made.set(approvalId, (made.get(approvalId) ?? 0) + 1)
      const call = { toolId: 't1', name: 'Refund', calledBy: 'model', outcome: 'ok', tookMs: 1 } as const
      return [{ ...call, approvalId, request: '', response: 'Done' }]
    })
    if (how === 'discarded') run({ type: 'TakeOver', person })
    if (how === 'raced') take('approve')
    const messageId = `r${nth}`
    const inReplyTo = last.messageId
    if (how === 'failed') {
      const failure = {
        messageId,
        inReplyTo,
        attempt: last.failures + 1,
        notice: '',
        reason: 'time-out',
      } as const
      return run({ type: 'RecordFailure', ...failure, toolCalls, epoch })
    }
    const wanted = { toolId: 't1', functionName: 'refund', name: 'Refund', values: {}, toolVersion: '' }
    const reply: Reply = {
      ...{ messageId, inReplyTo, blocks: [], ...used, toolCalls },
      alsoAnswers: burst.slice(0, -1).map((one) => one.messageId),
      ...(isStopped ? { stopped: true } : { approvalIds: decisions.map(({ approvalId }) => approvalId) }),
      approvalRequests:
        asks && !isStopped ? ['p', 'q'].map((name) => ({ approvalId: `${name}${nth}`, ...wanted })) : [],
    }
    run({ type: 'RecordReply', reply, epoch })
  }

  function take(what: (typeof likely | typeof others)[number]) {
    nth++
    const pending = state.approvals.filter(({ standing }) => standing === 'pending')
    const decided = (approvalId = 'none', outcome: 'approved' | 'declined') =>
      run({ type: 'DecideApproval', approvalId, outcome, person })
    switch (what) {
      case 'say':
        return run({ type: 'ReceiveVisitorMessage', messageId: `m${nth}`, text: 'Refund it' })
      case 'turn':
        return turn('whole', nth % 3 !== 0)
      case 'stopped turn':
        return turn('stopped', false)
      case 'failed turn':
        return turn('failed', false)
      case 'raced turn':
        return turn('raced', true)
      case 'discarded turn':
        return turn('discarded', true)
      case 'approve':
        return decided(pending[0]?.approvalId, 'approved')
      case 'approve last':
        return decided(pending.at(-1)?.approvalId, 'approved')
      case 'decline':
        return decided(pending[0]?.approvalId, 'declined')
      case 'take over':
        return run({ type: 'TakeOver', person })
      case 'hand back':
        return run({ type: 'HandBack', person })
      case 'reply as person':
        return run({ type: 'ReplyAsPerson', messageId: `h${nth}`, blocks: [], person })
      case 'resolve':
        return run({ type: 'SetStatus', status: 'resolved', person })
    }
  }
  return { take, turn, made, events, state: () => state, run }
}

it('each decision is told, each approved call is made once at most, and the conversation comes to rest', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (taken) => {
      const { take, turn, made, state, run, events } = openConversation()
      run(start)
      for (const one of taken) {
        take(one)
        for (const { approvalId, inReplyTo, standing } of state().approvals) {
          if (standing === 'pending') {
            expect(made.get(approvalId)).toBeUndefined()
            continue
          }
          if (state().owner !== 'agent') {
            // It is made when the agent answers again.
            expect({ standing, made: made.get(approvalId) }).toEqual({
              standing: 'approved',
              made: undefined,
            })
            continue
          }
          const message = state().visitorMessages.find(({ messageId }) => messageId === inReplyTo)
          expect(['waiting', 'failed']).toContain(message?.outcome)
        }
      }
      if (state().status === 'resolved') run({ type: 'SetStatus', status: 'open', person })
      run({ type: 'HandBack', person })
      for (let rounds = 0; nextBurst(state(), undefined).length > 0; rounds++) {
        expect(rounds).toBeLessThan(50)
        turn('whole', false)
      }
      for (let rounds = 0; rounds < 50; rounds++) turn('whole', false)
      expect(state().approvals.filter(({ standing }) => standing !== 'pending')).toEqual([])
      for (const [, times] of made) expect(times).toBe(1)
      const approved = events.filter(
        (event) => event.type === 'ToolApprovalDecided' && event.data.outcome === 'approved',
      ).length
      expect(made.size).toBeLessThanOrEqual(approved)
    }),
    { numRuns: 3_000 },
  )
})
