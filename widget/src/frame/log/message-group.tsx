import { safeLink } from '@parley/contracts/conversation/safe-url.ts'
import { Avatar } from '../avatar.tsx'
import { BlockView } from '../blocks/block.tsx'
import { EventLine } from '../blocks/event-line.tsx'
import { useChat } from '../context.ts'
import type { ChatMessage } from '../conversation/transcript.ts'
import { lazy } from '../lazy.tsx'
import { Feedback } from './feedback.tsx'

const Listen = lazy(() => import('../voice/listen.tsx').then((part) => part.Listen))

/** Consecutive messages of one side. */
export type Group = { own: boolean; messages: ChatMessage[] }

const pauseBetweenGroups = 10 * 60_000

export function groupsOf(messages: readonly ChatMessage[]): Group[] {
  const groups: Group[] = []
  for (const message of messages) {
    const own = message.role === 'visitor'
    const last = groups.at(-1)
    const before = last?.messages.at(-1)
    const near = before && Date.parse(message.at) - Date.parse(before.at) < pauseBetweenGroups
    const same =
      near &&
      before.role === message.role &&
      before.author === message.author &&
      message.role !== 'system' &&
      !before.failed &&
      !message.failed
    if (last && same) last.messages.push(message)
    else groups.push({ own, messages: [message] })
  }
  return groups
}

export function MessageGroup({ group, latest }: { group: Group; latest: boolean }) {
  const { agent, words } = useChat()
  const last = group.messages.at(-1)
  if (!last) return null
  if (last.failed) return <FailedNotice message={last} />
  if (last.role === 'system') {
    return <>{last.blocks.map((block) => block.type === 'event' && <EventLine block={block} />)}</>
  }
  const person = last.role === 'human' ? last.author || words.team : undefined
  return (
    <div
      class={group.own ? 'group own' : 'group'}
      data-part={group.own ? 'visitor-messages' : 'agent-messages'}
    >
      {!group.own && <Avatar person={person} />}
      <div class="said">
        {person ? (
          <span class="author" dir="auto">
            {person}
          </span>
        ) : (
          <span class="unseen">{group.own ? words.you : agent.title}</span>
        )}
        {group.messages.map((message) => (
          <div
            key={message.id}
            class={message.streaming ? 'message streaming' : 'message'}
            data-id={message.id}
          >
            {message.blocks.map((block, at) => (
              <BlockView key={at} block={block} own={group.own} fresh={latest && message === last} />
            ))}
            {message.stopped && <p class="delivery">{words.stoppedNote}</p>}
            {message.sources && <Sources sources={message.sources} />}
            {message.delivery && <DeliveryNotice message={message} />}
          </div>
        ))}
        {!last.streaming && !last.delivery && (
          <div class="below">
            <Time at={last.at} />
            {agent.enableAudioSupport && !group.own && <Listen />}
            {last.role === 'agent' && last.index > 0 && <Feedback message={last} latest={latest} />}
          </div>
        )}
      </div>
    </div>
  )
}

/** Knowledge sources of the reply; linked only if they have an address. */
function Sources({ sources }: { sources: NonNullable<ChatMessage['sources']> }) {
  const { words } = useChat()
  if (sources.length === 0) return null
  return (
    <ul class="sources" aria-label={words.sources}>
      {sources.map(({ sourceId, name, url }) => {
        const href = safeLink(url)
        return (
          <li key={`${sourceId} ${url}`} dir="auto">
            {href ? (
              <a href={href} target="_blank" rel="noopener noreferrer nofollow">
                {name}
              </a>
            ) : (
              name
            )}
          </li>
        )
      })}
    </ul>
  )
}

function DeliveryNotice({ message }: { message: ChatMessage }) {
  const { words, retry } = useChat()
  if (message.delivery === 'waiting') return <p class="delivery">{words.waiting}</p>
  if (message.delivery !== 'unsent') return null
  return (
    <p class="delivery unsent" role="alert">
      {words.notSent} {message.trouble}{' '}
      <button type="button" onClick={() => retry(message.id)}>
        {words.tryAgain}
      </button>
    </p>
  )
}

/** Shown if no reply could be given. The visitor's message is kept and can be sent again. */
function FailedNotice({ message }: { message: ChatMessage }) {
  const { words, retry } = useChat()
  const text = message.blocks.find((block) => block.type === 'text')?.text
  return (
    <div class="failed-notice" data-id={message.id}>
      <span dir="auto">{text ?? words.wrong}</span>
      <button type="button" onClick={() => retry(message.id)}>
        {words.tryAgain}
      </button>
    </div>
  )
}

function Time({ at }: { at: string }) {
  const { locale } = useChat()
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return null
  const today = date.toDateString() === new Date().toDateString()
  const shown = date.toLocaleString(
    locale,
    today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  )
  return (
    <time dateTime={at} title={date.toLocaleString(locale, { dateStyle: 'full', timeStyle: 'short' })}>
      {shown}
    </time>
  )
}
