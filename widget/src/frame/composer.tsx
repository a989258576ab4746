import { maxMessageLength } from 'virtual:parley-routes'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useChat } from './context.ts'
import { Icon } from './icons.tsx'
import type { Memory } from './saved.ts'

/** Enter sends, Shift+Enter starts a line, and an Enter that chooses a word in an input method does neither. */
export function Composer({ memory, disabled }: { memory: Memory; disabled: boolean }) {
  const { words, say } = useChat()
  const [text, setText] = useState(memory.read().draft ?? '')
  const field = useRef<HTMLTextAreaElement>(null)
  const empty = text.trim() === ''

  const write = (value: string) => {
    setText(value)
    memory.write({ draft: value })
  }
  const submit = () => {
    if (empty || disabled) return
    say(text.trim())
    write('')
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return
    event.preventDefault()
    submit()
  }
  useEffect(() => {
    const area = field.current
    if (!area || CSS.supports('field-sizing', 'content')) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight}px`
  }, [text])

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        value={text}
        disabled={disabled}
        maxLength={maxMessageLength}
        placeholder={words.placeholder}
        aria-label={words.placeholder}
        enterkeyhint="send"
        onInput={(event) => write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <button type="submit" class="send" disabled={empty || disabled} aria-label={words.send}>
        <Icon name="send" />
      </button>
    </form>
  )
}
