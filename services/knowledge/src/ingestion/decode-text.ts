/**
 * Decodes bytes to text: by byte order mark, by the given encoding, as UTF-8, or else as Windows-1252, the most common
 * other encoding.
 */
import { UnreadableFile } from './unreadable-file.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are counted
const CONTROLS = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F\u0081\u008D\u008F\u0090\u009D\uFFFD]/g

/** `charset` as in an HTTP header; an unknown one is ignored. */
export function decodeText(file: Uint8Array, charset?: string): string {
  const text = decode(file, charset)
  if (looksBinary(text)) throw new UnreadableFile('This file holds no readable text.')
  return text
}

function decode(file: Uint8Array, charset: string | undefined): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file)
  if (file[0] === 0xfe && file[1] === 0xff) return new TextDecoder('utf-16be').decode(file)
  const named = charset ?? /<meta[^>]{0,200}charset=["']?([\w-]{2,40})/i.exec(asciiOf(file))?.[1]
  if (named && !/^utf-?8$/i.test(named)) {
    try {
      return new TextDecoder(named).decode(file)
    } catch {
      // An unknown encoding.
    }
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1252').decode(file)
  }
}

function asciiOf(file: Uint8Array): string {
  return new TextDecoder('latin1').decode(file.subarray(0, 2048))
}

/** Text may contain a stray control character; programs and pictures contain many. */
function looksBinary(text: string): boolean {
  const sample = text.length <= 200_000 ? text : text.slice(0, 100_000) + text.slice(-100_000)
  const controls = sample.match(CONTROLS)?.length ?? 0
  return controls > Math.max(2, sample.length * 0.002)
}
