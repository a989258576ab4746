/**
 * The files of messages that people send. A delivery of some bytes has files fetched from its provider, so whoever has an
 * account there could otherwise fill the memory: messages with files are received a few at a time, those of workspaces in turn.
 */
import { maxUploadMB } from '@parley/contracts/file/types.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { createFairQueue } from '@parley/kernel/limits/fair-queue.ts'
import type { Attachment } from './receive-message.ts'

/** Of a file, and of all files of a message, which are in memory together. */
const MOST_BYTES = maxUploadMB * 1_000_000
const MOST_BYTES_OF_MESSAGE = 2 * MOST_BYTES
/** Messages with files that are received at a time. */
const WITH_FILES = { slots: { small: 8 }, perTenant: { small: 4 }, leavesHalf: true }
/** Of a workspace, with those that wait for their turn: as many as Telegram delivers at a time. */
const MOST_WITH_FILES = 40
/** For so long, in ms, a message waits for its files; it then comes without those that could not be fetched. */
export const FILE_PATIENCE_MS = 3_600_000

/** For what the provider delivers again. */
export const notNow = refuse('unavailable', 'The files of this message can’t be fetched now.')

/** `away`: it may be had later. `gone`: it can't be had. */
export type FetchedFile = { ok: true; bytes: Buffer } | { ok: false; kind: 'away' | 'too-large' | 'gone' }

export type FileTurns = {
  /**
   * Runs work that has files in memory, when it is the workspace's turn, and work without files at once; `busy`, without
   * running it, where too many of the workspace wait.
   */
  run<Result>(of: { tenant: string; files: number }, work: () => Promise<Result>): Promise<Result | 'busy'>
}

/** The turns of all channels of a region in this process. */
export function createFileTurns(): FileTurns {
  const queue = createFairQueue(WITH_FILES)
  // bounded: by the messages under way
  const underWay = new Map<string, number>()
  return {
    async run({ tenant, files }, work) {
      if (files === 0) return work()
      const others = underWay.get(tenant) ?? 0
      if (others >= MOST_WITH_FILES) return 'busy'
      underWay.set(tenant, others + 1)
      try {
        return await queue.run({ tenant }, work)
      } finally {
        const left = (underWay.get(tenant) ?? 1) - 1
        if (left > 0) underWay.set(tenant, left)
        else underWay.delete(tenant)
      }
    },
  }
}

/**
 * Fetches the files of a message one after the other. `size`: as the provider says it, in bytes. Returns `away` while one of them
 * can't be had and the message `waits` for it.
 */
export async function fetchFiles<File extends { name: string; size?: number | undefined }>(
  files: readonly File[],
  fetch: (file: File, mostBytes: number) => Promise<FetchedFile>,
  { waits }: { waits: boolean },
): Promise<Attachment[] | 'away'> {
  const attachments: Attachment[] = []
  let room = MOST_BYTES_OF_MESSAGE
  for (const file of files) {
    const { name, size = 0 } = file
    const most = Math.min(room, MOST_BYTES)
    const fetched: FetchedFile =
      most <= 0 || size > most ? { ok: false, kind: 'too-large' } : await fetch(file, most)
    if (fetched.ok) {
      room -= fetched.bytes.length
      attachments.push({ name, bytes: fetched.bytes })
      continue
    }
    if (fetched.kind === 'away' && waits) return 'away'
    attachments.push({ name, missing: fetched.kind === 'too-large' ? 'too-large' : 'not-kept' })
  }
  return attachments
}
