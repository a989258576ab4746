import { isVisitorEmail } from '@parley/contracts/identity/visitor-email.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useChat } from '../context.ts'
import { explain } from '../conversation/trouble.ts'
import { call } from '../server/api.ts'
import { fill } from '../words/words.ts'
import './views.css'
import '../blocks/form.css'

/** Sends the transcript to the visitor by e-mail. The address is used for this mail only and not stored. */
export function MailTranscript({ back }: { back(): void }) {
  const { words, conversation } = useChat()
  const [email, setEmail] = useState('')
  const [state, setState] = useState<'asking' | 'sending' | 'sent'>('asking')
  const [fault, setFault] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  const send = async (event: Event) => {
    event.preventDefault()
    if (!isVisitorEmail(email.trim())) {
      setFault(words.invalidEmail)
      return field.current?.focus()
    }
    setFault('')
    setState('sending')
    try {
      const { params, token } = conversation.place()
      await call('conversations.mailTranscript', { params, body: { email: email.trim() } }, { token })
      setState('sent')
    } catch (error) {
      setFault(explain(error, words))
      setState('asking')
    }
  }

  return (
    <section class="view" aria-label={words.mailTranscript}>
      <h2>{words.mailTranscript}</h2>
      {state === 'sent' ? (
        <>
          <p role="status">{fill(words.transcriptSent, { email: email.trim() })}</p>
          <button type="button" class="primary" onClick={back}>
            {words.back}
          </button>
        </>
      ) : (
        <form class="field" noValidate onSubmit={send}>
          <label for="transcript-email">{words.email}</label>
          <input
            ref={field}
            id="transcript-email"
            type="email"
            autocomplete="email"
            value={email}
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? 'transcript-fault' : undefined}
            onInput={(event) => setEmail(event.currentTarget.value)}
          />
          {fault && (
            <p class="fault" id="transcript-fault" role="alert">
              {fault}
            </p>
          )}
          <button type="submit" class="primary" disabled={state === 'sending'}>
            {words.submit}
          </button>
        </form>
      )}
    </section>
  )
}
