import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { replyTracesProjection } from './reply-traces.projection.ts'

const where = { agentId: 'a1', channel: 'test-panel', at: '2026-11-21T12:00:00.000Z' } as const
const traced = (stream: string, messageId: string, trace = 'sealed') => ({
  type: 'ReplyTraced',
  stream,
  data: { ...where, messageId, trace },
})

test('keeps the newest traces of each conversation, one per reply, until it is deleted', () => {
  const many = Array.from({ length: 60 }, (_, n) => traced('conversation-c2', `m${n}`))
  const documents = projected(replyTracesProjection, [
    traced('conversation-c1', 'r1'),
    traced('conversation-c1', 'r2'),
    traced('conversation-c1', 'r1', 'again'),
    ...many,
    traced('conversation-c3', 'r1'),
    {
      type: 'ConversationDeleted',
      stream: 'conversation-c3',
      data: { agentId: 'a1', visitorId: 'v', at: '', reason: 'person' },
    },
  ] as never)
  expect(documents.get('c1')?.traces.map(({ messageId, trace }) => [messageId, trace])).toEqual([
    ['r2', 'sealed'],
    ['r1', 'again'],
  ])
  expect(documents.get('c2')?.traces.map(({ messageId }) => messageId)).toHaveLength(50)
  expect(documents.get('c2')?.traces.at(-1)?.messageId).toBe('m59')
  expect(documents.has('c3')).toBe(false)
})
