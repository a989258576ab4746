/**
 * The proactive bubble (specification part 1 §4): shown one second after the theme is available; the badge shows 1,
 * then 2.
 */
import { element } from './elements.ts'
import { dismiss, isDismissed, pageStorage } from './notes.ts'
import type { Words } from './words.ts'

const delay = 1000

export type Bubble = { element: HTMLElement; hide(): void }

export function announce(options: {
  message: string
  words: Words
  /** When the theme was available, in milliseconds since 1970. */
  since: number
  /** Returns false once the chat is open. */
  wanted(): boolean
  setBadge(count: number): void
  open(): void
  preloadOn(target: HTMLElement): void
  dismissed(): void
}): Bubble {
  const { message, words, wanted, setBadge } = options
  const status = element('div', { role: 'status' })
  let timer: ReturnType<typeof setTimeout> | undefined
  if (message && wanted() && !isDismissed(pageStorage(), Date.now())) {
    setBadge(1)
    timer = setTimeout(show, delay - (Date.now() - options.since))
  }

  function show() {
    const text = element('button', { type: 'button' }, message)
    const shut = element('button', { type: 'button', class: 'shut cross', 'aria-label': words.dismiss })
    text.addEventListener('click', () => options.open())
    options.preloadOn(text)
    shut.addEventListener('click', () => {
      dismiss(pageStorage(), Date.now())
      hide()
      options.dismissed()
    })
    status.append(element('div', { class: 'bubble', dir: 'auto' }, text, shut))
    setBadge(2)
  }

  function hide() {
    clearTimeout(timer)
    if (timer !== undefined) setBadge(0)
    timer = undefined
    status.replaceChildren()
  }

  return { element: status, hide }
}
