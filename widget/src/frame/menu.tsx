import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useChat } from './context.ts'
import type { ChatState } from './conversation/state.ts'
import { Icon } from './icons.tsx'

export type View = 'chat' | 'earlier' | 'mail' | 'notifications'

/** Actions on the whole conversation. The arrow keys move between them; Escape closes the menu. */
type MenuProps = { state: ChatState; button: RefObject<HTMLButtonElement | null>; go(view: View): void }

export function Menu({ state, button, go }: MenuProps) {
  const { words, agent, conversation, memory } = useChat()
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const choose = (work: () => void) => () => {
    close()
    work()
  }

  useLayoutEffect(() => {
    if (!open) return
    box.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
    const outside = (event: PointerEvent) => {
      const { target } = event
      if (target instanceof Node && !box.current?.contains(target) && !button.current?.contains(target))
        setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])

  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
    const at = items.findIndex((item) => item.matches(':focus'))
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[
      event.key
    ]
    if (to !== undefined) {
      event.preventDefault()
      items[to % items.length]?.focus()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    } else if (event.key === 'Tab') setOpen(false)
  }

  const { muted = false, notified } = memory.read()
  const spoken = state.messages.some(({ role }) => role === 'visitor')
  return (
    <div class="menu-place">
      <button
        ref={button}
        type="button"
        class="more"
        aria-label={words.more}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="more" />
      </button>
      {open && (
        <div class="menu" data-part="menu" role="menu" tabIndex={-1} ref={box} onKeyDown={onKeyDown}>
          <Item icon="plus" label={words.newConversation} press={choose(() => conversation.renew())} />
          {!agent.chatForget && (
            <Item icon="history" label={words.earlier} press={choose(() => go('earlier'))} />
          )}
          {spoken && <Item icon="mail" label={words.mailTranscript} press={choose(() => go('mail'))} />}
          {(agent.offerNotifications || notified) && !agent.chatForget && (
            <Item icon="bell" label={words.notifications} press={choose(() => go('notifications'))} />
          )}
          {state.handoff?.offered && state.owner === 'agent' && (
            <Item
              icon="person"
              label={words.person}
              press={choose(() => void conversation.requestHandoff().catch(() => undefined))}
            />
          )}
          <Item
            icon={muted ? 'mute' : 'sound'}
            label={words.sounds}
            checked={!muted}
            press={choose(() => memory.write({ muted: !muted }))}
          />
        </div>
      )}
    </div>
  )
}

type ItemProps = {
  icon: Parameters<typeof Icon>[0]['name']
  label: string
  /** Set for items that can be switched on and off. */
  checked?: boolean
  press(): void
}

function Item({ icon, label, checked, press }: ItemProps) {
  const kind =
    checked === undefined
      ? ({ role: 'menuitem' } as const)
      : ({ role: 'menuitemcheckbox', 'aria-checked': checked } as const)
  return (
    <button type="button" {...kind} tabIndex={-1} onClick={press}>
      <Icon name={icon} />
      {label}
    </button>
  )
}
