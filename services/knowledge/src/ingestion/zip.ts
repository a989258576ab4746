/**
 * Reads entries of a zip file (a .docx is one). What an entry says about its size is not believed: unpacking stops at
 * the limit.
 */
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { UnreadableFile } from './unreadable-file.ts'

const MOST_ENTRIES = 10_000

/** The unpacked bytes of the entries of these names that there are, which share `maxBytes`. */
export async function readZip(
  file: Buffer,
  names: readonly string[],
  maxBytes: number,
): Promise<Map<string, Buffer>> {
  const zip = await intact(() => yauzl.fromBufferPromise(file, { validateEntrySizes: false }))
  if (zip.entryCount > MOST_ENTRIES) throw new UnreadableFile('The file holds too many parts.')
  const read = new Map<string, Buffer>()
  let left = maxBytes
  for (const entry of await intact(() => entriesOf(zip))) {
    if (!names.includes(entry.fileName) || read.has(entry.fileName)) continue
    const bytes = await unpack(zip, entry, left)
    if (!bytes) throw tooLarge(maxBytes)
    left -= bytes.length
    read.set(entry.fileName, bytes)
  }
  return read
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  return entries
}

/** Undefined where there are more bytes. */
async function unpack(zip: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer | undefined> {
  if (entry.isEncrypted())
    throw new UnreadableFile('The file is protected by a password. Remove it and add the file again.')
  return intact(async () => {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      size += chunk.length
      if (size > maxBytes) return undefined
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  })
}

async function intact<Read>(read: () => Promise<Read>): Promise<Read> {
  try {
    return await read()
  } catch {
    throw new UnreadableFile('The file is damaged and can’t be read.')
  }
}

function tooLarge(maxBytes: number): UnreadableFile {
  return new UnreadableFile(
    `The file unpacks to more than ${Math.round(maxBytes / 1_000_000)} MB of text and was refused.`,
  )
}
