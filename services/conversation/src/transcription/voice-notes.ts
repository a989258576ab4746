/** The voice notes of a visitor: which ones are transcribed, and each once in this process. */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import { isUnheard } from '../conversation.content.ts'
import { audioSeconds } from './audio-length.ts'
import type { Transcriber } from './transcriber.ts'
import type { HeardNote } from './transcripts.decider.ts'

export type VoiceNote = Pick<HeardNote, 'messageId' | 'index' | 'fileId' | 'seconds'>

type Conversation = { tenant: string; conversationId: string }

export type VoiceNotes = {
  modelId: string
  /** The voice notes of messages of the visitor that have no transcript and are not too long for one. */
  find(of: Conversation, messages: readonly MessageView[]): Promise<VoiceNote[]>
  /** Transcribes one; undefined if its file is gone. Throws `ModelError`. */
  hear(of: Conversation, note: VoiceNote): Promise<HeardNote | undefined>
  /** Forgets what was recorded. */
  recorded(of: Conversation, notes: readonly HeardNote[]): void
}

export type VoiceNotesDeps = {
  transcriber: Transcriber
  /** Of the longest that is transcribed. */
  mostSeconds: number
  openFile(
    tenant: string,
    conversationId: string,
    fileId: string,
  ): Promise<{ mimeType: string; bytes: Buffer } | undefined>
  now?: () => number
}

/** In one turn. */
const MOST_NOTES = 10
/** What a turn that begins again with further messages has heard is not heard again. */
const REMEMBERED = 100
const REMEMBERED_MS = 60_000

export function createVoiceNotes({
  transcriber,
  mostSeconds,
  openFile,
  now = Date.now,
}: VoiceNotesDeps): VoiceNotes {
  const { modelId } = transcriber
  // bounded: `REMEMBERED`, of texts that are bounded
  const hearing = new Map<string, { at: number; heard: Promise<HeardNote | undefined> }>()

  return {
    modelId,

    async find({ tenant, conversationId }, messages) {
      const notes: VoiceNote[] = []
      for (const { id: messageId, index, role, blocks, deleted } of messages) {
        if (role !== 'visitor' || deleted) continue
        for (const block of blocks.filter(isUnheard)) {
          if (block.type !== 'file' || block.fileId === undefined) continue
          const { fileId } = block
          if (notes.length === MOST_NOTES) return notes
          const file = await openFile(tenant, conversationId, fileId)
          const seconds = file && (await audioSeconds(file.bytes, file.mimeType))
          if (seconds !== undefined && seconds <= mostSeconds)
            notes.push({ messageId, index, fileId, seconds })
        }
      }
      return notes
    },

    hear(of, note) {
      const key = keyOf(of, note)
      const known = hearing.get(key)
      if (known && now() - known.at < REMEMBERED_MS) return known.heard
      const heard = hear(of, note)
      hearing.delete(key)
      hearing.set(key, { at: now(), heard })
      for (const [oldest, { at }] of hearing) {
        if (hearing.size <= REMEMBERED && now() - at < REMEMBERED_MS) break
        hearing.delete(oldest)
      }
      heard.catch(() => hearing.delete(key))
      return heard
    },

    recorded(of, notes) {
      for (const note of notes) hearing.delete(keyOf(of, note))
    },
  }

  async function hear(
    { tenant, conversationId }: Conversation,
    { messageId, index, fileId, seconds }: VoiceNote,
  ): Promise<HeardNote | undefined> {
    const file = await openFile(tenant, conversationId, fileId)
    if (!file) return undefined
    const { text, lang, seconds: billed = seconds } = await transcriber.transcribe(file)
    return {
      ...{ messageId, index, fileId, text, modelId },
      ...(lang === undefined ? {} : { lang }),
      // A recording that is longer than it says costs no more than the longest.
      seconds: Math.min(Math.ceil(billed), mostSeconds),
    }
  }
}

const keyOf = ({ tenant, conversationId }: Conversation, { fileId }: { fileId: string }): string =>
  `${tenant}/${conversationId}/${fileId}`
