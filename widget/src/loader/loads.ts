/** Counts a load of the widget after the page has loaded. */

/**
 * The count is sent by importing an almost empty script. A policy that allowed this script also allows its imports,
 * Trusted Types included, whereas a request would need `connect-src` and an image `img-src`, and a temporary frame
 * costs more than the whole launcher. A browser imports the same address once per page.
 */
export function countLoad(address: string, signal: AbortSignal) {
  const send = () => {
    // A failed count does not affect the visitor.
    import(/* @vite-ignore */ address).catch(() => {})
  }
  if (document.readyState === 'complete') send()
  else addEventListener('load', send, { once: true, signal })
}
