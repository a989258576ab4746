/**
 * One agent on a page. Creates only the launcher at first, so that it appears with the first paint of the page. The
 * rest (bubble, WhatsApp button, listeners) follows when the browser is idle or on the first call. The panel is created
 * when the visitor is about to open the chat.
 */
import type { LauncherData } from '@parley/contracts/agent/launcher.ts'
import { languageOf } from '../language.ts'
import type { FromFrame, Mode } from '../messages.ts'
import type { Widget, WidgetEvent } from '../page-api.ts'
import { hintInTitle } from '../title-hint.ts'
import beside from './beside.css?inline'
import { announce, type Bubble } from './bubble.ts'
import { adopt, element } from './elements.ts'
import styles from './launcher.css?inline'
import { importAfterLoad } from './loads.ts'
import { note, noteKey, pageStorage, recall } from './notes.ts'
import { createPanel, type Panel } from './panel.ts'
import { addressOf, followAddress, pageOf } from './surroundings.ts'
import { wordsFor } from './words.ts'

const defaultLayer = 2_147_483_000
const launcherWidth = 72

/** `agent` is null if it does not exist. */
export type Boot = { region: string; agentId: string; origin: string; agent: LauncherData | null }
type Surroundings = {
  /** Attributes of the script tag: `mode`, `container`, `zIndex`, `open`. */
  data: DOMStringMap
  /** Number of widgets that the page has already; `arrange.ts` corrects the places when it is loaded. */
  neighbours: number
  /** The address that counts a load when it is imported; empty if this page load was already counted. */
  loads: string
  emit(event: WidgetEvent, detail?: Record<string, unknown>): void
}

export function createWidget(boot: Boot, agent: LauncherData, around: Surroundings): Widget {
  const { data, emit } = around
  const born = Date.now()
  const container = data.container ? document.querySelector(data.container) : null
  const mode = modeOf(data.mode ?? agent.mode, container)
  const inline = mode === 'inline'
  const language = languageOf(agent.lang)
  const words = wordsFor(language, agent.words)
  const ending = new AbortController()
  const life = { signal: ending.signal }
  const address = () => addressOf(agent.ignorePaths)
  const page = () => pageOf(agent.ignorePaths)
  const ours = `${boot.origin}/widget/${boot.region}/${boot.agentId}`
  const host = element('div', { 'data-mode': mode, 'data-agent': boot.agentId })
  const root = host.attachShadow({ mode: 'open' })
  const launcher = element('button', { class: 'launcher', type: 'button', 'aria-haspopup': 'dialog' })
  const corner = element('div', { class: 'corner', lang: language }, launcher)
  const variables: Record<string, string> = {}
  /** What was noted on an earlier page; nothing of an agent that forgets. `ofTab`: in this tab. */
  const noted = (ofTab?: boolean) => recall(pageStorage(ofTab), boot.agentId, Date.now())
  let isOpen = false
  let unread = 0
  let bubble: Bubble | undefined
  let panel: Panel | undefined

  setExpanded()
  if (!inline) root.append(corner)
  dress()
  attach()
  launcher.addEventListener('click', toggle)

  const whole = () => {
    if (!bubble) {
      bubble = complete()
      begin()
    }
    return bubble
  }
  const chat = () => {
    panel ??= preparePanel()
    return panel
  }
  if (inline) whole()
  else whenIdle(() => life.signal.aborted || whole())

  function complete() {
    const preloadOn = (target: HTMLElement) => {
      for (const intent of ['pointerenter', 'focus', 'touchstart'])
        target.addEventListener(intent, () => chat().preload(), { once: true, passive: true })
    }
    preloadOn(launcher)
    const announced = announce({
      // Whoever had the chat open in this tab has read it.
      message: inline || noted(true) ? '' : agent.proactive,
      words,
      since: born,
      wanted: () => !isOpen,
      setBadge: (count) => setBadge(unread || count),
      open,
      preloadOn,
      dismissed: () => launcher.focus(),
    })
    corner.prepend(announced.element)
    if (agent.whatsapp) launcher.before(whatsappLink(agent.whatsapp))
    if (agent.whatsapp || agent.proactive) adopt(root, beside)
    // The open chat is in the browser's top layer, above any z-index of the page.
    if (!inline) host.popover = 'manual'
    const watcher = new MutationObserver(attach)
    watcher.observe(document.documentElement, { childList: true })
    life.signal.addEventListener('abort', () => watcher.disconnect())
    addEventListener('keydown', closeOnEscape, life)
    document.addEventListener('visibilitychange', () => hintInTitle(unread), life)
    if (agent.syncBrowser) addEventListener('storage', followTabs, life)
    if (agent.followPage) followAddress(address, (page) => panel?.send({ type: 'moved', page }), life.signal)
    return announced
  }

  function preparePanel() {
    const prepared = createPanel({
      root,
      address: `${ours}/frame`,
      origin: boot.origin,
      mode,
      title: agent.title,
      allow: agent.allow,
      font: agent.font === 'inherit' ? getComputedStyle(container ?? document.body).fontFamily : '',
      words,
      receive,
      leave: close,
      cover: (covered) => corner.classList.toggle('covered', covered),
      life,
    })
    if (mode === 'modal') {
      const backdrop = element('div', { class: 'backdrop' })
      backdrop.addEventListener('click', toggle)
      root.append(backdrop)
    }
    return prepared
  }

  /** Opens or starts the chat as the agent's settings and an earlier page of this visit require. */
  function begin() {
    const wasOpen = () => noted(!agent.syncBrowser)?.open && !chat().fillsScreen()
    if (inline || agent.autoOpen || data.open !== undefined || wasOpen()) open(false)
    else if (agent.autoStart || noted()?.talked) {
      chat().preload()
      chat().send({ type: agent.autoStart ? 'start' : 'watch', page: page() })
    }
    if (around.loads) importAfterLoad(around.loads, life.signal)
    // Without it, launchers stand side by side all the same.
    if (around.neighbours) importAfterLoad(`${boot.origin}/widget/arrange.js`, life.signal)
  }

  function open(focus = true, told = true) {
    whole().hide()
    const { preload, send, show, focus: enter } = chat()
    preload()
    send({ type: 'open', focus, page: page() })
    if (isOpen) return void (focus && enter())
    isOpen = true
    show()
    if (inline) return
    rise()
    setExpanded()
    if (mode === 'modal' && document.body) document.body.inert = true
    if (focus) enter()
    if (told) remember({ open: isOpen })
    emit('open')
  }

  function close(told = true) {
    if (!isOpen || inline) return
    const hadFocus = document.activeElement === host || mode === 'modal'
    isOpen = false
    if (mode === 'modal' && document.body) document.body.inert = false
    chat().hide()
    host.hidePopover?.()
    setExpanded()
    chat().send({ type: 'close' })
    if (hadFocus) launcher.focus()
    if (told) remember({ open: isOpen })
    emit('close')
  }

  function toggle() {
    if (isOpen) close()
    else open()
  }

  function setBadge(count: number) {
    if (count) launcher.dataset.count = `${count}`
    else delete launcher.dataset.count
    const action = isOpen ? words.close : words.open
    launcher.setAttribute('aria-label', count ? `${action} (${count})` : action)
  }

  function setExpanded() {
    launcher.setAttribute('aria-expanded', `${isOpen}`)
    setBadge(0)
  }

  function receive(message: FromFrame) {
    if (message.type === 'ready') {
      emit('ready')
      if (isOpen && root.activeElement?.closest('.waiting')) chat().focus()
    } else if (message.type === 'close') {
      close()
    } else if (message.type === 'unread') {
      unread = message.count
      setBadge(isOpen ? 0 : unread)
      hintInTitle(unread)
      emit('unread', { count: unread })
    } else {
      const { type, ...detail } = message
      if (type === 'message') remember({ talked: true })
      emit(type, detail)
    }
  }

  function remember(change: { open?: boolean; talked?: boolean }) {
    if (agent.forget) return
    note(pageStorage(), boot.agentId, change, Date.now())
    note(pageStorage(true), boot.agentId, change, Date.now())
  }

  /** Follows another tab that opened or closed the chat or sent a message (`syncBrowser`). */
  function followTabs({ key }: StorageEvent) {
    if (key !== noteKey(boot.agentId)) return
    const now = noted()
    if (panel?.loaded()) panel.send({ type: 'watch', page: page() })
    if (now?.open === undefined || now.open === isOpen || chat().fillsScreen()) return
    if (now.open) open(false, false)
    else close(false)
  }

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen || event.defaultPrevented) return
    if (mode === 'modal' || document.activeElement === host) close()
  }

  /** Attaches the widget again after the page replaced its content or its whole body. */
  function attach() {
    if (host.isConnected) return
    ;(inline && container ? container : document.documentElement).append(host)
    if (isOpen) rise()
  }

  function rise() {
    if (!inline && host.isConnected) host.showPopover?.()
  }

  function dress() {
    const properties: Record<string, string> = {
      layer: data.zIndex ?? `${defaultLayer}`,
      shift: `${around.neighbours * launcherWidth}px`,
      direction: language.startsWith('ar') ? 'rtl' : 'ltr',
      font: agent.font,
      ...agent.colours,
    }
    for (const name in properties) host.style.setProperty(`--${name}`, properties[name] ?? '')
    adopt(root, styles)
  }

  return {
    open: (focus) => open(focus),
    close: () => close(),
    toggle,
    send(text) {
      whole()
      chat().preload()
      chat().send({ type: 'send', text, page: page() })
    },
    identify: (identity) => chat().tell({ type: 'identify', identity }),
    setVariables(given) {
      for (const name in given) variables[name] = `${given[name] ?? ''}`
      chat().tell({ type: 'variables', variables })
    },
    destroy() {
      // Mounted again on this page, it is closed; other tabs keep theirs open.
      if (isOpen && !agent.forget) note(pageStorage(true), boot.agentId, { open: false }, Date.now())
      close(false)
      bubble?.hide()
      hintInTitle(0)
      ending.abort()
      panel?.destroy()
      host.remove()
    },
  }
}

/** With a container, every mode but `modal` becomes `inline`. Inline without a container becomes `popup`. */
function modeOf(wanted: string, container: Element | null): Mode {
  if (container && wanted !== 'modal') return 'inline'
  return wanted === 'modal' || wanted === 'full-width' ? wanted : 'popup'
}

function whatsappLink({ href, icon }: NonNullable<LauncherData['whatsapp']>): HTMLElement {
  const attributes = { class: 'whatsapp', href, target: '_blank', rel: 'noopener noreferrer' }
  const link = element('a', { ...attributes, 'aria-label': 'WhatsApp' })
  link.style.setProperty('--icon', icon)
  return link
}

/** Runs after the first paint, and within 300 ms on pages that are never idle. */
function whenIdle(task: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 300 })
  else setTimeout(task)
}
