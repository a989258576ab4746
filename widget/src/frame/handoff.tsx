import { useState } from 'preact/hooks'
import { useChat } from './context.ts'
import type { ChatState } from './conversation/state.ts'
import { explain } from './conversation/trouble.ts'
import { Icon } from './icons.tsx'

/**
 * Offers a handoff, with the agent's own title and subtitle if it has them, then shows that the visitor waits for a
 * person. Can be dismissed unless `fixedHandoffPopup` is set.
 */
export function Handoff({ state }: { state: ChatState }) {
  const { words, conversation } = useChat()
  const [away, setAway] = useState(false)
  const [asking, setAsking] = useState(false)
  const [trouble, setTrouble] = useState('')
  const { handoff, owner } = state
  const nobodyHere = [words.nobodyHere, handoff?.back].filter(Boolean).join(' ')

  // Asked for while nobody was there, it need not be asked for again until somebody is.
  const requested = owner === 'agent' && state.requested && !handoff?.online
  if ((owner === 'nobody' || requested) && !state.resolved) {
    return (
      <p class="handoff waiting" role="status">
        {handoff?.online === false ? nobodyHere : words.waitingPerson}
      </p>
    )
  }
  if (owner !== 'agent' || !handoff?.offered || (away && !handoff.fixed)) return null
  const ask = async () => {
    setAsking(true)
    setTrouble('')
    try {
      await conversation.requestHandoff()
    } catch (error) {
      setTrouble(explain(error, words))
    }
    setAsking(false)
  }
  return (
    <section class="handoff" data-part="handoff" aria-label={words.person}>
      <Icon name="person" />
      <div class="handoff-text">
        <strong dir="auto">{handoff.title || words.handoffTitle}</strong>
        <span dir="auto">{handoff.subtitle || (handoff.online ? words.handoffSubtitle : nobodyHere)}</span>
        {trouble && <span role="alert">{trouble}</span>}
      </div>
      <button type="button" class="primary" disabled={asking} onClick={ask}>
        {words.person}
      </button>
      {!handoff.fixed && (
        <button type="button" class="put-away" aria-label={words.dismiss} onClick={() => setAway(true)}>
          <Icon name="close" />
        </button>
      )}
    </section>
  )
}
