import { useEffect, useState } from 'preact/hooks'
import type { ChatState, Conversation } from './state.ts'

export function useConversation(conversation: Conversation): ChatState {
  const [state, setState] = useState(conversation.state)
  useEffect(() => {
    setState(conversation.state())
    return conversation.subscribe(() => setState(conversation.state()))
  }, [conversation])
  return state
}
