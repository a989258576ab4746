/** The e-mail address at which a visitor can be answered. */

import { addressOfVisitor, visitorEmailIn } from '@parley/contracts/identity/visitor-email.ts'
import type { ConversationState } from '../conversation.state.ts'

/** The address that a text contains; undefined if there is none. */
export function addressIn(text: string): string | undefined {
  return visitorEmailIn(text.slice(0, 2_000))
}

/** The address at which the visitor can be answered, as far as it is known. */
export function knownAddress({
  fields,
  identity,
}: Pick<ConversationState, 'identity' | 'fields'>): string | undefined {
  return addressOfVisitor({ fields, email: identity?.email })
}
