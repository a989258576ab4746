import type { ShownAgent } from '@parley/contracts/agent/document.ts'
import type { FormField } from '@parley/contracts/conversation/blocks.ts'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Extras, Memory } from './conversation/saved.ts'
import type { Conversation } from './conversation/state.ts'
import type { Words } from './words/words.ts'

/** Dependencies of all parts of the chat. */
export type Chat = {
  agent: ShownAgent
  words: Words
  /** For dates: the browser's regional variant of the chat's language. */
  locale: string
  conversation: Conversation
  memory: Memory
  say(text: string, extras?: Extras): void
  retry(id: string): void
  /** Returns the fields of a form of this conversation. */
  fieldsOf(formId: string): FormField[]
}

const ChatContext = createContext<Chat | undefined>(undefined)
export const ChatProvider = ChatContext.Provider

export function useChat(): Chat {
  const chat = useContext(ChatContext)
  if (!chat) throw new Error('A part of the chat stands outside of it')
  return chat
}
