/** What a visitor asks of a conversation besides saying something. */
import { call } from '../server/api.ts'
import type { Conversation } from './state.ts'

type Place = ReturnType<Conversation['place']>

/** A reply that is over when this arrives stays as it is. */
export function stop({ params, token }: Place): void {
  void call('conversations.stop', { params }, { token }).catch(() => undefined)
}

/** False where the server could not be told. */
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
