/** Composes the conversation context of a region. */
import type { AnyPolicy } from '@parley/kernel/policy.ts'
export function composeConversations(_options: object) {
  const policies: AnyPolicy[] = []
  return { handlers: {}, policies, async stop() {} }
}
