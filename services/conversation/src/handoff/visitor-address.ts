/** The e-mail address at which a visitor can be answered. */
import { ERASED } from '@parley/contracts/message.ts'
import { z } from 'zod'
import type { ConversationState } from '../conversation.state.ts'

const email = z.email().max(300)
const ADDRESS = /[^\s@<>()[\]",;:]{1,64}@[^\s@<>()[\]",;:]{1,190}\.\p{L}{2,24}/u

/** The address that a text contains; undefined if there is none. */
export function addressIn(text: string): string | undefined {
  return email.safeParse(ADDRESS.exec(text.slice(0, 2_000))?.[0]).data
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
  return value !== undefined && value !== ERASED && email.safeParse(value.trim()).success
}
