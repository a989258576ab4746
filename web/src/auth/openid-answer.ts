/** The way to an OpenID provider and back, which begins and ends in one tab. */

/** Kept in this tab while the person is at the provider. */
const KEY = 'parley_openid'

/** `page`: path and query to return to. */
type Begun<With extends object> = { ticket: string; page: string } & With

/** Leaves for the provider. */
export function leaveForProvider<With extends object>(
  { address, ticket }: { address: string; ticket: string },
  kept: With,
): void {
  const { pathname, search } = window.location
  const begun: Begun<With> = { ...kept, ticket, page: pathname + search }
  sessionStorage.setItem(KEY, JSON.stringify(begun))
  window.location.assign(address)
}

/**
 * Takes the provider's answer out of the address, which then is that of the page where the sign-in began, else
 * `otherwise`. Returns it with what was kept; undefined if no sign-in began in this tab.
 */
export function takeAnswer<With extends object>(
  otherwise: string,
): ({ answer: string } & Begun<With>) | undefined {
  const answer = window.location.search.slice(1)
  const stored = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  const begun: Begun<With> | undefined = stored === null ? undefined : JSON.parse(stored)
  window.history.replaceState(null, '', begun?.page ?? otherwise)
  return begun && { ...begun, answer }
}
