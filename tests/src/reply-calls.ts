/** The calls of a model for replies, without those by which a question is rewritten or a conversation summarised. */
import type { DoubleRequest } from '@parley/conversation/models/model-double.ts'

const BESIDES = ['into one question for a search', 'You keep notes of a conversation']

export function replyCalls(requests: readonly DoubleRequest[]): DoubleRequest[] {
  return requests.filter(({ body }) => {
    const sent = JSON.stringify(body)
    return BESIDES.every((words) => !sent.includes(words))
  })
}
