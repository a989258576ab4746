/**
 * `window.Parley`. A call goes to the widget that it names, or to the first of the page. Listeners receive the events
 * of all widgets.
 */
import type { Parley, Widget, WidgetEvent, WidgetEvents, WidgetListener } from '../page-api.ts'

export function createApi(): Parley {
  const widgets = new Map<string, Widget>()
  const listeners = new Map<WidgetEvent, Set<WidgetListener<never>>>()
  const find = (agentId?: string) =>
    agentId === undefined ? widgets.values().next().value : widgets.get(agentId)

  const api: Parley = {
    widgets,
    counted: new Set(),
    open: (agentId) => find(agentId)?.open(),
    close: (agentId) => find(agentId)?.close(),
    toggle: (agentId) => find(agentId)?.toggle(),
    send: (text, agentId) => find(agentId)?.send(text),
    identify: (identity, agentId) => find(agentId)?.identify(identity),
    setVariables: (variables, agentId) => find(agentId)?.setVariables(variables),
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
    push(...calls) {
      for (const [name, ...given] of calls)
        attempt(() => (api[name] as (...all: unknown[]) => void)(...given))
    },
    emit<Event extends WidgetEvent>(event: Event, detail: WidgetEvents[Event]) {
      for (const listener of listeners.get(event) ?? [])
        attempt(() => (listener as WidgetListener<Event>)(detail))
    },
  }
  return api
}

/** Reports an error in the page's own code without stopping the widget. */
function attempt(act: () => void) {
  try {
    act()
  } catch (error) {
    reportError(error)
  }
}
