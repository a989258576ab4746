/** The chat with the AI CSS Assistant, one for each agent, kept while the dashboard is open. */
import { useSyncExternalStore } from 'react'
import { ApiError, client, messageOf } from '../../../server/client.ts'
import type { AgentPlace } from '../../../server/queries.ts'

/** `timestamp` in ms. `failed`: says that an answer failed, and is no part of what the model is shown. */
export type ChatMessage = {
  role: 'user' | 'assistant'
  content: string
  timestamp: number
  failed?: true
}
/** `noModel`: why the server calls none, once it has said so. */
export type ChatState = { messages: readonly ChatMessage[]; generating: boolean; noModel?: string }

export type Answer = { ok: true; response: string } | { ok: false }

export type CssChat = ReturnType<typeof createCssChat>

/** The most that the server takes. */
const mostMessages = 20

const apology = 'Sorry, something went wrong while I was writing the CSS. Please try again.'

const chats = new Map<string, CssChat>()

export function cssChatOf(place: AgentPlace): CssChat {
  const key = `${place.region}/${place.agentId}`
  const chat = chats.get(key) ?? createCssChat(place)
  chats.set(key, chat)
  return chat
}

export const useCssChat = (chat: CssChat): ChatState => useSyncExternalStore(chat.subscribe, chat.state)

function createCssChat(place: AgentPlace) {
  const listeners = new Set<() => void>()
  const { region, agentId } = place
  let state: ChatState = { messages: [], generating: false }
  let asking = new AbortController()

  const set = (change: Partial<ChatState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const say = (message: Omit<ChatMessage, 'timestamp'>) =>
    set({ messages: [...state.messages, { ...message, timestamp: Date.now() }] })

  const fail = (why = ''): Answer => {
    say({ role: 'assistant', content: `${apology} ${why}`.trim(), failed: true })
    return { ok: false }
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Asks for CSS. Returns nothing if the chat was reset meanwhile, or no model is configured. */
    async ask(content: string, currentCSS: string): Promise<Answer | undefined> {
      say({ role: 'user', content })
      set({ generating: true })
      asking = new AbortController()
      const { signal } = asking
      const shown = state.messages
        .filter(({ failed }) => !failed)
        .slice(-mostMessages)
        .map((message) => ({ role: message.role, content: message.content }))
      try {
        const { response } = await client.call(
          'assistant.css',
          { params: place, body: { messages: shown, currentCSS, agentID: agentId, bucket: region } },
          { signal },
        )
        if (signal.aborted) return undefined
        if (response === undefined) return fail()
        say({ role: 'assistant', content: response })
        return { ok: true, response }
      } catch (error) {
        if (signal.aborted) return undefined
        if (error instanceof ApiError && error.code === 'no-model') {
          set({ noModel: error.message, messages: state.messages.slice(0, -1) })
          return undefined
        }
        return fail(error instanceof ApiError && error.status < 500 ? messageOf(error) : undefined)
      } finally {
        if (!signal.aborted) set({ generating: false })
      }
    },
    reset() {
      asking.abort()
      state = { messages: [], generating: false }
      set({})
    },
  }
}
