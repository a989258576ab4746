/** Records what is said in the visitor's voice notes. */
import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import type { ConversationState, Fact, Started } from '../conversation.state.ts'

/** A voice note that was transcribed. `index`: of its message. */
export type HeardNote = Omit<Fact<'VoiceNoteTranscribed'>, 'agentId' | 'channel' | 'at'>

/** The transcripts that are not known yet; none of a message that is gone. */
export function transcriptEvents(
  heard: readonly HeardNote[],
  { messages, messageCount }: Pick<ConversationState, 'messages' | 'messageCount'>,
  { agentId, channel, at }: { agentId: string; channel: Started['channel']; at: string },
): ConversationEvent[] {
  return heard.flatMap((note) => {
    const message = messages.find(({ id }) => id === note.messageId)
    // Of a message that is older than what the state has, nothing more is known.
    const isOpen = message
      ? message.blocks.some(
          (block) => block.type === 'file' && block.fileId === note.fileId && !block.transcript,
        )
      : note.index < messageCount
    return isOpen ? [{ type: 'VoiceNoteTranscribed', data: { agentId, channel, at, ...note } }] : []
  })
}
