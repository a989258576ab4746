import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Avatar } from '../avatar.tsx'
import { useChat } from '../context.ts'
import { shownMessages } from '../conversation/shown-messages.ts'
import type { ChatState } from '../conversation/state.ts'
import { Icon } from '../icons.tsx'
import { fill } from '../words/words.ts'
import { groupsOf, MessageGroup } from './message-group.tsx'
import { scrollable } from './scrollable.ts'

const nearTheEnd = 60
const nearTheStart = 200

/** The transcript. Follows new messages while scrolled to the end, and keeps its position otherwise. */
export function Log({ state, children }: { state: ChatState; children?: ComponentChildren }) {
  const { words, agent, conversation } = useChat()
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const pinned = useRef(true)
  const top = useRef(0)
  /** The height below the top of the box before older messages came. */
  const below = useRef(0)
  const [away, setAway] = useState(false)
  const groups = groupsOf(shownMessages(state))
  const own = state.messages.findLast(({ role }) => role === 'visitor')
  const lastOwn = own?.id

  const toEnd = (smooth = false) => {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    const behavior = smooth && agent.scrollAnimation && !calm ? 'smooth' : 'instant'
    box.current?.scrollTo({ top: box.current.scrollHeight, behavior })
  }
  const onScroll = () => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = box.current ?? {}
    // Only scrolling up stops following the end. A smooth scroll down that new text overtakes does not.
    if (scrollHeight - scrollTop - clientHeight < nearTheEnd) pinned.current = true
    else if (scrollTop < top.current) pinned.current = false
    top.current = scrollTop
    below.current = scrollHeight - scrollTop
    if (scrollTop < nearTheStart) conversation.showEarlier()
    setAway(!pinned.current)
  }

  useEffect(() => {
    const observer = new ResizeObserver(() => pinned.current && toEnd())
    for (const element of [content.current, box.current]) if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // What the visitor reads stays in place when older messages are added above it.
  useLayoutEffect(() => {
    if (box.current && !pinned.current) box.current.scrollTop = box.current.scrollHeight - below.current
  }, [state.messages[0]?.id])
  useEffect(() => {
    pinned.current = true
    toEnd(true)
    // A pressed choice or submitted form was removed together with the focus.
    if (own?.delivery && document.hasFocus() && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true })
  }, [lastOwn])

  return (
    <div class="log-frame">
      <div
        class="log"
        data-part="log"
        ref={box}
        onScroll={onScroll}
        role="log"
        aria-live="off"
        aria-label={words.conversation}
        {...scrollable}
      >
        <div class="log-content" ref={content}>
          {children}
          {groups.map((group, at) => (
            <MessageGroup key={group.messages[0]?.id} group={group} latest={at === groups.length - 1} />
          ))}
          {state.typing && (
            <div class="group typing">
              <Avatar person={state.typist} />
              <div
                class="bubble dots"
                role="img"
                aria-label={fill(words.typing, { name: state.typist ?? agent.title })}
              >
                <i />
                <i />
                <i />
              </div>
            </div>
          )}
        </div>
      </div>
      {away && (
        <button type="button" class="to-end" aria-label={words.newMessages} onClick={() => toEnd(true)}>
          <Icon name="arrowDown" />
        </button>
      )}
    </div>
  )
}
