/**
 * What a page may call: `window.Parley`. Calls made before the website script has run are kept:
 * `(window.Parley = window.Parley || []).push(['open'])`. `widget/README.md` explains each.
 */

/**
 * `signature` proves `userId`: the HMAC-SHA-256 of it under the agent's `SECRET_API_KEY`, in hexadecimal, made by the
 * site's server. Without one the visitor's words are taken for what they are.
 */
export type VisitorIdentity = {
  userId?: string
  signature?: string
  name?: string
  email?: string
  phone?: string
}

export type VisitorVariables = Record<string, string | number | boolean>

/** Each with the agent it came from. */
export type WidgetEvents = {
  /** The chat has loaded. */
  ready: { agentId: string }
  open: { agentId: string }
  close: { agentId: string }
  /** Replies that came while nobody looked; 0 once they were seen. */
  unread: { agentId: string; count: number }
  /** A message is whole; `role` is visitor, agent, human or system. */
  message: { agentId: string; id: string; role: string; text?: string }
  /** A person took the conversation over, gave it back, or is awaited. */
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
 * Without an agent id a call means the first agent of the page; one for an agent that is not there does nothing.
 * Calling a thing twice is like calling it once.
 */
export type Parley = {
  open(agentId?: string): void
  close(agentId?: string): void
  toggle(agentId?: string): void
  /** Says something in the visitor's name, without opening the chat. */
  send(text: string, agentId?: string): void
  /** Tells who the visitor is; a `userId` counts as proven only with its `signature`. */
  identify(identity: VisitorIdentity, agentId?: string): void
  /** Facts about the visitor or page that flows and prompts may use; told anew they replace those of the same name. */
  setVariables(variables: VisitorVariables, agentId?: string): void
  /** Takes the widget off the page; its script may be included again. */
  destroy(agentId?: string): void
  /** Calls back at every such event; the function given back ends that. */
  on<Event extends WidgetEvent>(event: Event, listener: WidgetListener<Event>): () => void
  /** A call by name, as pages make them before the script has run. */
  push(...calls: ParleyCall[]): void
  /** For the scripts of several agents on one page. */
  readonly widgets: Map<string, Widget>
  /** Agents whose load of this page view was counted. */
  readonly counted: Set<string>
  /** For the scripts of several agents on one page. */
  emit<Event extends WidgetEvent>(event: Event, detail: WidgetEvents[Event]): void
}

type Callable = 'open' | 'close' | 'toggle' | 'send' | 'identify' | 'setVariables' | 'destroy'
export type ParleyCall =
  | { [Name in Callable]: [Name, ...Parameters<Parley[Name]>] }[Callable]
  | { [Event in WidgetEvent]: ['on', Event, WidgetListener<Event>] }[WidgetEvent]

declare global {
  interface Window {
    /** Until the website script has run, at most a list of the calls that wait for it. */
    Parley?: Parley
  }
}
