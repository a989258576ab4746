/** Imports scripts after the page has loaded, such as the empty one that counts a load of the widget. */

/**
 * A load is counted by importing an almost empty script. A policy that allowed this script also allows its imports,
 * Trusted Types included, whereas a request would need `connect-src` and an image `img-src`, and a temporary frame
 * costs more than the whole launcher. A browser imports the same address once per page.
 */
export function importAfterLoad(address: string, signal: AbortSignal) {
  const send = () => {
    // If it fails, the visitor can use the widget all the same.
    import(/* @vite-ignore */ address).catch(() => {})
  }
  if (document.readyState === 'complete') send()
  else addEventListener('load', send, { once: true, signal })
}
