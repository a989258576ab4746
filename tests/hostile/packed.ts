/** Files that unpack to far more than their size. */
import { deflateRawSync } from 'node:zlib'

/** A Word document of a few kilobytes whose text unpacks to this many bytes, while it declares a small size. */
export function docxThatUnpacksTo(bytes: number): Buffer {
  return docxOf(Buffer.alloc(bytes, 'a'))
}

/** A Word document of a few kilobytes with elements nested this deep. */
export function docxNested(depth: number): Buffer {
  return docxOf(Buffer.alloc(depth * 3, '<a>'))
}

/** It declares that its content takes ten bytes. */
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
