import { useState } from 'preact/hooks'
import { useChat } from '../context.ts'
import type { ChatMessage } from '../conversation/transcript.ts'
import { Icon } from '../icons.tsx'
import { lazy } from '../lazy.tsx'

const Comment = lazy(() => import('./feedback-comment.tsx').then((part) => part.Comment))

/**
 * Rating buttons of a reply. Always visible with `enableFixedFeedbackBtns`; otherwise on the newest and on rated
 * replies, and on others on hover or focus. Pressing a button again removes the rating. A negative rating can be
 * explained.
 */
export function Feedback({ message, latest }: { message: ChatMessage; latest: boolean }) {
  const { agent, words, conversation } = useChat()
  const [asking, setAsking] = useState(false)
  const { feedback } = message
  const rate = (rating: 'up' | 'down') => {
    const taken = feedback === rating
    setAsking(!taken && rating === 'down')
    void conversation.rate(message.id, taken ? 'none' : rating)
  }
  const shown = agent.ui.enableFixedFeedbackBtns || latest || feedback !== undefined
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: two toggle buttons form a group */}
      <span
        class={shown ? 'feedback shown' : 'feedback'}
        data-part="feedback"
        role="group"
        aria-label={words.feedback}
      >
        <button
          type="button"
          aria-label={words.helpful}
          aria-pressed={feedback === 'up'}
          onClick={() => rate('up')}
        >
          <Icon name="up" />
        </button>
        <button
          type="button"
          aria-label={words.notHelpful}
          aria-pressed={feedback === 'down'}
          onClick={() => rate('down')}
        >
          <Icon name="thumbDown" />
        </button>
      </span>
      {asking && <Comment messageId={message.id} close={() => setAsking(false)} />}
    </>
  )
}
