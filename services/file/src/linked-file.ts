/** Fetches the file behind a link, never from the internal network. */
import { endingOf, maxUploadMB, mimeTypes, tooLargeAlert } from '@parley/contracts/file/types.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'

export type LinkedFile = { ok: true; name: string; bytes: Buffer } | { ok: false; rejection: Rejection }

/** The name is the last part of the address; if it has no extension, one is added by the content type. */
export async function linkedFile(fetch: SafeFetch, link: string): Promise<LinkedFile> {
  const found = await fetch(link, { maxBytes: maxUploadMB * 1_000_000 })
  if (!found.ok && found.code === 'too-large') return refuse('too-large', tooLargeAlert)
  if (!found.ok || found.status !== 200)
    return refuse('link-failed', 'There is no file to be had at this link.')
  return { ok: true, name: nameOf(found.url, found.headers['content-type']), bytes: found.body }
}

function nameOf(address: string, contentType = ''): string {
  const last = new URL(address).pathname.split('/').filter(Boolean).at(-1) ?? 'file'
  const name = decodedName(last).slice(-120)
  if (Object.hasOwn(mimeTypes, endingOf(name))) return name
  const type = contentType.split(';')[0]?.trim().toLowerCase()
  const ending = Object.entries(mimeTypes).find(([, mimeType]) => mimeType === type)?.[0]
  return ending ? `${name}.${ending}` : name
}

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
