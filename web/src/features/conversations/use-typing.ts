import type { FollowEvent } from '@parley/contracts/conversation/visitor-endpoints.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { client } from '../../server/client.ts'
import { useAgentPlace } from '../../shell/places.ts'

const againMs = 5_000
const tellEveryMs = 3_000

/** Who writes at the moment, if anybody: the visitor, or by name a person of the team. */
export function useTypingOfOthers(conversationId: string): string | undefined {
  const { region, agentId } = useAgentPlace()
  const [who, setWho] = useState<string>()
  useEffect(() => {
    let source: EventSource | undefined
    let again: ReturnType<typeof setTimeout> | undefined
    const close = () => {
      clearTimeout(again)
      source?.close()
      source = undefined
      setWho(undefined)
    }
    const connect = () => {
      close()
      if (document.hidden) return
      source = new EventSource(
        client.url('conversations.watch', { params: { region, agentId, conversationId } }),
      )
      source.addEventListener('typing', (event: MessageEvent<string>) => {
        const told: FollowEvent = JSON.parse(event.data)
        if (told.type === 'typing') setWho(told.typing ? (told.name ?? 'The visitor') : undefined)
      })
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
  return who
}

/** Tells the visitor now and then that a person writes, and at once that it stopped. */
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
