/**
 * The one script a page includes. The server puts the agent's public data in the place of `__PARLEY_BOOT__`.
 * Idempotent per agent; several agents share one `window.Parley`.
 */
import type { Parley, Widget, WidgetListener } from '../page-api.ts'
import { type Boot, createWidget } from './widget.ts'

declare const __PARLEY_BOOT__: Boot

const data = __PARLEY_BOOT__
const script = document.currentScript
const attributes = script instanceof HTMLElement ? script.dataset : {}
// The place to stand in may come further down the page.
if (attributes.container && document.readyState === 'loading') addEventListener('DOMContentLoaded', boot)
else boot()

function boot() {
  window.Parley ??= createApi()
  const { widgets, emit } = window.Parley
  const { agent, agentId } = data
  if (!agent || widgets.has(agentId)) return
  const widget = createWidget(data, agent, {
    data: attributes,
    neighbours: widgets.size,
    emit: (event, detail) => {
      if (event === 'open') for (const [other, { close }] of widgets) if (other !== agentId) close()
      emit(event, { agentId, ...detail })
    },
  })
  widgets.set(agentId, widget)
}

function createApi(): Parley {
  const widgets = new Map<string, Widget>()
  const listeners = new Map<string, Set<WidgetListener>>()
  const find = (agentId?: string) =>
    agentId === undefined ? widgets.values().next().value : widgets.get(agentId)
  return {
    widgets,
    open: (agentId) => find(agentId)?.open(),
    close: (agentId) => find(agentId)?.close(),
    toggle: (agentId) => find(agentId)?.toggle(),
    destroy(agentId) {
      const widget = find(agentId)
      for (const [id, other] of widgets) if (other === widget) widgets.delete(id)
      widget?.destroy()
    },
    on(event, listener) {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set.add(listener))
      return () => set.delete(listener)
    },
    emit: (event, detail) => listeners.get(event)?.forEach((listener) => void listener(detail)),
  }
}
