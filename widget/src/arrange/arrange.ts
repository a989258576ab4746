/**
 * Places what several widgets of a page show in its corner, so that nothing overlaps or leaves the screen: launchers in
 * a row, bubbles above each other and above every WhatsApp button. The loader imports it once a page has a second widget.
 */

/** The width of a launcher, and the gap between things above each other and to the screen's edge, in pixels. */
const launcherWidth = 72
const gap = 16

const watcher = new MutationObserver(arrange)
const watched = new WeakSet<Node>()
watcher.observe(document.documentElement, { childList: true })
addEventListener('resize', arrange)
arrange()

function arrange() {
  const corners = [...document.querySelectorAll('[data-agent]')].flatMap(
    ({ shadowRoot }) => shadowRoot?.querySelector<HTMLElement>('.corner') ?? [],
  )
  for (const [nth, corner] of corners.entries()) {
    corner.style.setProperty('--shift', `${nth * launcherWidth}px`)
    if (watched.has(corner)) continue
    watched.add(corner)
    watcher.observe(corner, { childList: true, subtree: true })
  }
  const bubbles = corners.flatMap((corner) => corner.querySelector<HTMLElement>('.bubble') ?? [])
  for (const bubble of bubbles) bubble.style.margin = ''
  const buttons = corners.flatMap((corner) => corner.querySelector('.whatsapp') ?? [])
  let taken = Math.min(innerHeight, ...buttons.map(topOf).filter((top) => top > 0))
  for (const bubble of bubbles) {
    const { bottom, left } = bubble.getBoundingClientRect()
    bubble.style.marginBottom = `${Math.max(0, bottom + gap - taken)}px`
    // On a phone, one above the second or third launcher is wider than what is left of it.
    bubble.style.marginRight = `${Math.min(0, left - gap)}px`
    taken = topOf(bubble)
  }
}

function topOf(element: Element) {
  return element.getBoundingClientRect().top
}
