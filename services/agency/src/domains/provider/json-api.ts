/** Calls of the JSON APIs of providers that have agencies' domains. */
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'

export type JsonApiOptions = {
  safeFetch: SafeFetch
  /** Sent as a bearer token. */
  token: string
  timeoutMs: number
  maxBytes: number
}

export type JsonApi = (
  method: 'GET' | 'POST' | 'DELETE',
  url: URL,
  body?: object,
) => Promise<{ status: number; body: unknown } | undefined>

/** Calls resolve with undefined if there is no answer in time, or none in JSON. */
export function jsonApi({ safeFetch, token, timeoutMs, maxBytes }: JsonApiOptions): JsonApi {
  return async (method, url, body) => {
    const fetched = await safeFetch(url.href, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...{ timeoutMs, maxBytes, maxRedirects: 0 },
    })
    if (!fetched.ok) return undefined
    try {
      return { status: fetched.status, body: JSON.parse(fetched.body.toString() || '{}') }
    } catch {
      return undefined
    }
  }
}
