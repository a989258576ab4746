import type { SignedInView, SignInAnswer } from './views.ts'

/** Returns the session that a sign-in began. Throws if the account asks for a second step. */
export function sessionIn(answer: SignInAnswer): SignedInView {
  if ('secondStep' in answer) throw new Error('This account asks for a second step at sign-in.')
  return answer
}
