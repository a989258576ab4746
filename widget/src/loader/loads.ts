/** Counts a load of the widget once the page itself has loaded. */
import { element } from './elements.ts'

/**
 * The count is sent by a passing frame of our own origin: a page's policy that lets the chat in lets it in too, and
 * no request goes out in the page's name.
 */
export function countLoad(address: string) {
  const send = () => {
    const frame = element('iframe', { src: address, referrerpolicy: 'origin' })
    frame.style.display = 'none'
    frame.addEventListener('load', () => frame.remove())
    document.documentElement.append(frame)
  }
  if (document.readyState === 'complete') send()
  else addEventListener('load', send, { once: true })
}
