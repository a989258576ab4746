/**
 * The API for pages: `window.Parley`. Calls made before the website script has run are queued: `(window.Parley =
 * window.Parley || []).push(['open'])`. `widget/README.md` explains each call.
 */

/**
 * `signature` proves `userId`: its HMAC-SHA-256 with the agent's `SECRET_API_KEY`, in hexadecimal, created by the
 * site's server. Without a signature the data is unverified.
 */
export type VisitorIdentity = {
  userId?: string
  signature?: string
  name?: string
  email?: string
  phone?: string
}

export type VisitorVariables = Record<string, string | number | boolean>

/** Events of the widget, each with the id of its agent. */
export type WidgetEvents = {
  /** The chat has loaded. */
  ready: { agentId: string }
  open: { agentId: string }
  close: { agentId: string }
  /** Number of replies since the visitor last looked; 0 once they are seen. */
  unread: { agentId: string; count: number }
  /** A message is complete; `role` is visitor, agent, human or system. */
  message: { agentId: string; id: string; role: string; text?: string }
  /** The owner of the conversation changed: a person took over, handed back, or is awaited. */
  handoff: { agentId: string; owner: 'agent' | 'human' | 'nobody' }
}
export type WidgetEvent = keyof WidgetEvents
export type WidgetListener<Event extends WidgetEvent = WidgetEvent> = (detail: WidgetEvents[Event]) => void

/** One agent's widget. */
export type Widget = {
  open(focus?: boolean): void
  close(): void
  toggle(): void
  send(text: string): void
  identify(identity: VisitorIdentity): void
  setVariables(variables: VisitorVariables): void
  destroy(): void
}

/**
 * Without an agent id, a call applies to the first agent of the page. A call for an agent that is not on the page does
 * nothing. All calls except `toggle` and `send` are idempotent.
 */
export type Parley = {
  open(agentId?: string): void
  close(agentId?: string): void
  toggle(agentId?: string): void
  /** Sends a message as the visitor, without opening the chat. */
  send(text: string, agentId?: string): void
  /** Sets who the visitor is. A `userId` is trusted only with its `signature`. */
  identify(identity: VisitorIdentity, agentId?: string): void
  /** Sets facts about the visitor or page for flows and prompts. New values replace those of the same name. */
  setVariables(variables: VisitorVariables, agentId?: string): void
  /** Removes the widget from the page. Its script may be included again. */
  destroy(agentId?: string): void
  /** Calls `listener` for each event of this type, until the returned function is called. */
  on<Event extends WidgetEvent>(event: Event, listener: WidgetListener<Event>): () => void
  /** Makes calls by name, as pages do before the script has run. */
  push(...calls: ParleyCall[]): void
  /** Internal: shared by the scripts of several agents on one page. */
  readonly widgets: Map<string, Widget>
  /** Internal: agents whose load was counted in this page view. */
  readonly counted: Set<string>
  /** Internal: shared by the scripts of several agents on one page. */
  emit<Event extends WidgetEvent>(event: Event, detail: WidgetEvents[Event]): void
}

type Callable = 'open' | 'close' | 'toggle' | 'send' | 'identify' | 'setVariables' | 'destroy'
export type ParleyCall =
  | { [Name in Callable]: [Name, ...Parameters<Parley[Name]>] }[Callable]
  | { [Event in WidgetEvent]: ['on', Event, WidgetListener<Event>] }[WidgetEvent]

declare global {
  interface Window {
    /** Before the website script has run, this is undefined or an array of queued calls. */
    Parley?: Parley
  }
}
