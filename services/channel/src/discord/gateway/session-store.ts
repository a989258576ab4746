/**
 * Keeps the session of each shard of the gateway where all processes of a region find it, so that whichever connects next
 * resumes it and is told what happened in between.
 */
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { z } from 'zod'

const sessionSchema = z.object({
  sessionId: z.string(),
  resumeUrl: z.string(),
  /** The last event that was dealt with, with all before it. */
  seq: z.number(),
  /** How many shards there were when it began; with another number it can't be resumed. */
  shards: z.number(),
  /** When it was kept, in ms. */
  at: z.number(),
  /** When it began, in ms. */
  begunAt: z.number(),
  /** Since when, in ms, events may have been missed, if the session before could not be resumed. */
  missedSince: z.number().optional(),
})
export type Session = z.infer<typeof sessionSchema>

export type SessionStore = {
  read(shard: number): Promise<Session | undefined>
  write(shard: number, session: Session): Promise<void>
}

/** `bot`: the id of the bot whose sessions they are. `state` is shared by all processes of a region. */
export function createSessionStore(
  state: Pick<ReadStore, 'getSetting' | 'setSetting'>,
  bot: string,
): SessionStore {
  const name = (shard: number) => `discord session ${bot}/${shard}`
  return {
    async read(shard) {
      const text = await state.getSetting(name(shard))
      return text ? sessionSchema.safeParse(JSON.parse(text)).data : undefined
    },
    write: (shard, session) => state.setSetting(name(shard), JSON.stringify(session)),
  }
}
