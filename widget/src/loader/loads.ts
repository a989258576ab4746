/** Counts a load of the widget once the page itself has loaded. */

/**
 * The count is sent by importing a script that is as good as empty: a policy that let this one in lets its imports in
 * too, Trusted Types included, where a request of the page's own would need `connect-src`, a picture `img-src`, and a
 * passing frame costs more than all of the launcher. A browser imports the same address once in a page.
 */
export function countLoad(address: string, signal: AbortSignal) {
  const send = () => {
    // Uncounted is no harm to the visitor.
    import(/* @vite-ignore */ address).catch(() => {})
  }
  if (document.readyState === 'complete') send()
  else addEventListener('load', send, { once: true, signal })
}
