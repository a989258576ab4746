/** The panel around the chat's frame: fetched on intent, spoken to by messages, fitted to the screen. */
import { type FromFrame, type FromLoader, frameHash, type Mode } from '../messages.ts'
import { element, icon, icons } from './elements.ts'
import type { Words } from './words.ts'

/** How long a frame may take before the visitor is offered another try. */
const patience = 10_000

export type Panel = {
  element: HTMLElement
  /** Fetches the frame if it is not there yet. */
  preload(): void
  /** Delivered at once, or as soon as the frame is ready. */
  send(message: FromLoader): void
  show(): void
  hide(): void
  focus(): void
  destroy(): void
}

type PanelOptions = {
  address: string
  origin: string
  mode: Mode
  title: string
  words: Words
  receive(message: FromFrame): void
  leave(): void
  /** Told whether the chat covers the whole window. */
  cover(covered: boolean): void
  /** Ends the panel's listeners. */
  life: { signal: AbortSignal }
}

export function createPanel(options: PanelOptions): Panel {
  const { mode, origin, words, life } = options
  const waiting = element('div', { class: 'waiting' })
  const panel = element(
    'div',
    { class: `panel ${mode}`, role: 'dialog', 'aria-label': options.title },
    waiting,
  )
  const phone = matchMedia('(max-width: 480px), (max-height: 500px) and (pointer: coarse)')
  const view = window.visualViewport
  let frame: HTMLIFrameElement | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let ready = false
  let unsent: FromLoader[] = []
  let scrolling: string | undefined

  const leave = button('leave', words.close, options.leave)
  leave.append(icon(icons.cross))
  const again = button('again', '', load)
  again.append('Try again')
  const trouble = element('p', { role: 'alert' })
  waiting.append(element('i'), trouble, again)
  if (mode !== 'inline') waiting.append(leave)

  function load() {
    frame?.remove()
    ready = false
    waiting.className = 'waiting'
    trouble.textContent = ''
    panel.classList.remove('ready')
    // Whatever the page's policy: the server asks on which website the chat is shown.
    const referrerpolicy = 'origin'
    frame = element('iframe', { title: options.title, allow: 'clipboard-write; fullscreen', referrerpolicy })
    frame.src = options.address + frameHash(location.origin, mode)
    panel.append(frame)
    clearTimeout(timer)
    timer = setTimeout(() => {
      waiting.className = 'waiting failed'
      trouble.textContent = 'Something went wrong:'
    }, patience)
  }

  function receive(event: MessageEvent) {
    if (!frame || event.origin !== origin || event.source !== frame.contentWindow) return
    const message = event.data as FromFrame
    if (message.type === 'ready') {
      clearTimeout(timer)
      ready = true
      panel.classList.add('ready')
      for (const late of unsent) post(late)
      unsent = []
    }
    options.receive(message)
  }

  function post(message: FromLoader) {
    frame?.contentWindow?.postMessage(message, origin)
  }

  /** On a phone, or at full width, the chat is the screen that the keyboard leaves free. */
  function fit() {
    const open = panel.classList.contains('open')
    const fills = mode !== 'inline' && (mode === 'full-width' || phone.matches)
    const followed = fills && open && view && view.scale === 1 ? view : undefined
    panel.classList.toggle('fill', fills)
    panel.style.setProperty('top', followed ? `${followed.offsetTop}px` : '')
    panel.style.setProperty('height', followed ? `${followed.height}px` : '')
    lockScrolling(fills && open)
    options.cover(fills && open)
  }

  /** The page behind must not move under the chat. */
  function lockScrolling(lock: boolean) {
    const page = document.documentElement.style
    if (lock && scrolling === undefined) {
      scrolling = page.overflow
      page.overflow = 'hidden'
    } else if (!lock && scrolling !== undefined) {
      page.overflow = scrolling
      scrolling = undefined
    }
  }

  addEventListener('message', receive, life)
  phone.addEventListener('change', fit, life)
  view?.addEventListener('resize', fit, life)
  view?.addEventListener('scroll', fit, life)

  return {
    element: panel,
    preload: () => frame || load(),
    send(message) {
      if (ready) post(message)
      else unsent = [...unsent.filter(({ type }) => type !== message.type), message]
    },
    show() {
      panel.classList.add('open')
      fit()
    },
    hide() {
      panel.classList.remove('open')
      fit()
    },
    focus: () => (ready ? frame : leave)?.focus({ preventScroll: true }),
    destroy() {
      clearTimeout(timer)
      lockScrolling(false)
    },
  }
}

function button(name: string, label: string, press: () => void) {
  const made = element('button', { class: name, type: 'button' })
  if (label) made.setAttribute('aria-label', label)
  made.addEventListener('click', press)
  return made
}
