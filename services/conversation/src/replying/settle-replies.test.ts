import { expect, it } from 'vitest'
import { settleRepliesPolicy } from './settle-replies.policy.ts'

const place = {
  id: 'e1',
  stream: 'conversation-c1',
  tenant: 'w1',
  actor: { kind: 'system', id: 'agent a1' },
  // Whatever the command's key looks like, and whoever gave it.
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
    answering: { untilFree: async () => undefined },
  })
  await policy.react({ ...place, type, data } as never)
  return done
}

it('takes the hold from the event, and nothing from how a key is written', async () => {
  const reply = { cost: 1, modelId: 'm', inputTokens: 1, outputTokens: 1 }
  expect(await settledFor('AgentReplied', { ...reply, holdId: 'c1.m1.1' })).toEqual([['settled', 'c1.m1.1']])
  expect(await settledFor('ReplyFailed', { reason: 'time-out', holdId: 'c1.m1.2' })).toEqual([
    ['released', 'c1.m1.2'],
  ])
  expect(await settledFor('ReplyDiscarded', { reason: 'deleted', holdId: 'h/3' })).toEqual([
    ['released', 'h/3'],
  ])
  // A first message was not paid for.
  expect(await settledFor('AgentReplied', reply)).toEqual([])
})
