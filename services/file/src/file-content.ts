/** The type of a file, recognised by its bytes: the name alone proves nothing. */
import { pictureEndings } from '@parley/contracts/file/pictures.ts'
import { endingOf, mimeTypes } from '@parley/contracts/file/types.ts'

/** The MIME type to serve it with, if bytes and extension agree on an accepted one; undefined otherwise. */
export function acceptedType(name: string, bytes: Buffer): string | undefined {
  const ending = endingOf(name)
  const mimeType = Object.hasOwn(mimeTypes, ending) ? mimeTypes[ending] : undefined
  if (mimeType === undefined || bytes.length === 0) return undefined
  return proofs[ending]?.(bytes) ? mimeType : undefined
}

/** The ending of the picture that the bytes are, where an agent may have such a one; whatever it was called is no proof. */
export function endingOfPicture(bytes: Buffer): string | undefined {
  return pictureEndings.find((ending) => proofs[ending]?.(bytes))
}

/** The ending of the font that the bytes are, if an agent may have such a one. Nobody can send fonts into a conversation. */
export function endingOfFont(bytes: Buffer): 'woff2' | undefined {
  return begins('wOF2')(bytes) ? 'woff2' : undefined
}

type Proof = (bytes: Buffer) => boolean

const ascii = (bytes: Buffer, from: number, text: string) =>
  bytes.length >= from + text.length && bytes.toString('latin1', from, from + text.length) === text
const begins =
  (...starts: string[]): Proof =>
  (bytes) =>
    starts.some((start) => ascii(bytes, 0, start))
const riff =
  (form: string): Proof =>
  (bytes) =>
    ascii(bytes, 0, 'RIFF') && ascii(bytes, 8, form)
/** ISO base media: a box `ftyp` with a brand. */
const brand =
  (brands: RegExp): Proof =>
  (bytes) =>
    ascii(bytes, 4, 'ftyp') && brands.test(bytes.toString('latin1', 8, 12))
/** A zip that contains the folder of its kind of document; it is never unpacked. */
const office =
  (folder: string): Proof =>
  (bytes) =>
    begins('PK\x03\x04')(bytes) && bytes.includes('[Content_Types].xml') && bytes.includes(`${folder}/`)

const jpeg = begins('\xff\xd8\xff')
const proofs: Record<string, Proof> = {
  png: begins('\x89PNG\r\n\x1a\n'),
  jpg: jpeg,
  jpeg,
  gif: begins('GIF87a', 'GIF89a'),
  webp: riff('WEBP'),
  avif: brand(/^avi[fs]$/),
  pdf: begins('%PDF-'),
  txt: isPlainText,
  md: isPlainText,
  csv: isPlainText,
  json: (bytes) => isPlainText(bytes) && isJson(bytes),
  docx: office('word'),
  xlsx: office('xl'),
  pptx: office('ppt'),
  mp3: (bytes) => begins('ID3')(bytes) || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2),
  wav: riff('WAVE'),
  ogg: begins('OggS'),
  m4a: brand(/^(M4A |M4B |mp4[12]|isom|dash)$/),
  mp4: brand(/^(isom|iso[2-6]|mp4[12]|avc1|M4V |dash|MSNV)$/),
  mov: brand(/^(qt {2}|isom|mp4[12])$/),
  webm: begins('\x1a\x45\xdf\xa3'),
}

/** UTF-8 without control characters that does not start like markup that a browser might run. */
function isPlainText(bytes: Buffer): boolean {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return false
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what text files don't hold
  if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)) return false
  return !/^\s*(?:<\?xml|<!doctype|<!--|<\s*(?:html|head|body|script|svg|iframe|style|title|meta)\b)/i.test(
    text,
  )
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'))
    return true
  } catch {
    return false
  }
}
