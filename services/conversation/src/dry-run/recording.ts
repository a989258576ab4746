/** What the log has of a conversation, so that it can be replayed: its exchanges with the calls of tools. */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { RecordedReply } from '@parley/contracts/evaluation/test-result.ts'
import type { EventStore } from '@parley/kernel/log/event-store.ts'
import { decode } from '@parley/kernel/log/recorded-event.ts'
import { type Keyring, unsealData } from '@parley/kernel/sealing/sealing.ts'
import type { RecordedCall } from './answered-tools.ts'
import type { Exchange } from './exchanges.ts'

export type Recording = {
  /** The subject whose key seals the conversation. */
  subject: string
  lang?: string | undefined
  timeZone?: string | undefined
  exchanges: { says: string; recorded: RecordedReply }[]
  calls: RecordedCall[]
}

type CallInReply = RecordedCall & { inReplyTo: string | undefined }

/** Events of a conversation that are looked through for calls. */
const MOST_READ = 10_000
const PAGE = 500

/** The calls of tools in a conversation, oldest first; without those whose texts are erased. */
export async function callsIn(
  { eventStore, keyring }: { eventStore: EventStore; keyring: Keyring },
  tenant: string,
  conversationId: string,
): Promise<CallInReply[]> {
  const calls: CallInReply[] = []
  for (let from = 0; from < MOST_READ; from += PAGE) {
    const page = await eventStore.readStream(`conversation-${conversationId}`, { from, limit: PAGE })
    for (const stored of page) {
      if (stored.type !== 'ToolCalled') continue
      const event = decode(stored, conversationEvents)
      if (event.type !== 'ToolCalled' || event.tenant !== tenant) continue
      const opened = await unsealData(keyring, conversationEvents, event.type, event.data, tenant)
      const { name, outcome, status, request, response, inReplyTo } =
        conversationEvents.ToolCalled.data.parse(opened)
      calls.push({ name, outcome, status, request, response, inReplyTo })
    }
    if (page.length < PAGE) break
  }
  return calls
}

export function recordingOf(
  about: Pick<Recording, 'subject' | 'lang' | 'timeZone'>,
  exchanges: readonly Exchange[],
  calls: readonly CallInReply[],
): Recording {
  const recorded = exchanges.map(({ says, messageIds, recorded }) => {
    const own = calls.filter(({ inReplyTo }) => inReplyTo !== undefined && messageIds.includes(inReplyTo))
    return { says, recorded: { ...recorded, tools: own.map(({ name }) => name) } }
  })
  return { ...about, exchanges: recorded, calls: calls.map(({ inReplyTo: _, ...call }) => call) }
}
