import { expect, it } from 'vitest'
import { settleRepliesPolicy } from './settle-replies.policy.ts'

const place = {
  id: 'e1',
  stream: 'conversation-c1',
  tenant: 'w1',
  actor: { kind: 'system', id: 'agent a1' },
  // The idempotency key names another hold, which must not matter.
  cause: { via: 'api', command: 'reply/other/7', correlation: 'c' },
}

async function settledFor(type: string, data: object): Promise<[string, string][]> {
  const done: [string, string][] = []
  const noted = (what: string) => async (of: { holdId: string }) => {
    done.push([what, of.holdId])
    return { ok: true, position: 1 } as const
  }
  const policy = settleRepliesPolicy({
    credits: { settleCredits: noted('settled'), releaseCredits: noted('released') },
    turns: { untilIdle: async () => undefined },
  })
  await policy.react({ ...place, type, data } as never)
  return done
}

it('takes the hold from the event and not from the idempotency key', async () => {
  const reply = { cost: 1, modelId: 'm', inputTokens: 1, outputTokens: 1 }
  expect(await settledFor('AgentReplied', { ...reply, holdId: 'c1.m1.1' })).toEqual([['settled', 'c1.m1.1']])
  expect(await settledFor('ReplyFailed', { reason: 'time-out', holdId: 'c1.m1.2' })).toEqual([
    ['released', 'c1.m1.2'],
  ])
  expect(await settledFor('ReplyDiscarded', { reason: 'deleted', holdId: 'h/3' })).toEqual([
    ['released', 'h/3'],
  ])
  // A reply without a hold is not settled.
  expect(await settledFor('AgentReplied', reply)).toEqual([])
})
