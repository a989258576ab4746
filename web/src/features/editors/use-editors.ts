import type { AgentEditor, EditorsEvent } from '@parley/contracts/agent/editor-endpoints.ts'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'

const againMs = 5_000
const nobody: AgentEditor[] = []

/**
 * Returns who else has the agent open, and shows them where the user is. A new stream replaces the former one only once
 * it is open, so that others don't see the user leave and come back. Hidden pages close theirs.
 */
export function useEditors(place: AgentPlace, page: string, editing: boolean): AgentEditor[] {
  const { region, agentId } = place
  const [people, setPeople] = useState(nobody)
  const opened = useRef<EventSource>(undefined)

  useEffect(() => {
    let source: EventSource | undefined
    let again: ReturnType<typeof setTimeout> | undefined
    const close = () => {
      clearTimeout(again)
      source?.close()
      source = undefined
    }
    const connect = () => {
      close()
      if (document.hidden) {
        opened.current?.close()
        return setPeople(nobody)
      }
      const query = { page, editing: editing ? ('true' as const) : ('false' as const) }
      const stream = new EventSource(
        client.url('agents.watchEditors', { params: { region, agentId }, query }),
      )
      source = stream
      stream.addEventListener('editors', ({ data }: MessageEvent<string>) => {
        if (opened.current !== stream) opened.current?.close()
        opened.current = stream
        const told: EditorsEvent = JSON.parse(data)
        setPeople(told.people)
      })
      stream.addEventListener('error', () => {
        stream.close()
        if (source === stream) again = setTimeout(connect, againMs)
      })
    }
    connect()
    document.addEventListener('visibilitychange', connect)
    return () => {
      document.removeEventListener('visibilitychange', connect)
      clearTimeout(again)
      if (source !== opened.current) source?.close()
      source = undefined
    }
  }, [region, agentId, page, editing])

  useEffect(() => () => opened.current?.close(), [])
  return people
}
