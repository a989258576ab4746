/** Fetches a font from the web: its stylesheet, and the .woff2 files of which that speaks. */
import type { WebFont } from '@parley/contracts/agent/web-font.ts'
import {
  fontNotFound,
  fontTooLarge,
  maxFontBytes,
  maxFontFiles,
} from '@parley/contracts/agent/web-font-limits.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { fontIn, type LinkedFont } from './font-faces.ts'

/** Returns the font with its files as `data:` addresses, or refuses with `font-not-fetched` and the reason. */
export type FetchFont = (
  font: string,
) => Promise<{ ok: true; webFont: WebFont } | { ok: false; rejection: Rejection }>

const MAX_STYLESHEET_BYTES = 300_000
const TIME_MS = 20_000
/** Those of the pages (part 2 §9); a font that lacks one of them is refused with it, and asked for with fewer. */
const weights = [':wght@400;500;700', ':wght@400;700', '']
/** Google sends .woff2 files only to browsers that it knows. */
const asBrowser = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
}

export function createFetchFont({
  fetch,
  stylesheets = 'https://fonts.googleapis.com/css2',
}: {
  fetch: SafeFetch
  /** Where stylesheets are found by the name of a font. */
  stylesheets?: string
}): FetchFont {
  return async (font) => {
    const isAddress = /^https?:/i.test(font)
    const named = `${stylesheets}?family=${encodeURIComponent(font).replaceAll('%20', '+')}`
    const sources = isAddress ? [font] : weights.map((each) => `${named}${each}&display=swap`)
    if (!isAddress && !/^[\p{L}\d][\p{L}\d ]*$/u.test(font)) return refused(fontNotFound)
    const signal = AbortSignal.timeout(TIME_MS)
    const { source, first } = await firstOf(sources, signal)
    if (!first.ok) return refused(!isAddress && first.status !== undefined ? fontNotFound : first.message)
    if (isFont(first.body)) {
      const family = familyOfFile(first.url)
      return { ok: true, webFont: { source, family, faces: [{ url: dataAddress(first.body) }] } }
    }
    const linked =
      first.body.length <= MAX_STYLESHEET_BYTES ? fontIn(first.body.toString('utf8'), first.url) : undefined
    if (!linked)
      return refused('This address has no font: neither a stylesheet with .woff2 files nor a .woff2 file.')
    return withFiles(source, linked, signal)
  }

  /** What the first address that has something has, or else what the last one said. */
  async function firstOf([source = '', ...others]: readonly string[], signal: AbortSignal) {
    const first = await get(source, signal, maxFontBytes)
    if (first.ok || first.status !== 400 || others.length === 0) return { source, first }
    return firstOf(others, signal)
  }

  async function withFiles(source: string, { family, faces }: LinkedFont, signal: AbortSignal) {
    if (faces.length > maxFontFiles)
      return refused(
        `This font has ${faces.length} files, at most ${maxFontFiles} are kept. Choose fewer weights or alphabets.`,
      )
    // The weights of a variable font are in one file.
    const files = new Map<string, string>()
    let room = maxFontBytes
    for (const { address } of faces) {
      if (files.has(address)) continue
      const file = await get(address, signal, room)
      if (!file.ok) return refused(file.message)
      if (!isFont(file.body)) return refused(`${address} is no .woff2 file.`)
      room -= file.body.length
      files.set(address, dataAddress(file.body))
    }
    const kept = faces.map(({ address, ...face }) => ({ url: files.get(address) ?? '', ...face }))
    return { ok: true as const, webFont: { source, family, faces: kept } }
  }

  async function get(address: string, signal: AbortSignal, maxBytes: number) {
    const fetched = await fetch(address, { headers: asBrowser, maxBytes, signal })
    if (!fetched.ok) {
      const message =
        fetched.code === 'too-large'
          ? fontTooLarge
          : fetched.code === 'cancelled'
            ? `The font did not come within ${TIME_MS / 1000} seconds.`
            : fetched.message
      return { ok: false as const, status: undefined, message }
    }
    const { status, body, url } = fetched
    return status === 200
      ? { ok: true as const, body, url }
      : { ok: false as const, status, message: `${new URL(url).host} answers with status ${status}.` }
  }
}

function refused(message: string) {
  return refuse('font-not-fetched', message, 'font')
}

function isFont(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'wOF2'
}

function dataAddress(bytes: Buffer): string {
  return `data:font/woff2;base64,${bytes.toString('base64')}`
}

/** A name for a font of which only the file is known: that of the file. */
function familyOfFile(address: string): string {
  const name = new URL(address).pathname.split('/').at(-1) ?? ''
  const words = name.replace(/\.woff2$/i, '').replace(/[^A-Za-z0-9]+/g, ' ')
  return words.trim().slice(0, 100) || 'Web font'
}
