/**
 * The pictures in the text of a mail: the photos that its sender placed there, told apart from what signatures, quotes
 * and counters of readers show.
 */
import { createHash } from 'node:crypto'
import type { Email, Attachment as Part } from 'postal-mime'
import { pictureSize } from './picture-size.ts'
import { tagsIn } from './written-text.ts'

export type MailedPictures = {
  /** Whether a part is a picture that the text shows. */
  isInText(part: Part): boolean
  /** Whether such a picture is large, shown once, and not in a quote or a signature. */
  isPhoto(part: Part): boolean
  /** A text without what mail programs write in place of a picture, such as `[image: garden.jpg]`. */
  withoutNames(text: string): string
}

/** Pixels: 200 × 200. What is shown smaller is a logo. */
const MOST_OF_A_LOGO = 40_000
/** Bytes of a picture whose size in pixels is unknown. */
const MOST_BYTES_OF_A_LOGO = 20_000
/** More pictures of a mail are not looked at. */
const MOST_PICTURES = 50

const SOURCE = /\bsrc\s*=\s*["']?cid:([^"'\s]{1,300})/i
/** In pixels, not as a share of the width of the window. */
const WIDTH = /\swidth\s*=\s*["']?(\d{1,5})(?![\d%])/i
const HEIGHT = /\sheight\s*=\s*["']?(\d{1,5})(?![\d%])/i

/** Where the text shows a picture: how often, and the size that it gives there. */
type Place = { times: number; isQuoted: boolean; width?: number; height?: number }

export function picturesOf(mail: Pick<Email, 'html' | 'attachments'>): MailedPictures {
  const places = placesIn(mail.html ?? '')
  const placeOf = ({ contentId }: Part) => places.get((contentId ?? '').replace(/^<|>$/g, ''))
  const isInText = (part: Part) =>
    part.mimeType.startsWith('image/') && (part.disposition !== 'attachment' || placeOf(part) !== undefined)
  const pictures = new Map(
    mail.attachments
      .filter(isInText)
      .slice(0, MOST_PICTURES)
      .map((part) => [part, createHash('sha256').update(bytesOf(part)).digest('hex')]),
  )
  const times = Map.groupBy(pictures.values(), (hash) => hash)

  return {
    isInText,

    isPhoto(part) {
      const hash = pictures.get(part)
      const isOnce = hash !== undefined && times.get(hash)?.length === 1
      if (!isOnce || part.mimeType === 'image/svg+xml') return false
      const place = placeOf(part)
      if (place && (place.isQuoted || place.times > 1)) return false
      return !isLogo(bytesOf(part), place)
    },

    withoutNames(text) {
      let without = text
      for (const { filename, contentId } of pictures.keys()) {
        if (filename) without = without.replaceAll(`[image: ${filename}]`, '')
        if (contentId) without = without.replaceAll(`[cid:${contentId.replace(/^<|>$/g, '')}]`, '')
      }
      return without === text ? text : without.replace(/\n{3}\n{0,1000}/g, '\n\n').trim()
    },
  }
}

export function bytesOf({ content }: Part): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
}

function placesIn(html: string): Map<string, Place> {
  const places = new Map<string, Place>()
  for (const { name, tag, isQuoted } of tagsIn(html)) {
    const id = name === 'img' ? SOURCE.exec(tag)?.[1] : undefined
    if (id === undefined) continue
    const known = places.get(decoded(id))
    if (known) known.times++
    else places.set(decoded(id), { times: 1, isQuoted, ...givenSize(tag) })
  }
  return places
}

function givenSize(tag: string): { width?: number; height?: number } {
  const width = Number(WIDTH.exec(tag)?.[1] ?? 0)
  const height = Number(HEIGHT.exec(tag)?.[1] ?? 0)
  return { ...(width ? { width } : {}), ...(height ? { height } : {}) }
}

function isLogo(bytes: Buffer, place: Place | undefined): boolean {
  const size = pictureSize(bytes)
  if (!size) return bytes.length < MOST_BYTES_OF_A_LOGO
  const { width, height } = size
  const scale = Math.min(1, (place?.width ?? width) / width, (place?.height ?? height) / height)
  return width * height * scale * scale < MOST_OF_A_LOGO
}

/** Addresses in HTML may be written with `%40` and the like (RFC 2392). */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
