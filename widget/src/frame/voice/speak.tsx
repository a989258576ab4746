import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useChat } from '../context.ts'
import { Icon } from '../icons.tsx'
import type { Words } from '../words/words.ts'
import { stopReading } from './reading.ts'
import { canRecognise, newRecognition, type Recognition } from './recognition.ts'
import './voice.css'

/** Whether the visitor agreed, on this page, that the browser hears them. */
let agreed = false

/**
 * Writes what the visitor says into the field, from where they send it themselves. Asks once before the microphone is
 * used, since browsers may send what they hear to their maker. Renders nothing where there is no speech recognition.
 */
export function Speak(props: { text: string; write(text: string): void; focus(): void }) {
  const { agent, words, locale } = useChat()
  const [phase, setPhase] = useState<'idle' | 'asking' | 'listening'>('idle')
  const [trouble, setTrouble] = useState('')
  const recognition = useRef<Recognition | undefined>(undefined)
  const button = useRef<HTMLButtonElement>(null)
  const yes = useRef<HTMLButtonElement>(null)
  const now = useRef(props)
  now.current = props

  useEffect(() => () => recognition.current?.abort(), [])
  useLayoutEffect(() => {
    if (phase === 'asking') yes.current?.focus()
    if (phase === 'idle') return
    // Handles Escape before the listener that closes the whole chat, from the moment that the view is shown.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      leave()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [phase])
  if (!canRecognise()) return null

  const leave = () => {
    recognition.current?.stop()
    setPhase('idle')
    button.current?.focus()
  }
  const listen = () => {
    const started = newRecognition(locale)
    if (!started) return
    stopReading()
    agreed = true
    recognition.current = started
    const before = now.current.text.trim()
    started.onresult = ({ results }) => {
      const heard = Array.from(results, (result) => result[0]?.transcript ?? '').join('')
      now.current.write([before, heard.trim()].filter(Boolean).join(' '))
    }
    started.onerror = ({ error }) => setTrouble(troubleOf(error, words))
    started.onend = () => {
      if (recognition.current !== started) return
      recognition.current = undefined
      setPhase('idle')
      now.current.focus()
    }
    setTrouble('')
    setPhase('listening')
    try {
      started.start()
    } catch {
      recognition.current = undefined
      setTrouble(words.speechFailed)
      setPhase('idle')
    }
  }
  const press = () => {
    setTrouble('')
    if (phase !== 'idle') leave()
    else if (agreed) listen()
    else setPhase('asking')
  }
  const listening = phase === 'listening'
  const { voiceQuestionLabel, voiceContinueLabel, voiceDismissLabel } = agent.ui
  return (
    <>
      {phase === 'asking' && (
        <fieldset class="voice-question" aria-labelledby="voice-question">
          <p id="voice-question" dir="auto">
            {voiceQuestionLabel || words.voiceQuestion}
          </p>
          <button type="button" class="primary" ref={yes} onClick={listen}>
            {voiceContinueLabel || words.voiceContinue}
          </button>
          <button type="button" onClick={leave}>
            {voiceDismissLabel || words.voiceDismiss}
          </button>
        </fieldset>
      )}
      <p class={listening || trouble ? 'voice-note' : 'unseen'} role="status">
        {listening ? words.listening : trouble}
      </p>
      <button
        type="button"
        ref={button}
        class={listening ? 'voice-button listening' : 'voice-button'}
        aria-label={listening ? words.stopListening : words.speak}
        aria-expanded={phase === 'asking'}
        onClick={press}
      >
        <Icon name="mic" />
      </button>
    </>
  )
}

function troubleOf(error: string, words: Words): string {
  if (error === 'aborted') return ''
  if (error === 'not-allowed' || error === 'service-not-allowed') return words.micDenied
  if (error === 'audio-capture') return words.micMissing
  if (error === 'no-speech') return words.nothingHeard
  return error === 'network' ? words.unreachable : words.speechFailed
}
