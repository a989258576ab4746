import type { EarlierConversation } from '@parley/contracts/conversation/returning-endpoints.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useChat } from '../context.ts'
import { call } from '../server/api.ts'
import { TroublePanel } from '../trouble-panel.tsx'
import './views.css'

/** Lists the visitor's earlier conversations. Selecting one continues it. */
export function Earlier({ back }: { back(): void }) {
  const { words, locale, conversation } = useChat()
  const [items, setItems] = useState<EarlierConversation[] | 'loading' | 'failed'>('loading')
  const { params, token } = conversation.place()
  const title = useRef<HTMLHeadingElement>(null)

  const load = () => {
    setItems('loading')
    call('conversations.earlier', { params }, { token }).then(
      (found) =>
        setItems(found.items.filter(({ conversationId }) => conversationId !== params.conversationId)),
      () => setItems('failed'),
    )
  }
  useEffect(load, [])
  useEffect(() => title.current?.focus(), [])

  if (items === 'failed') return <TroublePanel words={words} reason={words.unreachable} retry={load} />
  return (
    <section class="view" aria-label={words.earlier}>
      <h2 ref={title} tabIndex={-1}>
        {words.earlier}
      </h2>
      {items === 'loading' && (
        <div class="skeleton" aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
      )}
      {items !== 'loading' && items.length === 0 && <p class="empty">{words.noEarlier}</p>}
      {items !== 'loading' && (
        <ul class="earlier">
          {items.map((item) => (
            <li key={item.conversationId}>
              <button
                type="button"
                onClick={() => {
                  conversation.renew(item)
                  back()
                }}
              >
                <span class="preview" dir="auto">
                  {item.preview || '…'}
                </span>
                <time dateTime={item.lastMessageAt}>
                  {new Date(item.lastMessageAt).toLocaleString(locale, {
                    dateStyle: 'medium',
                    timeStyle: 'short',
                  })}
                </time>
              </button>
            </li>
          ))}
        </ul>
      )}
      <button
        type="button"
        class="primary"
        onClick={() => {
          conversation.renew()
          back()
        }}
      >
        {words.newConversation}
      </button>
    </section>
  )
}
