/**
 * `/widget/preview/page`, in a frame of the dashboard: the widget on a sample website, with the settings that are being
 * edited. It uses the real launcher and chat, but the conversation is simulated and the policies of both documents
 * block all requests: no load is counted, no conversation started.
 */
import { launcherData } from '@parley/contracts/agent/launcher.ts'
import { element } from '../loader/elements.ts'
import { createWidget } from '../loader/widget.ts'
import type { Widget } from '../page-api.ts'
import styles from './preview.css?inline'
import type { PickedPart, PickRequest, Previewed, Previewing } from './previewed.ts'

let widget: Widget | undefined
let open = true
let replacing = false

// Dismissing the bubble here must not be remembered, neither here nor on a website of this origin.
Object.defineProperty(window, 'localStorage', { value: undefined })

const sheet = new CSSStyleSheet()
sheet.replaceSync(styles)
document.adoptedStyleSheets = [sheet]
const place = element('div', { id: 'place' })
document.body.append(websiteOfSorts())

const preview = window as unknown as Previewing
let picking = false
preview.chatReady = () => pick(picking)

addEventListener('message', ({ source, origin, data }: MessageEvent<Previewed | PickRequest>) => {
  if (source !== window.parent || origin !== location.origin) return
  if ('pick' in data) pick(data.pick)
  else if (!restyled(data)) show(data)
})
window.parent.postMessage('preview-ready', location.origin)

/** Has a click in the chat pick a part of it. */
function pick(on: boolean) {
  picking = on
  if (on && widget && !open) widget.open(false)
  preview.chat?.pick(
    on
      ? (picked) => {
          picking = false
          window.parent.postMessage({ picked } satisfies PickedPart, location.origin)
        }
      : undefined,
  )
}

/** Applies another CSS of the agent to the chat that is shown, if nothing else has changed. */
function restyled(next: Previewed): boolean {
  const { chat, previewed: now } = preview
  if (!now || !chat || !open || withoutCss(now) !== withoutCss(next)) return false
  preview.previewed = next
  chat.restyle(next.agent.ADVANCED_customCSS)
  return true
}

const withoutCss = ({ agent, messages }: Previewed) =>
  JSON.stringify([{ ...agent, ADVANCED_customCSS: '' }, messages])

function show(previewed: Previewed) {
  preview.previewed = previewed
  delete preview.chat
  const { agent } = previewed
  const opened = open
  replacing = true
  widget?.destroy()
  replacing = false
  const inline = agent.ui.widgetType === 'inline'
  document.body.classList.toggle('inline', inline)
  document.documentElement.lang = agent.lang === 'automatic' ? 'en' : agent.lang
  const boot = { region: 'preview', agentId: 'chat', origin: location.origin }
  // Disables automatic behaviour; the user opens and closes the chat.
  const data = {
    ...launcherData(agent, []),
    // As on a website where nobody has opened the chat yet.
    forget: true,
    autoOpen: false,
    autoStart: false,
    followPage: false,
    syncBrowser: false,
  }
  widget = createWidget({ ...boot, agent: data }, data, {
    data: inline ? { container: '#place' } : {},
    neighbours: 0,
    loads: '',
    emit(event) {
      if (event === 'open') open = true
      if (event !== 'close' || replacing) return
      // When closed, shows the widget as a new visitor sees it, with its bubble.
      open = false
      setTimeout(() => show(previewed))
    },
  })
  open = opened
  if (open) widget.open(false)
}

/** A sample page behind the widget. */
function websiteOfSorts(): HTMLElement {
  const lines = Array.from({ length: 6 }, () => element('i'))
  return element('main', { 'aria-hidden': 'true' }, element('b'), ...lines, place)
}
