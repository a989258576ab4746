/** Calls of a visitor other than sending a message. */
import { call } from '../server/api.ts'
import type { Conversation } from './state.ts'

type Place = ReturnType<Conversation['place']>

/** Has no effect if the reply is complete when this arrives. */
export function stop({ params, token }: Place): void {
  void call('conversations.stop', { params }, { token }).catch(() => undefined)
}

/** Returns false if the call failed. */
export function rate(
  { params, token }: Place,
  body: { messageId: string; rating: 'up' | 'down' | 'none'; comment?: string },
): Promise<boolean> {
  return call('conversations.feedback', { params, body }, { token }).then(
    () => true,
    () => false,
  )
}

export function requestHandoff({ params, token }: Place) {
  return call('conversations.requestHandoff', { params, body: {} }, { token })
}
