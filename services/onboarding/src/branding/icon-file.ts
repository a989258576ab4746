/** Pictures of a site as it serves them: what they really are, their size, and the colours in them. */
import { PNG } from 'pngjs'
import { type Color, isChromatic } from './color.ts'

export type IconFile = {
  type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/svg+xml'
  bytes: Buffer
  /** In pixels; 0 where it is not known or has no limit. */
  width: number
  height: number
}

/** A larger PNG isn't decoded: four bytes for each of its pixels. */
const MOST_PIXELS = 1_100_000

/** Undefined for what is no picture that a browser shows. Of an .ico the largest PNG or, by its pixels, a PNG made of it. */
export function iconFileOf(bytes: Buffer): IconFile | undefined {
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) {
    if (bytes.length < 24) return undefined
    return { type: 'image/png', bytes, width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])))
    return { type: 'image/jpeg', bytes, width: 0, height: 0 }
  if (bytes.subarray(0, 4).toString('latin1') === 'GIF8' && bytes.length > 10)
    return { type: 'image/gif', bytes, width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  if (bytes.subarray(8, 12).toString('latin1') === 'WEBP')
    return { type: 'image/webp', bytes, width: 0, height: 0 }
  if (bytes.length > 6 && bytes.readUInt32LE(0) === 0x00010000) return largestOfIco(bytes)
  const start = bytes.subarray(0, 1_000).toString('utf8').trimStart()
  if (/^(?:<\?xml[\s\S]*?)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE\s+svg[^>]*>\s*)*<svg[\s>]/i.test(start))
    return { type: 'image/svg+xml', bytes, width: 0, height: 0 }
  return undefined
}

/** The commonest hues of a picture with their shares, the commonest first. */
export function colorsOfPicture(file: IconFile): { color: Color; share: number }[] {
  if (file.type !== 'image/png' || file.width * file.height > MOST_PIXELS) return []
  let decoded: PNG
  try {
    decoded = PNG.sync.read(file.bytes)
  } catch {
    return []
  }
  const { data } = decoded
  // bounded: 4,096 shades
  const counts = new Map<number, { count: number; red: number; green: number; blue: number }>()
  let counted = 0
  for (let at = 0; at + 3 < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
    if (alpha < 200 || !isChromatic([red, green, blue])) continue
    counted++
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)
    const shade = counts.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 }
    shade.count++
    shade.red += red
    shade.green += green
    shade.blue += blue
    counts.set(key, shade)
  }
  return [...counts.values()]
    .filter(({ count }) => count / counted > 0.04)
    .sort((one, other) => other.count - one.count)
    .slice(0, 5)
    .map(({ count, red, green, blue }) => ({
      color: [Math.round(red / count), Math.round(green / count), Math.round(blue / count)],
      share: count / counted,
    }))
}

/** The fills and strokes of a drawing. */
export function fillsOfSvg(file: IconFile): string[] {
  if (file.type !== 'image/svg+xml') return []
  const text = file.bytes.toString('utf8').slice(0, 200_000)
  const found = text.matchAll(
    /(?:fill|stroke|stop-color)\s*[:=]\s*["']?\s*(#[0-9a-f]{3,8}|rgba?\([^()]{1,60}\)|[a-z]{3,20})/gi,
  )
  return [...new Set([...found].map(([, color = '']) => color))].slice(0, 12)
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

function largestOfIco(bytes: Buffer): IconFile | undefined {
  const count = Math.min(bytes.readUInt16LE(4), 50)
  const entries = Array.from({ length: count }, (_, nth) => 6 + nth * 16)
    .filter((at) => at + 16 <= bytes.length)
    .map((at) => ({
      width: bytes[at] || 256,
      size: bytes.readUInt32LE(at + 8),
      offset: bytes.readUInt32LE(at + 12),
    }))
    .filter(({ size, offset }) => size > 40 && offset + size <= bytes.length)
    .sort((one, other) => other.width - one.width || other.size - one.size)
  for (const { offset, size } of entries) {
    const image = bytes.subarray(offset, offset + size)
    if (image.subarray(0, 8).equals(PNG_SIGNATURE)) return iconFileOf(image)
    const drawn = pngOfBitmap(image)
    if (drawn) return drawn
  }
  return undefined
}

/** Bitmaps of 32 and 24 bits a pixel, as nearly all are. Their height counts the mask below the picture. */
function pngOfBitmap(image: Buffer): IconFile | undefined {
  const [header, width, height] = [image.readUInt32LE(0), image.readInt32LE(4), image.readInt32LE(8) / 2]
  const bits = image.readUInt16LE(14)
  if (header !== 40 || (bits !== 32 && bits !== 24) || width < 1 || height < 1 || width > 256 || height > 256)
    return undefined
  const row = Math.ceil((width * bits) / 32) * 4
  if (header + row * height > image.length) return undefined
  const png = new PNG({ width, height })
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = header + (height - 1 - y) * row + x * (bits / 8)
      const to = (y * width + x) * 4
      png.data[to] = image[from + 2] ?? 0
      png.data[to + 1] = image[from + 1] ?? 0
      png.data[to + 2] = image[from] ?? 0
      png.data[to + 3] = bits === 32 ? (image[from + 3] ?? 0) : 255
    }
  return { type: 'image/png', bytes: PNG.sync.write(png), width, height }
}
