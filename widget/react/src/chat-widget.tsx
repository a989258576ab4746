/** The chat widget in React: rendered, it is on the page; unmounted, it is gone. */
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import type { Parley, VisitorIdentity, VisitorVariables, WidgetEvents } from '../../src/page-api.ts'
import { settled, show } from './placement.ts'

export type { VisitorIdentity, VisitorVariables, WidgetEvents } from '../../src/page-api.ts'

export type ChatWidgetProps = {
  /** Where Parley is served, such as `https://chat.example.com`. */
  origin: string
  region: 'na' | 'eu'
  agentId: string
  /** The agent's own setting unless told. `inline` stands where the component stands. */
  mode?: 'popup' | 'full-width' | 'modal' | 'inline'
  /** Opens by itself, without taking the focus. */
  defaultOpen?: boolean
  zIndex?: number
  /** Of the page's Content-Security-Policy, where it lets scripts in by nonce. */
  nonce?: string
  /** Who the visitor is; a `userId` counts as proven only with its `signature`. */
  identity?: VisitorIdentity
  variables?: VisitorVariables
  /** Of the element that an inline chat stands in. */
  className?: string
  style?: CSSProperties
  onReady?(detail: WidgetEvents['ready']): void
  onOpen?(detail: WidgetEvents['open']): void
  onClose?(detail: WidgetEvents['close']): void
  onUnread?(detail: WidgetEvents['unread']): void
  onMessage?(detail: WidgetEvents['message']): void
  onHandoff?(detail: WidgetEvents['handoff']): void
  /** The widget's script could not be loaded. Mounting the component again tries again. */
  onError?(error: Error): void
}

/**
 * One agent's widget. Props may change at any time; a new `agentId`, `origin`, `region`, `mode` or `zIndex` replaces
 * the widget, everything else reaches the one that is there. Renders nothing but the place of an inline chat.
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
  /** Says something in the visitor's name, without opening the chat. */
  send(text: string): void
  identify(identity: VisitorIdentity): void
  setVariables(variables: VisitorVariables): void
}

/**
 * Speaks to the widget of an agent from anywhere in the tree. A call made while the widget loads waits for it; one
 * for an agent without a mounted `ChatWidget` does nothing. The controls stay the same object between renders.
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

/** Tells the widget what is known of its visitor, again when it says something else. */
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
