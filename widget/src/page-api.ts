/** What a page may call once the website script ran: `window.Parley`. */

export type WidgetEvent = 'ready' | 'open' | 'close' | 'unread' | 'message'
export type WidgetListener = (detail: Record<string, unknown>) => void

/** One agent's widget. */
export type Widget = {
  open(focus?: boolean): void
  close(): void
  toggle(): void
  destroy(): void
}

/** Without an agent id a call means the first agent of the page; one for an agent that is not there does nothing. */
export type Parley = {
  open(agentId?: string): void
  close(agentId?: string): void
  toggle(agentId?: string): void
  destroy(agentId?: string): void
  /** Calls back with `{agentId, …}` at `ready`, `open`, `close`, `unread` and `message`; the answer ends it. */
  on(event: WidgetEvent, listener: WidgetListener): () => void
  /** For the scripts of several agents on one page. */
  readonly widgets: Map<string, Widget>
  /** For the scripts of several agents on one page. */
  emit(event: WidgetEvent, detail: Record<string, unknown>): void
}

declare global {
  interface Window {
    Parley?: Parley
  }
}
