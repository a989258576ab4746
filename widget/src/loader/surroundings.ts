/** What the widget observes of the page around it. */

/** The page's address as sent to the chat; only its origin with `vfSettings.enableIgnoreUrlPaths`. */
export const addressOf = (ignorePaths: boolean) => (ignorePaths ? `${location.origin}/` : location.href)

/** The same with the page's title on a second line. */
export const pageOf = (ignorePaths: boolean) =>
  ignorePaths ? addressOf(ignorePaths) : `${location.href}\n${document.title}`

/**
 * Calls back on client-side navigation (`listenForUrlChanges`) without patching the page's `history`: uses the
 * Navigation API, or polls once a second where it is missing.
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
