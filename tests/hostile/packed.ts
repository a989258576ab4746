/** Files that unpack to far more than they are. */
import { deflateRawSync } from 'node:zlib'

/** A Word document of a few kilobytes whose text would take so many bytes, while it claims to be small. */
export function docxThatUnpacksTo(bytes: number): Buffer {
  return docxOf(Buffer.alloc(bytes, 'a'))
}

/** A Word document of a few kilobytes whose elements are nested so deep. */
export function docxNested(depth: number): Buffer {
  return docxOf(Buffer.alloc(depth * 3, '<a>'))
}

/** It claims that what it holds takes ten bytes. */
function docxOf(content: Buffer): Buffer {
  const name = Buffer.from('word/document.xml')
  const packed = deflateRawSync(content)
  const sizes = (header: Buffer, at: number) => {
    header.writeUInt16LE(8, at)
    header.writeUInt32LE(packed.length, at + 10)
    header.writeUInt32LE(10, at + 14)
    header.writeUInt16LE(name.length, at + 18)
    return header
  }
  const local = sizes(Buffer.alloc(30), 8)
  local.writeUInt32LE(0x04034b50, 0)
  const entry = sizes(Buffer.alloc(46), 10)
  entry.writeUInt32LE(0x02014b50, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + packed.length, 16)
  return Buffer.concat([local, name, packed, entry, name, end])
}
