import { maxMessageLength } from 'virtual:parley-routes'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useChat } from './context.ts'
import type { Extras } from './conversation/saved.ts'
import type { ChatState } from './conversation/state.ts'
import { Icon } from './icons.tsx'
import { lazy } from './lazy.tsx'
import { call } from './server/api.ts'
import { fill } from './words/words.ts'

const Attachments = lazy(() => import('./upload/attachments.tsx').then((part) => part.Attachments))
const Speak = lazy(() => import('./voice/speak.tsx').then((part) => part.Speak))

type Files = NonNullable<Extras['files']>

/** Minimum interval between typing notices to the team, in ms. */
const tellEvery = 3_000

/**
 * Enter sends and Shift+Enter inserts a line break. Enter during input-method composition does neither. While a reply
 * is in progress and the field is empty, the button stops the reply. Text over the limit is kept, to be shortened.
 */
export function Composer({ state }: { state: ChatState }) {
  const { agent, words, locale, say, memory, conversation } = useChat()
  const [text, setText] = useState(memory.read().draft ?? '')
  const [attached, setAttached] = useState<{ files: Files; busy: boolean }>({ files: [], busy: false })
  /** Incremented to clear the attachments. */
  const [round, setRound] = useState(0)
  const field = useRef<HTMLTextAreaElement>(null)
  const told = useRef(0)
  const empty = text.trim() === '' && attached.files.length === 0
  const stoppable = state.answering && empty
  const tooMuch = text.trim().length - maxMessageLength
  const unsendable = empty || attached.busy || tooMuch > 0

  const write = (value: string) => {
    setText(value)
    memory.write({ draft: value })
    if (state.owner !== 'agent' && Date.now() - told.current > tellEvery) {
      told.current = Date.now()
      const { params, token } = conversation.place()
      void call('conversations.visitorTyping', { params, body: { typing: true } }, { token }).catch(
        () => undefined,
      )
    }
  }
  const submit = () => {
    if (unsendable) return
    const { files } = attached
    say(text.trim(), files.length > 0 ? { files } : {})
    write('')
    setAttached({ files: [], busy: false })
    setRound(round + 1)
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
      data-part="composer"
      onSubmit={(event) => {
        event.preventDefault()
        if (stoppable) conversation.stop()
        else submit()
      }}
    >
      {agent.acceptFileUpload && (
        <Attachments
          key={round}
          change={(files, busy) => {
            if (agent.enableQuickFileUpload && files.length > 0 && !busy) {
              say('', { files })
              setAttached({ files: [], busy: false })
              setRound((before) => before + 1)
            } else setAttached({ files, busy })
          }}
        />
      )}
      {tooMuch > 0 && (
        <p class="too-long" id="too-long" role="status">
          {fill(words.tooLong, { n: tooMuch.toLocaleString(locale) })}
        </p>
      )}
      <textarea
        ref={field}
        rows={1}
        dir={text ? 'auto' : undefined}
        value={text}
        aria-invalid={tooMuch > 0}
        aria-describedby={tooMuch > 0 ? 'too-long' : undefined}
        placeholder={words.placeholder}
        aria-label={words.placeholder}
        enterkeyhint="send"
        onInput={(event) => write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {agent.enableAudioSupport && <Speak text={text} write={write} focus={() => field.current?.focus()} />}
      {stoppable ? (
        <button type="submit" class="send stop" aria-label={words.stop}>
          <Icon name="stop" />
        </button>
      ) : (
        <button type="submit" class="send" data-part="send" disabled={unsendable} aria-label={words.send}>
          <Icon name="send" />
        </button>
      )}
    </form>
  )
}
