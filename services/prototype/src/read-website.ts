/** Reads the page of a website that an agent is previewed on, or says in words why it could not be read. */
import { runBoundedWorker } from '@parley/kernel/limits/bounded-worker.ts'
import { charsetOf } from '@parley/kernel/outgoing/decode-html.ts'
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import type { FramingHeaders } from './framing.ts'
import type { SnapshotJob } from './snapshot.worker.ts'

export type WebsitePreview =
  | ({
      ok: true
      /** After redirects. */
      url: string
      /** HTML without scripts, to be served in a sandbox. */
      snapshot: string
    } & FramingHeaders)
  | { ok: false; reason: string }

const TIMEOUT_MS = 12_000
/** The rest of a longer page is left out. */
const MOST_BYTES = 2_000_000
const LONGEST_HEADER = 8_000
const limits = { timeoutMs: 10_000, memoryMb: 192 }

/** With no scheme, https is tried first, then http. */
export async function readWebsite(
  fetch: SafeFetch,
  website: string,
  options: { userAgent: string; signal: AbortSignal },
): Promise<WebsitePreview> {
  if (/^https?:\/\//i.test(website)) return readAddress(fetch, website, options)
  const secure = await readAddress(fetch, `https://${website}`, options)
  if (secure.ok || !secure.silent) return secure
  const plain = await readAddress(fetch, `http://${website}`, options)
  return plain.ok ? plain : secure
}

async function readAddress(
  fetch: SafeFetch,
  address: string,
  { userAgent, signal }: { userAgent: string; signal: AbortSignal },
): Promise<Extract<WebsitePreview, { ok: true }> | { ok: false; reason: string; silent?: boolean }> {
  const got = await fetch(address, {
    signal,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MOST_BYTES,
    whenTooLarge: 'cut',
    contentTypes: ['text/html', 'application/xhtml+xml'],
    headers: { accept: 'text/html,application/xhtml+xml', 'user-agent': userAgent },
  })
  if (!got.ok) return { ok: false, reason: got.message, silent: got.code === 'unreachable' }
  if (got.status < 200 || got.status > 299)
    return { ok: false, reason: `The site answers with an error (${got.status}).` }
  const job: SnapshotJob = {
    html: new Uint8Array(got.body),
    charset: charsetOf(got.headers['content-type']),
    address: got.url,
  }
  const worker = new URL('./snapshot.worker.ts', import.meta.url)
  const snapshot = await runBoundedWorker<string>(worker, job, limits)
  if (snapshot === undefined) return { ok: false, reason: 'The page takes too long to read.' }
  const header = (name: string) => got.headers[name]?.slice(0, LONGEST_HEADER)
  return {
    ok: true,
    url: got.url,
    snapshot,
    xFrameOptions: header('x-frame-options'),
    contentSecurityPolicy: header('content-security-policy'),
  }
}
