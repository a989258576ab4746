/** Files uploaded for a conversation, as blocks of a message. */
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'

export type VisitorFile = { fileId: string; name: string; mimeType: string; size: number }

/** Returns the files with these ids that were uploaded for this conversation; others are left out. */
export type VisitorFiles = (
  tenant: string,
  conversationId: string,
  fileIds: readonly string[],
) => Promise<readonly VisitorFile[]>

/**
 * Refuses a file that was not uploaded for this conversation. A stored block has no address: each reader gets its own.
 */
export async function fileBlocks(
  filesOf: VisitorFiles,
  tenant: string,
  conversationId: string,
  fileIds: readonly string[] = [],
): Promise<{ ok: true; blocks: Block[] } | { ok: false; rejection: Rejection }> {
  if (fileIds.length === 0) return { ok: true, blocks: [] }
  const known = await filesOf(tenant, conversationId, fileIds)
  const blocks: Block[] = []
  for (const fileId of fileIds) {
    const file = known.find((one) => one.fileId === fileId)
    if (!file) return refuse('not-found', 'A file is not there any more. Please upload it again.', 'files')
    const { name, mimeType, size } = file
    blocks.push({ type: 'file', fileId, name, mimeType, size })
  }
  return { ok: true, blocks }
}
