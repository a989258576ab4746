/**
 * The panel around the chat's frame: loads the frame on demand, exchanges messages with it and fits it to the screen.
 */
import { type FromFrame, type FromLoader, frameHash, type Mode } from '../messages.ts'
import { adopt, element } from './elements.ts'
import styles from './panel.css?inline'
import type { Words } from './words.ts'

/** Ms after which a frame that is not ready is treated as failed and the visitor can retry. */
const patience = 10_000

export type Panel = {
  /** Loads the frame if it is not loaded yet. */
  preload(): void
  loaded(): boolean
  /** Delivers the message immediately, or as soon as the frame is ready. */
  send(message: FromLoader): void
  /**
   * Like `send`, and repeats the newest message of its type to every frame that is loaded later. For data about the
   * visitor.
   */
  tell(fact: FromLoader): void
  show(): void
  hide(): void
  focus(): void
  /** Whether the open chat covers the whole window. */
  fillsScreen(): boolean
  destroy(): void
}

type PanelOptions = {
  root: ShadowRoot
  address: string
  origin: string
  mode: Mode
  title: string
  /** Value of the frame's attribute of this name. */
  allow: string
  /** The `font-family` of the page, if the chat takes it. */
  font: string
  words: Words
  receive(message: FromFrame): void
  leave(): void
  /** Called with whether the chat, or its backdrop, covers the whole window. */
  cover(covered: boolean): void
  /** Aborts the listeners of the panel. */
  life: { signal: AbortSignal }
}

export function createPanel(options: PanelOptions): Panel {
  const { root, mode, origin, words, life } = options
  const waiting = element('div', { class: 'waiting' })
  const attributes = { class: `panel ${mode}`, role: 'dialog', 'aria-label': options.title }
  const panel = element('div', attributes, waiting)
  if (mode === 'modal') panel.setAttribute('aria-modal', 'true')
  const phone = matchMedia('(max-width: 480px), (max-height: 500px) and (pointer: coarse)')
  const view = window.visualViewport
  let frame: HTMLIFrameElement | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let ready = false
  let unsent: FromLoader[] = []
  const facts = new Map<string, FromLoader>()
  let scrolling: string | undefined

  const leave = button('leave cross', words.close, options.leave)
  const again = button('again', '', load)
  again.append(words.again)
  const trouble = element('p', { role: 'alert' })
  waiting.append(element('i'), trouble, again)
  if (mode !== 'inline') waiting.append(leave)
  adopt(root, styles)
  root.append(panel)

  function load() {
    frame?.remove()
    ready = false
    waiting.className = 'waiting'
    trouble.textContent = ''
    panel.classList.remove('ready')
    // Overrides the policy of the page, because the server checks on which website the chat is shown.
    const referrerpolicy = 'origin'
    frame = element('iframe', { title: options.title, allow: options.allow, referrerpolicy })
    frame.src = options.address + frameHash(location.origin, mode, options.font)
    panel.append(frame)
    clearTimeout(timer)
    timer = setTimeout(() => {
      waiting.className = 'waiting failed'
      trouble.textContent = words.wrong
    }, patience)
  }

  function receive(event: MessageEvent) {
    if (!frame || event.origin !== origin || event.source !== frame.contentWindow) return
    const message = event.data as FromFrame
    if (message.type === 'ready') {
      clearTimeout(timer)
      ready = true
      panel.classList.add('ready')
      for (const late of [...facts.values(), ...unsent]) post(late)
      unsent = []
    }
    options.receive(message)
  }

  function post(message: FromLoader) {
    frame?.contentWindow?.postMessage(message, origin)
  }

  /** On phones, or at full width, the chat fills the part of the screen that the keyboard leaves free. */
  function fit() {
    const open = panel.classList.contains('open')
    const fills = fillsScreen()
    const followed = fills && open && view && view.scale === 1 ? view : undefined
    panel.classList.toggle('fill', fills)
    panel.style.setProperty('top', followed ? `${followed.offsetTop}px` : '')
    panel.style.setProperty('height', followed ? `${followed.height}px` : '')
    lockScrolling(fills && open)
    options.cover(open && (fills || mode === 'modal'))
  }

  const fillsScreen = () => mode !== 'inline' && (mode === 'full-width' || phone.matches)

  /** Prevents the page behind the chat from scrolling. */
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

  function send(message: FromLoader) {
    if (ready) return post(message)
    // Only the newest message of each type is kept, except for `send`.
    const superseded = ({ type }: FromLoader) => type === message.type && type !== 'send'
    unsent = [...unsent.filter((each) => !superseded(each)), message]
  }

  return {
    preload: () => frame || load(),
    loaded: () => frame !== undefined,
    send,
    tell(fact) {
      facts.set(fact.type, fact)
      if (ready) post(fact)
    },
    fillsScreen,
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
