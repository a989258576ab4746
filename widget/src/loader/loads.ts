/** Counts a load of the widget once the page itself has loaded. */
import { element } from './elements.ts'

/**
 * The count is sent by a passing frame of our own origin: a policy that lets the chat in lets it in too, where a
 * request of the page's own would need `connect-src`, a picture `img-src`, and a script's address a Trusted Types
 * policy. It stands beside the chat's frame, out of reach of the page's styles, unseen and unheard, and goes as
 * soon as it has loaded, or with the widget.
 */
export function countLoad(root: ShadowRoot, address: string, signal: AbortSignal) {
  const frame = element('iframe', { src: address, referrerpolicy: 'origin', hidden: '', title: 'Load' })
  frame.addEventListener('load', () => frame.remove())
  const send = () => root.append(frame)
  if (document.readyState === 'complete') send()
  else addEventListener('load', send, { once: true, signal })
}
