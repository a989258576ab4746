/**
 * The script that a page includes. The server replaces `__PARLEY_BOOT__` with the data of the agent. Idempotent per
 * agent; several agents share one `window.Parley`.
 */
import type { Parley, ParleyCall } from '../page-api.ts'
import { createApi } from './api.ts'
import { type Boot, createWidget } from './widget.ts'

declare const __PARLEY_BOOT__: Boot & { loads: string }

const data = __PARLEY_BOOT__
const script = document.currentScript
const attributes = script instanceof HTMLElement ? script.dataset : {}
// The container may come later in the page.
if (attributes.container && document.readyState === 'loading') addEventListener('DOMContentLoaded', boot)
else boot()

function boot() {
  const earlier: Parley | ParleyCall[] | undefined = window.Parley
  const api = earlier && !Array.isArray(earlier) ? earlier : createApi()
  window.Parley = api
  const { widgets, counted } = api
  const { agent, agentId } = data
  if (agent && !widgets.has(agentId) && mayStandHere(agent.origins)) {
    const widget = createWidget(data, agent, {
      data: attributes,
      neighbours: widgets.size,
      loads: counted.has(agentId) ? '' : data.loads,
      emit(event, detail) {
        if (event === 'open') for (const [other, { close }] of widgets) if (other !== agentId) close()
        api.emit(event, { agentId, ...detail } as never)
      },
    })
    widgets.set(agentId, widget)
    counted.add(agentId)
  }
  if (Array.isArray(earlier)) api.push(...earlier)
}

/** The server and the browser block the chat on other pages, so no launcher is shown there. */
function mayStandHere(origins: string[]): boolean {
  const allowed = !origins[0] || origins.some(covers)
  if (!allowed) console.warn(`No chat: not allowed on ${location.origin}`)
  return allowed
}

/** `https://*.shop.example` matches every subdomain. The server has normalized the entries as browsers do. */
function covers(entry: string): boolean {
  const [scheme = '', domain] = entry.split('*')
  if (domain === undefined) return entry === location.origin
  return location.origin.startsWith(scheme) && location.origin.endsWith(domain)
}
