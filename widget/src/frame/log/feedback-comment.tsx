import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useChat } from '../context.ts'
import './feedback-comment.css'

/** Asks once why a reply was not helpful, and thanks for the answer. */
export function Comment({ messageId, close }: { messageId: string; close(): void }) {
  const { words, conversation } = useChat()
  const [text, setText] = useState('')
  const [state, setState] = useState<'asking' | 'thanked'>('asking')
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), [])

  if (state === 'thanked') {
    return (
      <p class="comment-thanks" role="status">
        {words.thanks}
      </p>
    )
  }
  return (
    <form
      class="comment"
      onSubmit={async (event) => {
        event.preventDefault()
        if (!text.trim()) return close()
        if (await conversation.rate(messageId, 'down', text.trim())) setState('thanked')
      }}
    >
      <input
        ref={field}
        dir="auto"
        maxLength={2000}
        value={text}
        placeholder={words.couldBeBetter}
        aria-label={words.couldBeBetter}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          close()
        }}
      />
      <button type="submit">{words.submit}</button>
    </form>
  )
}
