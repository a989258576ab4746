/** What the widget watches and changes of the page around it. */

/** The page's address as the chat is told it; with `vfSettings.enableIgnoreUrlPaths` only which site it is. */
export const addressOf = (ignorePaths: boolean) => (ignorePaths ? `${location.origin}/` : location.href)

/**
 * Calls back at client-side navigation (`listenForUrlChanges`) without laying hands on the page's `history`: by the
 * Navigation API, or where there is none by looking once a second.
 */
export function followAddress(address: () => string, moved: (address: string) => void, life: AbortSignal) {
  let known = address()
  const look = () => {
    const now = address()
    if (now === known) return
    known = now
    moved(now)
  }
  const { navigation } = window as { navigation?: EventTarget }
  if (navigation) navigation.addEventListener('currententrychange', look, { signal: life })
  else {
    const timer = setInterval(look, 1000)
    life.addEventListener('abort', () => clearInterval(timer))
  }
}
