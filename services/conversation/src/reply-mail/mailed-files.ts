/** The files of replies that are mailed: attached while they fit into a mail, otherwise as addresses that open them. */
import type { Block, MessageView } from '@parley/contracts/conversation/blocks.ts'

export type MailedFile = { name: string; mimeType: string; bytes: Buffer }

/** The files of conversations. */
export type ConversationFiles = {
  /** Undefined if the file is gone. */
  open(tenant: string, conversationId: string, fileId: string): Promise<MailedFile | undefined>
  /** An address that opens the file until then, for whoever has it. */
  linkTo(tenant: string, conversationId: string, file: { fileId: string; name: string }, until: Date): string
}

export type FilesOfReplies = {
  /** Blocks of files that are not attached have an address. */
  replies: MessageView[]
  attachments: MailedFile[]
  /** Until when these addresses open the files; undefined if all files are attached. */
  linksUntil?: Date
}

/** Most mail servers take mails of 10 MiB; what is left of them is for the text. */
export const MOST_ATTACHED_BYTES = 10_000_000
const LINK_DAYS = 30
const DAY_MS = 86_400_000

/** `mostBytes`: what the attachments may take in the mail; 0 for none. */
export async function filesOfReplies(
  files: ConversationFiles,
  of: { tenant: string; conversationId: string },
  replies: readonly MessageView[],
  { mostBytes, now = new Date() }: { mostBytes: number; now?: Date },
): Promise<FilesOfReplies> {
  const { tenant, conversationId } = of
  const until = new Date(now.getTime() + LINK_DAYS * DAY_MS)
  const attachments: MailedFile[] = []
  let left = mostBytes
  let isLinked = false

  async function mailed(block: Block): Promise<Block> {
    if (block.type !== 'file' || block.fileId === undefined) return block
    const { fileId, name, size = Number.POSITIVE_INFINITY } = block
    if (encodedSize(size) > left) {
      isLinked = true
      return { ...block, url: files.linkTo(tenant, conversationId, { fileId, name }, until) }
    }
    const file = await files.open(tenant, conversationId, fileId)
    if (file) {
      attachments.push(file)
      left -= encodedSize(file.bytes.length)
    }
    return block
  }

  const withFiles: MessageView[] = []
  for (const reply of replies) {
    const blocks: Block[] = []
    for (const block of reply.blocks) blocks.push(await mailed(block))
    withFiles.push({ ...reply, blocks })
  }
  return { replies: withFiles, attachments, ...(isLinked ? { linksUntil: until } : {}) }
}

/** Of an attachment in base64 (RFC 2045): 57 bytes are a line of 76 characters. */
const encodedSize = (bytes: number) => Math.ceil(bytes / 57) * 78
