/** One agent on a page: launcher, bubble, WhatsApp button and the panel with the chat. */
import type { PublicAgent } from '@parley/contracts/agent/document.ts'
import { languageOf } from '../language.ts'
import type { FromFrame, Mode } from '../messages.ts'
import type { Widget, WidgetEvent } from '../page-api.ts'
import { themeOf } from '../theme.ts'
import { dismiss, isDismissed, pageStorage } from './dismissal.ts'
import { element, icon, icons } from './elements.ts'
import styles from './launcher.css?inline'
import { createPanel } from './panel.ts'
import { wordsFor } from './words.ts'

/** The proactive bubble comes this long after the theme is there (specification part 1 §9). */
const bubbleDelay = 1000
/** A page's first look into its storage blocks for milliseconds: not while it is being drawn. */
const storageDelay = 100
const defaultLayer = 2_147_483_000
const launcherWidth = 72

/** The public data without pictures and styles, which only the chat needs and which may be large. */
export type LauncherAgent = Omit<PublicAgent, 'ADVANCED_customCSS' | 'chatBgURL' | 'roundedImageURL'>
export type Boot = { region: string; agentId: string; origin: string; agent: LauncherAgent | null }
type Surroundings = {
  /** Attributes of the script tag: `mode`, `container`, `zIndex`, `open`. */
  data: DOMStringMap
  /** How many launchers stand in the corner already. */
  neighbours: number
  emit(event: WidgetEvent, detail?: Record<string, unknown>): void
}

export function createWidget(
  boot: Boot,
  agent: LauncherAgent,
  { data, neighbours, emit }: Surroundings,
): Widget {
  const container = data.container ? document.querySelector(data.container) : null
  const mode = modeOf(data.mode ?? agent.ui.widgetType, container)
  const language = languageOf(agent.lang)
  const words = wordsFor(language)
  const inline = mode === 'inline'
  const ending = new AbortController()
  const life = { signal: ending.signal }
  const host = element('div', { 'data-mode': mode, 'data-agent': boot.agentId })
  const root = host.attachShadow({ mode: 'open' })
  const corner = element('div', { class: 'corner', lang: language })
  const status = element('div', { role: 'status' })
  const launcher = element('button', {
    class: 'launcher',
    type: 'button',
    'aria-haspopup': 'dialog',
    'aria-expanded': 'false',
  })
  const whatsapp = whatsappLink(agent)
  const backdrop = element('div', { class: 'backdrop' })
  const panel = createPanel({
    address: `${boot.origin}/widget/${boot.region}/${boot.agentId}/frame`,
    origin: boot.origin,
    mode,
    title: agent.title,
    words,
    receive,
    leave: close,
    cover: (covered) => corner.classList.toggle('covered', covered),
    life,
  })
  let isOpen = false
  let bubbleTimer: ReturnType<typeof setTimeout> | undefined

  function open(focus = true) {
    panel.preload()
    panel.send({ type: 'open', focus, page: location.href })
    if (isOpen) return panel.focus()
    isOpen = true
    hideBubble()
    panel.show()
    if (inline) return
    setExpanded()
    if (mode === 'modal' && document.body) document.body.inert = true
    if (focus) panel.focus()
    emit('open')
  }

  function close() {
    if (!isOpen || inline) return
    const hadFocus = document.activeElement === host || mode === 'modal'
    isOpen = false
    if (mode === 'modal' && document.body) document.body.inert = false
    panel.hide()
    setExpanded()
    panel.send({ type: 'close' })
    if (hadFocus) launcher.focus()
    emit('close')
  }

  const toggle = () => (isOpen ? close() : open())

  function setBadge(count: number) {
    if (count) launcher.dataset.count = `${count}`
    else delete launcher.dataset.count
    const action = isOpen ? words.close : words.open
    launcher.setAttribute('aria-label', count ? `${action} (${count})` : action)
  }

  function setExpanded() {
    launcher.setAttribute('aria-expanded', `${isOpen}`)
    setBadge(0)
    for (const link of whatsapp) link.classList.toggle('away', isOpen)
  }

  function receive(message: FromFrame) {
    if (message.type === 'ready') {
      emit('ready')
      if (isOpen && root.activeElement?.closest('.waiting')) panel.focus()
    } else if (message.type === 'close') {
      close()
    } else if (message.type === 'unread') {
      setBadge(message.count)
      emit('unread', { count: message.count })
    } else {
      emit('message', { id: message.id, role: message.role })
    }
  }

  /** Not with 'none', autostart, an open chat, or within a day of being closed; the badge counts 1, then 2. */
  function announce() {
    if (!agent.proactiveMessage || agent.proactiveMessage === 'none' || agent.autoStartWidget) return
    bubbleTimer = setTimeout(() => {
      if (isOpen || isDismissed(pageStorage(), Date.now())) return
      setBadge(1)
      bubbleTimer = setTimeout(showBubble, bubbleDelay - storageDelay)
    }, storageDelay)
  }

  function showBubble() {
    const text = element('button', { type: 'button' }, agent.proactiveMessage)
    const shut = element('button', { type: 'button', 'aria-label': words.dismiss }, icon(icons.cross))
    text.addEventListener('click', () => open())
    preloadOn(text)
    shut.addEventListener('click', () => {
      dismiss(pageStorage(), Date.now())
      hideBubble()
      launcher.focus()
    })
    status.append(element('div', { class: 'bubble', dir: 'auto' }, text, shut))
    setBadge(2)
  }

  function hideBubble() {
    clearTimeout(bubbleTimer)
    status.replaceChildren()
    setBadge(0)
  }

  function preloadOn(target: HTMLElement) {
    for (const intent of ['pointerenter', 'focus', 'touchstart']) {
      target.addEventListener(intent, panel.preload, { once: true, passive: true })
    }
  }

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen || event.defaultPrevented) return
    if (mode === 'modal' || document.activeElement === host) close()
  }

  /** A page that swaps its content, or its whole body, keeps the chat. */
  function attach() {
    if (!host.isConnected) (inline && container ? container : document.documentElement).append(host)
  }

  function dress() {
    const theme = themeOf(agent)
    const dark = theme.scheme === 'dark'
    const properties: Record<string, string> = {
      '--layer': data.zIndex ?? `${defaultLayer}`,
      '--shift': `${neighbours * launcherWidth}px`,
      '--direction': language.startsWith('ar') ? 'rtl' : 'ltr',
      '--font': JSON.stringify(agent.fontFamily || 'DM Sans'),
      '--primary': theme.primary,
      '--on-primary': theme.onPrimary,
      '--surface': dark ? '#161a22' : '#fff',
      '--ink': dark ? '#e8ebf1' : '#1a2233',
      '--line': dark ? '#2c3340' : '#e4e8ef',
    }
    for (const name in properties) host.style.setProperty(name, properties[name] ?? '')
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    root.adoptedStyleSheets = [sheet]
  }

  launcher.append(icon(icons.chat, true), icon(icons.down))
  launcher.addEventListener('click', toggle)
  backdrop.addEventListener('click', toggle)
  preloadOn(launcher)
  if (mode === 'modal') panel.element.setAttribute('aria-modal', 'true')
  setBadge(0)
  corner.append(status, ...whatsapp, launcher)
  root.append(...(inline ? [] : [corner]), panel.element, ...(mode === 'modal' ? [backdrop] : []))
  dress()
  attach()
  const watcher = new MutationObserver(attach)
  watcher.observe(document.documentElement, { childList: true })
  addEventListener('keydown', closeOnEscape, life)

  if (inline || agent.autoOpenWidget || data.open !== undefined) open(false)
  else if (agent.autoStartWidget) {
    panel.preload()
    panel.send({ type: 'start', page: location.href })
  }
  announce()

  return {
    open,
    close,
    toggle,
    destroy() {
      close()
      hideBubble()
      watcher.disconnect()
      ending.abort()
      panel.destroy()
      host.remove()
    },
  }
}

/** Full width fills its container where it has one, else the window; inline without a container is a popup. */
function modeOf(wanted: string, container: Element | null): Mode {
  if (container && wanted !== 'modal') return 'inline'
  return wanted === 'modal' || wanted === 'full-width' ? wanted : 'popup'
}

function whatsappLink(agent: LauncherAgent): HTMLElement[] {
  const digits = agent.whatsappPhoneNumber.replace(/\D/g, '')
  if (!agent.ui.showWhatsappButtonOnWeb || !digits) return []
  const link = element('a', {
    class: 'whatsapp',
    href: `https://wa.me/${digits}`,
    target: '_blank',
    rel: 'noopener noreferrer',
    'aria-label': 'WhatsApp',
  })
  link.append(icon(icons.whatsapp))
  return [link]
}
