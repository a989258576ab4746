import { isConnectedKind, personReplyWindows, replyWindows } from '@parley/contracts/channel/names.ts'
import { useEffect, useState } from 'react'
import type { Detail } from './use-actions.ts'

/** Timers can't be set for longer, in ms. */
const LONGEST_TIMER = 2 ** 31 - 1

/**
 * Until when the visitor may be answered, and whether that is over; undefined where always. Channels that let a business
 * write only within a time after the person wrote say so in `replyWindows`, and in
 * `personReplyWindows` where people have longer than the agent.
 */
export function useReplyWindow({ channel, transcript }: Detail): { end: Date; isOver: boolean } | undefined {
  const ms = isConnectedKind(channel) ? (personReplyWindows[channel] ?? replyWindows[channel]) : undefined
  const wrote = transcript.flatMap(({ role, at }) => (role === 'visitor' ? [Date.parse(at)] : []))
  const end = ms === undefined || wrote.length === 0 ? undefined : Math.max(...wrote) + ms
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (end === undefined) return
    const left = Math.min(end - Date.now(), LONGEST_TIMER)
    const timer = setTimeout(() => setNow(Date.now()), Math.max(left, 0) + 1)
    return () => clearTimeout(timer)
  }, [end])
  return end === undefined ? undefined : { end: new Date(end), isOver: end < now }
}
