/** Keeps the files that come with a message, and says of each what became of it. */
import { createHash } from 'node:crypto'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { maxUploadMB } from '@parley/contracts/file/types.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import type { Language } from '../phrases.ts'
import type { VisitorFile } from '../visiting/visitor-files.ts'
import { refusedFilePhrases } from './refused-file-phrases.ts'

/** `missing`: why the channel could not have it. */
export type Attachment = AttachedFile | { name: string; missing: 'too-large' | 'not-kept' }
export type AttachedFile = { name: string; bytes: Buffer }

/** Keeps a file of a conversation. The same id twice is one file. */
export type KeepFile = (
  of: { tenant: string; conversationId: string; fileId: string },
  file: AttachedFile,
) => Promise<{ ok: true; file: VisitorFile } | { ok: false; rejection: Rejection }>

/** The message that the files came with, and the language of what its visitor reads. */
type FilesOf = { tenant: string; conversationId: string; messageId: string; language: Language }

/**
 * The blocks of the files of a message. Their ids follow from the message's, their names and contents, so that a
 * delivery that was cut off and repeated keeps each once, also where it then leaves out another. A file that can't be
 * kept is named with the reason, so that nothing that was sent goes unnoticed.
 */
export async function attachedFiles(
  keepFile: KeepFile,
  attachments: readonly Attachment[],
  { language, messageId, ...of }: FilesOf,
): Promise<{ ok: true; blocks: Block[] } | { ok: false; rejection: Rejection }> {
  const blocks: Block[] = []
  for (const attachment of attachments) {
    if ('missing' in attachment) {
      blocks.push(refusedFile(attachment, attachment.missing, language))
      continue
    }
    const content = createHash('sha256').update(attachment.bytes).digest('hex')
    const fileId = derivedId(20, 'file', messageId, attachment.name, content)
    const kept = await keepFile({ ...of, fileId }, attachment)
    if (kept.ok) blocks.push({ type: 'file', ...kept.file })
    else if (kept.rejection.code === 'not-found') return refuse('deleted', kept.rejection.message)
    else blocks.push(refusedFile(attachment, kept.rejection.code, language))
  }
  return { ok: true, blocks }
}

/** Names a file that is not kept, with the reason: a refusal of `KeepFile`, or `uploads-off`. */
export function refusedFile({ name }: { name: string }, code: string, language: Language): Block {
  const phrases = refusedFilePhrases[language]
  const reasons: Record<string, string> = {
    'too-large': phrases.tooLarge.replace('{most}', String(maxUploadMB)),
    'wrong-type': phrases.wrongType,
    'uploads-off': phrases.uploadsOff,
  }
  return { type: 'text', text: `[${name}: ${reasons[code] ?? phrases.notKept}]` }
}
