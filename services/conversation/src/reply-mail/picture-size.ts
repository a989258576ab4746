/** The width and height of a picture, from its first bytes. */

export type PictureSize = { width: number; height: number }

/** Undefined for formats other than PNG, GIF, JPEG and WebP, and for what is cut or empty. */
export function pictureSize(bytes: Buffer): PictureSize | undefined {
  try {
    const size = png(bytes) ?? gif(bytes) ?? webp(bytes) ?? jpeg(bytes)
    return size && size.width > 0 && size.height > 0 ? size : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const begins = (bytes: Buffer, text: string, at = 0) =>
  bytes.toString('latin1', at, at + text.length) === text

function png(bytes: Buffer): PictureSize | undefined {
  if (!begins(bytes, '\x89PNG\r\n\x1a\n')) return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function gif(bytes: Buffer): PictureSize | undefined {
  if (!begins(bytes, 'GIF8')) return undefined
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

function webp(bytes: Buffer): PictureSize | undefined {
  if (!begins(bytes, 'RIFF') || !begins(bytes, 'WEBP', 8)) return undefined
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}

/** Goes from segment to segment up to the one that starts the frame. */
function jpeg(bytes: Buffer): PictureSize | undefined {
  if (!begins(bytes, '\xff\xd8')) return undefined
  for (let at = 2; bytes.readUInt8(at) === 0xff; ) {
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) at++
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
