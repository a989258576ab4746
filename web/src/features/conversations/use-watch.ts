import type { PresentPerson, WatchEvent } from '@parley/contracts/conversation/inbox-endpoints.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { client } from '../../server/client.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'

const againMs = 5_000
const tellEveryMs = 3_000

export type Watched = {
  visitorTypes: boolean
  /** Other members who have the conversation open. */
  others: PresentPerson[]
}

const nobody: Watched = { visitorTypes: false, others: [] }

/**
 * Follows the transient events of a conversation: typing and presence. The visitor's newest message, named by its
 * index, ends their typing. Calls `onErased` when the conversation is erased.
 */
export function useWatch(
  conversationId: string,
  newestOfVisitor: number | undefined,
  onErased: () => void,
): Watched {
  const { region, agentId } = useAgentPlace()
  const [watched, setWatched] = useState(nobody)
  const erased = useRef(onErased)
  erased.current = onErased
  useEffect(() => {
    let source: EventSource | undefined
    let again: ReturnType<typeof setTimeout> | undefined
    const close = () => {
      clearTimeout(again)
      source?.close()
      source = undefined
      setWatched(nobody)
    }
    const hear = ({ data }: MessageEvent<string>) => {
      const told: WatchEvent = JSON.parse(data)
      if (told.type === 'typing') setWatched((before) => ({ ...before, visitorTypes: told.typing }))
      else if (told.type === 'present') setWatched((before) => ({ ...before, others: told.people }))
      else if (told.type === 'erased') {
        close()
        erased.current()
      }
    }
    const connect = () => {
      close()
      if (document.hidden) return
      source = new EventSource(
        client.url('conversations.watch', { params: { region, agentId, conversationId } }),
      )
      for (const type of ['typing', 'present', 'erased']) source.addEventListener(type, hear)
      source.addEventListener('error', () => {
        close()
        again = setTimeout(connect, againMs)
      })
    }
    connect()
    document.addEventListener('visibilitychange', connect)
    return () => {
      document.removeEventListener('visibilitychange', connect)
      close()
    }
  }, [region, agentId, conversationId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new message ends the typing
  useEffect(
    () => setWatched((before) => (before.visitorTypes ? { ...before, visitorTypes: false } : before)),
    [newestOfVisitor],
  )
  return watched
}

/**
 * Reports to the visitor and the team that a user is typing, at most every 3 seconds, and immediately when typing
 * stops.
 */
export function useTellTyping(conversationId: string): { wrote(): void; stopped(): void } {
  const place = useAgentPlace()
  const told = useRef(0)
  const { region, agentId } = place
  const tell = useCallback(
    (typing: boolean) => {
      told.current = typing ? Date.now() : 0
      const params = { region, agentId, conversationId }
      // A lost typing notice does no harm.
      client.call('conversations.typing', { params, body: { typing } }).catch(() => {})
    },
    [region, agentId, conversationId],
  )
  useEffect(
    () => () => {
      if (told.current > 0) tell(false)
    },
    [tell],
  )
  return {
    wrote: () => {
      if (Date.now() - told.current > tellEveryMs) tell(true)
    },
    stopped: () => {
      if (told.current > 0) tell(false)
    },
  }
}
