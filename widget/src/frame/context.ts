import type { PublicAgent } from '@parley/contracts/agent/document.ts'
import type { FormField } from '@parley/contracts/conversation/blocks.ts'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Extras, Memory } from './conversation/saved.ts'
import type { Conversation } from './conversation/state.ts'
import type { Words } from './words/words.ts'

/** What every part of the chat may need. */
export type Chat = {
  agent: PublicAgent
  words: Words
  /** For dates: the visitor's own variety of the chat's language. */
  locale: string
  conversation: Conversation
  memory: Memory
  say(text: string, extras?: Extras): void
  retry(id: string): void
  /** The fields of a form that was shown in this conversation. */
  fieldsOf(formId: string): FormField[]
}

const ChatContext = createContext<Chat | undefined>(undefined)
export const ChatProvider = ChatContext.Provider

export function useChat(): Chat {
  const chat = useContext(ChatContext)
  if (!chat) throw new Error('A part of the chat stands outside of it')
  return chat
}
