/** The chat widget as a React component: on the page while it is mounted. */
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import type { Parley, VisitorIdentity, VisitorVariables, WidgetEvents } from '../../src/page-api.ts'
import { settled, show } from './placement.ts'

export type { VisitorIdentity, VisitorVariables, WidgetEvents } from '../../src/page-api.ts'

export type ChatWidgetProps = {
  /** Where Parley is served, such as `https://chat.example.com`. */
  origin: string
  region: 'na' | 'eu'
  agentId: string
  /** Defaults to the agent's setting. `inline` renders the chat in place of the component. */
  mode?: 'popup' | 'full-width' | 'modal' | 'inline'
  /** Opens the chat on load, without taking the focus. */
  defaultOpen?: boolean
  zIndex?: number
  /** Nonce of the page's Content-Security-Policy, if it requires one for scripts. */
  nonce?: string
  /** Who the visitor is. A `userId` is trusted only with its `signature`. */
  identity?: VisitorIdentity
  variables?: VisitorVariables
  /** Class of the element that contains an inline chat. */
  className?: string
  style?: CSSProperties
  onReady?(detail: WidgetEvents['ready']): void
  onOpen?(detail: WidgetEvents['open']): void
  onClose?(detail: WidgetEvents['close']): void
  onUnread?(detail: WidgetEvents['unread']): void
  onMessage?(detail: WidgetEvents['message']): void
  onHandoff?(detail: WidgetEvents['handoff']): void
  /** Called if the script of the widget could not be loaded. Mounting the component again retries. */
  onError?(error: Error): void
}

/**
 * The widget of one agent. Props may change at any time: a new `agentId`, `origin`, `region`, `mode` or `zIndex`
 * replaces the widget; all other props apply to the existing one. Renders only the container of an inline chat.
 */
export function ChatWidget(props: ChatWidgetProps) {
  const { origin, region, agentId, mode, zIndex, nonce, identity, variables } = props
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    let listening: (() => void)[] = []
    let ended = false
    const stop = show(agentId, {
      src: `${origin}/widget/${region}/${encodeURIComponent(agentId)}.js`,
      mode,
      zIndex,
      nonce,
      open: latest.current.defaultOpen ?? false,
      container: mode === 'inline' ? place.current : null,
    })
    settled(agentId).then(
      () => {
        if (ended || !window.Parley) return
        listening = listen(window.Parley, agentId, latest)
        setShown(true)
      },
      (error: Error) => ended || latest.current.onError?.(error),
    )
    return () => {
      ended = true
      for (const end of listening) end()
      setShown(false)
      stop()
    }
  }, [origin, region, agentId, mode, zIndex, nonce])

  useTold(isShown, 'identify', identity, agentId)
  useTold(isShown, 'setVariables', variables, agentId)

  if (mode !== 'inline') return null
  return <div ref={place} className={props.className} style={{ height: '100%', ...props.style }} />
}

export type ChatWidgetControls = {
  open(): void
  close(): void
  toggle(): void
  /** Sends a message as the visitor, without opening the chat. */
  send(text: string): void
  identify(identity: VisitorIdentity): void
  setVariables(variables: VisitorVariables): void
}

/**
 * Controls the widget of an agent from anywhere in the tree. Calls made while the widget loads are deferred. Calls for
 * an agent without a mounted `ChatWidget` do nothing. The returned object is stable between renders.
 */
export function useChatWidget(agentId: string): ChatWidgetControls {
  return useMemo(() => {
    const tell = (act: (parley: Parley) => void) =>
      void settled(agentId).then(
        () => window.Parley?.widgets.has(agentId) && act(window.Parley),
        () => undefined,
      )
    return {
      open: () => tell((parley) => parley.open(agentId)),
      close: () => tell((parley) => parley.close(agentId)),
      toggle: () => tell((parley) => parley.toggle(agentId)),
      send: (text) => tell((parley) => parley.send(text, agentId)),
      identify: (identity) => tell((parley) => parley.identify(identity, agentId)),
      setVariables: (variables) => tell((parley) => parley.setVariables(variables, agentId)),
    }
  }, [agentId])
}

function listen(parley: Parley, agentId: string, latest: { current: ChatWidgetProps }): (() => void)[] {
  const mine =
    <Detail extends { agentId: string }>(handler: () => ((detail: Detail) => void) | undefined) =>
    (detail: Detail) => {
      if (detail.agentId === agentId) handler()?.(detail)
    }
  return [
    parley.on(
      'ready',
      mine(() => latest.current.onReady),
    ),
    parley.on(
      'open',
      mine(() => latest.current.onOpen),
    ),
    parley.on(
      'close',
      mine(() => latest.current.onClose),
    ),
    parley.on(
      'unread',
      mine(() => latest.current.onUnread),
    ),
    parley.on(
      'message',
      mine(() => latest.current.onMessage),
    ),
    parley.on(
      'handoff',
      mine(() => latest.current.onHandoff),
    ),
  ]
}

/** Passes data about the visitor to the widget, and again when it changes. */
function useTold(
  isShown: boolean,
  call: 'identify' | 'setVariables',
  fact: VisitorIdentity | VisitorVariables | undefined,
  agentId: string,
) {
  const said = fact && JSON.stringify(fact)
  useEffect(() => {
    if (isShown && said) window.Parley?.[call](JSON.parse(said), agentId)
  }, [isShown, call, said, agentId])
}
