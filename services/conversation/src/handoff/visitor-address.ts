/** The e-mail address at which a visitor can be answered. */

import { isVisitorEmail, visitorEmailIn } from '@parley/contracts/identity/visitor-email.ts'
import { ERASED } from '@parley/contracts/message.ts'
import type { ConversationState } from '../conversation.state.ts'

/** The address that a text contains; undefined if there is none. */
export function addressIn(text: string): string | undefined {
  return visitorEmailIn(text.slice(0, 2_000))
}

/**
 * The address that the visitor left last, in a question, a form or after asking for a person, or else the one that the
 * page gave.
 */
export function knownAddress(state: Pick<ConversationState, 'identity' | 'fields'>): string | undefined {
  const left = Object.entries(state.fields).toReversed()
  const named = left.find(([name, value]) => /e?_?-?mail/i.test(name) && isAddress(value))
  const any = named ?? left.find(([, value]) => isAddress(value))
  return any?.[1].trim() ?? (isAddress(state.identity?.email) ? state.identity?.email : undefined)
}

function isAddress(value: string | undefined): boolean {
  return value !== undefined && value !== ERASED && isVisitorEmail(value.trim())
}
