/**
 * Calls Meta's Graph API (developers.facebook.com/docs/graph-api), for WhatsApp and the other channels of Meta. The token
 * is a header and never stands in an address; a proof that we know the app's secret goes with each call, so that a token
 * that leaked is of no use without it. What Meta says leaves this file without token and secret.
 */
import { createHmac } from 'node:crypto'
import { pauseAsked } from '@parley/kernel/outgoing/retry-after.ts'
import type { SafeFetch, SafeFetched } from '@parley/kernel/outgoing/safe-fetch.ts'
import { z } from 'zod'

export type GraphFault =
  /** Meta could not be reached, gave no proper answer, or says that it is out of order for a while. */
  | { ok: false; kind: 'away' }
  /** It does not accept the token, or the token may not do this. `description`: as of `refused`. */
  | { ok: false; kind: 'unauthorized'; description: string }
  /** It asks for patience: of the app, the account, the number, or of one person. */
  | { ok: false; kind: 'patience'; afterMs: number }
  /** The account is closed, locked or can't pay: nothing works until its owner has done something at Meta. */
  | { ok: false; kind: 'account'; description: string }
  /** `code` and `subcode`: Meta's own. `description`: in Meta's words, without token and secret. */
  | { ok: false; kind: 'refused'; code: number; subcode?: number; description: string }

/** `secret`: of the app that the token is of. */
export type GraphCredentials = { token: string; secret: string }

export type GraphCall<Schema extends z.ZodType> = {
  method: 'GET' | 'POST' | 'DELETE'
  /** Its steps are ids and names: `['106540352242922', 'messages']`. */
  path: readonly string[]
  query?: Record<string, string>
  body?: object
  /** What is read of the answer; one that does not fit is no proper answer. */
  answer: Schema
}

export type GraphApi = {
  call<Schema extends z.ZodType>(
    credentials: GraphCredentials,
    call: GraphCall<Schema>,
  ): Promise<{ ok: true; result: z.infer<Schema> } | GraphFault>
  /** Fetches a file that Meta keeps, from Meta's own hosts alone, of at most so many bytes. */
  download(
    credentials: GraphCredentials,
    address: string,
    maxBytes: number,
  ): Promise<{ ok: true; bytes: Buffer } | { ok: false; kind: 'away' | 'too-large' | 'gone' }>
}

export type GraphApiDeps = {
  /** Of the Graph API, without a version. */
  apiUrl: string
  /** Such as `v18.0`. */
  version: string
  /** Must not follow redirects by itself. */
  fetch: SafeFetch
}

const TIMEOUT_MS = 10_000
const DOWNLOAD_MS = 30_000
const MOST_OF_AN_ANSWER = 1_000_000
const LONGEST_DESCRIPTION = 200
/** A pause, in ms, when Meta does not say how long. One message every six seconds is what a single person may get. */
const PAUSE_MS = 6_000
const LONGEST_PAUSE_MS = 3_600_000
const MINUTE_MS = 60_000

/** Where Meta keeps what people send. */
const mediaHosts = /(?:^|\.)(?:fbsbx\.com|fbcdn\.net|cdninstagram\.com|whatsapp\.net|facebook\.com)$/

/**
 * Meta's codes (developers.facebook.com/docs/graph-api/guides/error-handling and
 * developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes).
 */
const outOfOrder = new Set([1, 2, 1_200, 131_000, 131_016, 131_057, 133_004])
const ofToken = new Set([0, 3, 10, 102, 190, 131_005])
const tooMuch = new Set([4, 17, 32, 341, 613, 80_006, 80_007, 130_429, 131_048, 131_056, 133_016])
const ofAccount = new Set([368, 131_031, 131_042, 133_010])
/**
 * Meta's finer codes of what concerns one person and neither token nor account, whatever the code says: the time to answer
 * them is over, they do not exist, or can't be reached (developers.facebook.com/docs/messenger-platform/error-codes).
 */
export const subcodes = {
  tooLate: new Set([2_018_278, 2_018_065, 2_534_022]),
  unreachable: new Set([2_018_001, 2_018_108, 1_545_041, 2_534_014]),
}
/** A wrong proof is an invalid parameter like any other, told apart by what is said of it. */
const INVALID_PARAMETER = 100

const faultSchema = z.object({
  error: z.object({
    message: z.string().default(''),
    code: z.number().int().default(0),
    error_subcode: z.number().int().optional(),
    is_transient: z.boolean().optional(),
    error_user_msg: z.string().optional(),
    error_data: z.union([z.object({ details: z.string().optional() }), z.unknown()]).optional(),
  }),
})
type Fault = z.infer<typeof faultSchema>['error']

const usageSchema = z.record(
  z.string(),
  z.array(z.looseObject({ estimated_time_to_regain_access: z.number().optional() })),
)

export function graphApi({ apiUrl, version, fetch }: GraphApiDeps): GraphApi {
  const base = apiUrl.replace(/(?<!\/)\/+$/, '')
  const { host } = new URL(apiUrl)

  return {
    async call(credentials, { method, path, query = {}, body, answer }) {
      const proven = { ...query, appsecret_proof: appSecretProof(credentials) }
      const steps = [version, ...path].map(encodeURIComponent).join('/')
      const fetched = await fetch(`${base}/${steps}?${new URLSearchParams(proven)}`, {
        method,
        headers: {
          ...bearer(credentials),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MOST_OF_AN_ANSWER,
        maxRedirects: 0,
      })
      if (!fetched.ok) return { ok: false, kind: 'away' }
      const given = jsonOf(fetched.body)
      const fault = faultSchema.safeParse(given)
      if (fault.success) return faultOf(fault.data.error, fetched, credentials)
      if (fetched.status === 429) return { ok: false, kind: 'patience', afterMs: pauseOf(fetched) }
      const read = answer.safeParse(given)
      return fetched.status === 200 && read.success
        ? { ok: true, result: read.data }
        : { ok: false, kind: 'away' }
    },

    async download(credentials, address, maxBytes) {
      const parsed = URL.parse(address)
      const isMetas = parsed?.protocol === 'https:' && mediaHosts.test(parsed.hostname)
      // The token would be sent to whoever the address names.
      if (!parsed || (!isMetas && parsed.host !== host)) return { ok: false, kind: 'gone' }
      const fetched = await fetch(parsed.href, {
        headers: bearer(credentials),
        timeoutMs: DOWNLOAD_MS,
        maxBytes,
        maxRedirects: 0,
      })
      if (!fetched.ok) return { ok: false, kind: fetched.code === 'too-large' ? 'too-large' : 'away' }
      if (fetched.status === 200) return { ok: true, bytes: fetched.body }
      return { ok: false, kind: fetched.status === 429 || fetched.status >= 500 ? 'away' : 'gone' }
    },
  }
}

/** Proves that the caller with a token knows the secret of its app (developers.facebook.com/docs/graph-api/guides/secure-requests). */
export function appSecretProof({ token, secret }: GraphCredentials): string {
  return createHmac('sha256', secret).update(token).digest('hex')
}

const bearer = ({ token }: GraphCredentials) => ({ authorization: `Bearer ${token}` })

function faultOf(
  error: Fault,
  fetched: SafeFetched & { ok: true },
  credentials: GraphCredentials,
): GraphFault {
  const { code, error_subcode: subcode } = error
  const description = describe(error, credentials)
  const refused = { ok: false, kind: 'refused', code, description } as const
  if (subcode !== undefined && Object.values(subcodes).some((all) => all.has(subcode)))
    return { ...refused, subcode }
  if (tooMuch.has(code) || fetched.status === 429)
    return { ok: false, kind: 'patience', afterMs: pauseOf(fetched) }
  if (ofAccount.has(code)) return { ok: false, kind: 'account', description }
  const isProof = code === INVALID_PARAMETER && /appsecret_proof/i.test(error.message)
  const isPermission = code >= 200 && code < 300
  if (ofToken.has(code) || isProof || isPermission || fetched.status === 401)
    return { ok: false, kind: 'unauthorized', description }
  if (outOfOrder.has(code) || error.is_transient || fetched.status >= 500) return { ok: false, kind: 'away' }
  return subcode === undefined ? refused : { ...refused, subcode }
}

/** What Meta says is wrong, the most helpful first. */
function describe(
  { error_data, error_user_msg, message }: Fault,
  { token, secret }: GraphCredentials,
): string {
  const { details } = Object(error_data) as { details?: unknown }
  const said = [details, error_user_msg, message].find((text) => typeof text === 'string' && text !== '')
  let text = String(said ?? '')
  for (const hidden of [token, secret, appSecretProof({ token, secret })])
    if (hidden !== '') text = text.replaceAll(hidden, '…')
  return text.slice(0, LONGEST_DESCRIPTION).toWellFormed()
}

/** The pause that an answer asks for, in ms: as HTTP says it, or as Meta does, in minutes. */
function pauseOf({ headers }: SafeFetched & { ok: true }): number {
  const ms = pauseAsked(headers['retry-after'])
  if (ms !== undefined) return Math.min(ms, LONGEST_PAUSE_MS)
  const usage = usageSchema.safeParse(jsonOf(Buffer.from(headers['x-business-use-case-usage'] ?? '')))
  const minutes = usage.success
    ? Object.values(usage.data).flatMap((all) => all.map((one) => one.estimated_time_to_regain_access ?? 0))
    : []
  const asked = Math.max(0, ...minutes) * MINUTE_MS
  return asked > 0 ? Math.min(asked, LONGEST_PAUSE_MS) : PAUSE_MS
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
