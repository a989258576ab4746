import { parseInline } from '@parley/contracts/conversation/markdown-inline.ts'
import type { RefObject } from 'preact'
import { useEffect, useErrorBoundary, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Avatar } from './avatar.tsx'
import { Buttons } from './blocks/block.tsx'
import { eventText } from './blocks/event-line.tsx'
import { Composer } from './composer.tsx'
import { type Chat as ChatParts, ChatProvider, useChat } from './context.ts'
import { useConversation } from './conversation/conversation-hook.ts'
import { shownMessages } from './conversation/shown-messages.ts'
import type { ChatState } from './conversation/state.ts'
import { fieldsOf, textOf } from './conversation/transcript.ts'
import { Handoff } from './handoff.tsx'
import { Icon } from './icons.tsx'
import { lazy } from './lazy.tsx'
import { Log } from './log/log.tsx'
import { renderInline } from './markdown/markdown.tsx'
import { Menu, type View } from './menu.tsx'
import { PoweredBy, room, wears } from './powered-by.tsx'
import { TroublePanel } from './trouble-panel.tsx'
import { fill } from './words/words.ts'

type ChatProps = Pick<ChatParts, 'agent' | 'words' | 'locale' | 'conversation' | 'memory'> & {
  /** Undefined if the chat cannot be closed: inline or standalone. */
  close: (() => void) | undefined
}

const Earlier = lazy(() => import('./views/earlier.tsx').then((part) => part.Earlier))
const MailTranscript = lazy(() => import('./views/mail-transcript.tsx').then((part) => part.MailTranscript))
const Notifications = lazy(() => import('./views/notifications.tsx').then((part) => part.Notifications))

export function Chat({ agent, words, locale, conversation, memory, close }: ChatProps) {
  const parts = useMemo<ChatParts>(
    () => ({
      agent,
      words,
      locale,
      conversation,
      memory,
      say: conversation.send,
      retry: conversation.retry,
      fieldsOf: (formId) => fieldsOf(conversation.state().messages, formId),
    }),
    [agent, words, locale, conversation, memory],
  )
  const state = useConversation(conversation)
  const [view, setView] = useState<View>('chat')
  const more = useRef<HTMLButtonElement>(null)
  const back = () => {
    setView('chat')
    more.current?.focus()
  }
  useLayoutEffect(() => {
    if (view === 'chat') return
    // Handles Escape before the listener that closes the whole chat, from the moment that the view is shown.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.stopPropagation()
      back()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [view])
  return (
    <ChatProvider value={parts}>
      <main class="chat" ref={agent.poweredBy ? wears(room) : null}>
        <Header state={state} view={view} go={setView} back={back} more={more} close={close} />
        <Guarded>
          {view === 'earlier' && <Earlier back={back} />}
          {view === 'mail' && <MailTranscript back={back} />}
          {view === 'notifications' && <Notifications />}
          {view === 'chat' && <Body state={state} />}
        </Guarded>
        {agent.branding && <p class="branding">{renderInline(parseInline(agent.branding))}</p>}
        {agent.poweredBy && <PoweredBy {...agent.poweredBy} sentence={words.poweredBy} />}
      </main>
    </ChatProvider>
  )
}

type HeaderProps = {
  state: ChatState
  view: View
  go(view: View): void
  back(): void
  more: RefObject<HTMLButtonElement | null>
  close: (() => void) | undefined
}

function Header({ state, view, go, back, more, close }: HeaderProps) {
  const { agent, words } = useChat()
  const about = agent.aiDisclosure.off ? agent.description : words.aiAssistant
  return (
    <header class="header" data-part="header">
      {view !== 'chat' && (
        <button type="button" class="back" aria-label={words.back} onClick={back}>
          <Icon name="left" />
        </button>
      )}
      <Avatar large person={state.person} />
      <div class="who">
        <h1>
          <bdi>{state.person ?? agent.title}</bdi>
        </h1>
        <p>
          <bdi>{state.person ? agent.title : about}</bdi>
        </p>
      </div>
      {state.phase === 'ready' && <Menu state={state} button={more} go={go} />}
      {close && (
        <button type="button" class="close" aria-label={words.close} onClick={close}>
          <Icon name="close" />
        </button>
      )}
    </header>
  )
}

function Body({ state }: { state: ChatState }) {
  const { agent, words, conversation } = useChat()
  if (state.phase === 'broken') {
    return (
      <TroublePanel words={words} reason={state.trouble ?? ''} retry={() => conversation.start(undefined)} />
    )
  }
  return (
    <>
      {state.offline && (
        <p class="banner" role="status">
          {words.offline}
        </p>
      )}
      <Log state={state}>
        {!agent.aiDisclosure.off && (
          <p class="disclosure" data-part="disclosure" dir="auto">
            {agent.aiDisclosure.text || words.aiNotice}
          </p>
        )}
      </Log>
      <Announcer state={state} />
      {state.phase === 'stopped' ? (
        <p class="stopped" role="alert">
          {words.stopped}
        </p>
      ) : (
        <>
          <Handoff state={state} />
          <FooterButtons state={state} />
          <Composer state={state} />
        </>
      )}
    </>
  )
}

/** With `buttonsLayout` in-footer, the buttons of the newest message are above the input field. */
function FooterButtons({ state }: { state: ChatState }) {
  const { agent } = useChat()
  const block = state.messages.at(-1)?.blocks.find((each) => each.type === 'buttons')
  if (agent.buttonsLayout !== 'in-footer' || !block) return null
  return (
    <div class="footer-choices">
      <Buttons buttons={block.buttons} layout="horizontal" />
    </div>
  )
}

/** Announces complete replies to screen readers. A live log would announce every delta of a streaming reply. */
function Announcer({ state }: { state: ChatState }) {
  const { agent, words } = useChat()
  const last = shownMessages(state).findLast(({ role, streaming }) => role !== 'visitor' && !streaming)
  const event = last?.blocks.find((block) => block.type === 'event')
  const said = last && (event ? eventText(words, event) : `${last.author ?? agent.title}: ${textOf(last)}`)
  return (
    <>
      <p class="unseen" aria-live="polite">
        {said}
      </p>
      <p class="unseen" role="status">
        {state.typist && fill(words.typing, { name: state.typist })}
      </p>
    </>
  )
}

function Guarded({ children }: { children: preact.ComponentChildren[] }) {
  const { words } = useChat()
  const [error, reset] = useErrorBoundary()
  useEffect(() => {
    if (error) console.error(error)
  }, [error])
  return error ? <TroublePanel words={words} reason="" retry={reset} /> : children
}
