import { parseInline } from '@parley/contracts/conversation/markdown-inline.ts'
import { useEffect, useErrorBoundary, useMemo } from 'preact/hooks'
import { Avatar } from './avatar.tsx'
import { Buttons } from './blocks/block.tsx'
import { Composer } from './composer.tsx'
import { type Chat as ChatParts, ChatProvider, useChat } from './context.ts'
import type { ChatState, Conversation } from './conversation.ts'
import { useConversation } from './conversation-hook.ts'
import { Icon } from './icons.tsx'
import { Log } from './log.tsx'
import { renderInline } from './markdown/markdown.tsx'
import type { Memory } from './saved.ts'
import { textOf } from './transcript.ts'
import { TroublePanel } from './trouble-panel.tsx'

type ChatProps = Pick<ChatParts, 'agent' | 'words' | 'locale'> & {
  conversation: Conversation
  memory: Memory
  /** Undefined where the chat can't be closed: inline and alone. */
  close: (() => void) | undefined
}

export function Chat({ agent, words, locale, conversation, memory, close }: ChatProps) {
  const parts = useMemo(
    () => ({ agent, words, locale, say: conversation.send, retry: conversation.retry }),
    [agent, words, locale, conversation],
  )
  return (
    <ChatProvider value={parts}>
      <main class="chat">
        <Header close={close} />
        <Guarded>
          <Body conversation={conversation} memory={memory} />
        </Guarded>
        {agent.branding && <p class="branding">{renderInline(parseInline(agent.branding))}</p>}
      </main>
    </ChatProvider>
  )
}

function Header({ close }: { close: (() => void) | undefined }) {
  const { agent, words } = useChat()
  return (
    <header class="header">
      <Avatar large />
      <div class="who">
        <h1 dir="auto">{agent.title}</h1>
        <p dir="auto">{agent.aiDisclosure.off ? agent.description : words.aiAssistant}</p>
      </div>
      {close && (
        <button type="button" class="close" aria-label={words.close} onClick={close}>
          <Icon name="close" />
        </button>
      )}
    </header>
  )
}

function Body({ conversation, memory }: { conversation: Conversation; memory: Memory }) {
  const { agent, words } = useChat()
  const state = useConversation(conversation)
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
          <p class="disclosure" dir="auto">
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
          <FooterButtons state={state} />
          <Composer memory={memory} disabled={false} />
        </>
      )}
    </>
  )
}

/** With `buttonsLayout` in-footer the newest message's buttons stand above the field. */
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

/** Says whole replies to screen readers: the log itself would read every piece of a streaming one. */
function Announcer({ state }: { state: ChatState }) {
  const { agent } = useChat()
  const last = state.messages.findLast(({ role, streaming }) => role !== 'visitor' && !streaming)
  return (
    <p class="unseen" aria-live="polite">
      {last && `${agent.title}: ${textOf(last)}`}
    </p>
  )
}

function Guarded({ children }: { children: preact.ComponentChildren }) {
  const { words } = useChat()
  const [error, reset] = useErrorBoundary()
  useEffect(() => {
    if (error) console.error(error)
  }, [error])
  return error ? <TroublePanel words={words} reason="" retry={reset} /> : children
}
