import type { PresentPerson, WatchEvent } from '@parley/contracts/conversation/inbox-endpoints.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { client } from '../../server/client.ts'
import { useAgentPlace } from '../../shell/places.ts'

const againMs = 5_000
const tellEveryMs = 3_000

export type Watched = {
  visitorTypes: boolean
  /** Who else of the team has it open. */
  others: PresentPerson[]
}

const nobody: Watched = { visitorTypes: false, others: [] }

/** What passes in a conversation and is nowhere kept. `onErased`: it is gone. */
export function useWatch(conversationId: string, onErased: () => void): Watched {
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
  return watched
}

/** Tells the visitor and the team now and then that a person writes, and at once that it stopped. */
export function useTellTyping(conversationId: string): { wrote(): void; stopped(): void } {
  const place = useAgentPlace()
  const told = useRef(0)
  const { region, agentId } = place
  const tell = useCallback(
    (typing: boolean) => {
      told.current = typing ? Date.now() : 0
      const params = { region, agentId, conversationId }
      // Nothing is lost where it fails.
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
