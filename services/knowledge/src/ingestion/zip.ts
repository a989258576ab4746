/**
 * Reads single entries of a zip file (a .docx is one) from its central directory. The declared size of an entry is not
 * trusted: unpacking stops at the limit.
 */
import { inflateRawSync } from 'node:zlib'
import { UnreadableFile } from './unreadable-file.ts'

export type Zip = {
  names: string[]
  /** The unpacked bytes of an entry; undefined if there is none. All entries read share `maxBytes`. */
  read(name: string): Buffer | undefined
}

type Entry = { method: number; flags: number; packedSize: number; offset: number }

const END = 0x06054b50
const DIRECTORY = 0x02014b50
const LOCAL = 0x04034b50
const MOST_ENTRIES = 10_000
const ENCRYPTED = 1

export function openZip(file: Buffer, maxBytes: number): Zip {
  const entries = readDirectory(file)
  let left = maxBytes
  return {
    names: [...entries.keys()],
    read(name) {
      const entry = entries.get(name)
      if (!entry) return undefined
      const bytes = unpack(file, entry, left)
      left -= bytes.length
      return bytes
    },
  }
}

function readDirectory(file: Buffer): Map<string, Entry> {
  const end = findEnd(file)
  const count = file.readUInt16LE(end + 10)
  if (count > MOST_ENTRIES) throw new UnreadableFile('The file holds too many parts.')
  const entries = new Map<string, Entry>()
  let at = file.readUInt32LE(end + 16)
  for (let read = 0; read < count; read++) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== DIRECTORY) throw damaged()
    const nameLength = file.readUInt16LE(at + 28)
    entries.set(file.toString('utf8', at + 46, at + 46 + nameLength), {
      flags: file.readUInt16LE(at + 8),
      method: file.readUInt16LE(at + 10),
      packedSize: file.readUInt32LE(at + 20),
      offset: file.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return entries
}

function findEnd(file: Buffer): number {
  for (let at = file.length - 22; at >= Math.max(0, file.length - 22 - 0xffff); at--) {
    if (file.readUInt32LE(at) === END) return at
  }
  throw damaged()
}

function unpack(file: Buffer, entry: Entry, maxBytes: number): Buffer {
  const { offset, packedSize, method, flags } = entry
  if (offset + 30 > file.length || file.readUInt32LE(offset) !== LOCAL) throw damaged()
  if (flags & ENCRYPTED)
    throw new UnreadableFile('The file is protected by a password. Remove it and add the file again.')
  const start = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28)
  const packed = file.subarray(start, start + packedSize)
  if (packed.length < packedSize) throw damaged()
  if (method === 0) return packed.length > maxBytes ? tooLarge(maxBytes) : packed
  if (method !== 8) throw damaged()
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes) })
  } catch (error) {
    if (error instanceof RangeError) return tooLarge(maxBytes)
    throw damaged()
  }
}

function tooLarge(maxBytes: number): never {
  throw new UnreadableFile(
    `The file unpacks to more than ${Math.round(maxBytes / 1_000_000)} MB of text and was refused.`,
  )
}

function damaged(): UnreadableFile {
  return new UnreadableFile('The file is damaged and can’t be read.')
}
