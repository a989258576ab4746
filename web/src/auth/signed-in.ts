import type { SignInAnswer } from '@parley/contracts/identity/views.ts'

/** Loads with the answer of a sign-in, since nobody needs it before. */
const loadWayBack = () => import('@parley/contracts/identity/way-back.ts')

/** Goes on to where the person wanted to be; going back does not lead to the form again. */
export const leave = () =>
  loadWayBack().then(
    ({ wayBack }) => window.location.replace(wayBack(window.location.search, window.location.origin)),
    () => window.location.replace('/app/'),
  )

/** The page of the second step loads when an account asks for one. */
export const loadSecondStep = () => import('./second-step-page.tsx')

/**
 * Resolves to the answer of a sign-in once the page for it is there, so that a page that can't be loaded is an error of
 * the form that was submitted.
 */
export async function readyFor(answer: Promise<SignInAnswer>): Promise<SignInAnswer> {
  const answered = await answer
  if ('secondStep' in answered) await loadSecondStep()
  return answered
}
