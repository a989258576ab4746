import { emailIn } from '../../flow/capture.ts'
import type { Language } from '../../phrases.ts'
import { commandIn, isQuestion } from '../../understanding/commands.ts'
import { phoneIn } from '../../understanding/phones.ts'
import { smallTalkIn } from '../../understanding/small-talk.ts'

/** Words around contact details up to which nothing else is said: "You can reach me at". */
const MOST_AROUND_CONTACTS = 5

/**
 * Whether a message is no question to the agent: an answer to the flow, a button, a command, small talk or contact
 * details alone. `answered`: whether the agent looked for an answer. `expected`: whether the flow waited for its own.
 */
export function asksNothing(
  text: string,
  { language, answered, expected }: { language: Language; answered: boolean; expected: boolean },
): boolean {
  const small = smallTalkIn(text)
  if ((small && small !== 'about') || commandIn(text, language) || isContactAlone(text, language)) return true
  return !answered && (expected || !isQuestion(text, language))
}

function isContactAlone(text: string, language: Language): boolean {
  const email = emailIn(text)
  const phone = phoneIn(email?.rest ?? text, undefined)
  const rest = phone?.rest ?? email?.rest
  if (rest === undefined || isQuestion(rest, language)) return false
  return (rest.match(/[\p{L}\p{N}’'-]+/gu) ?? []).length <= MOST_AROUND_CONTACTS
}
