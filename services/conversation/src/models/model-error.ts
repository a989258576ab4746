/** Errors of models, with the reasons that the conversation's events use. */
import { APICallError } from '@ai-sdk/provider'

export type ModelErrorReason = 'time-out' | 'provider-error' | 'rate-limited' | 'refused'

/** `detail` contains status and error code only: providers repeat keys and messages in their texts. */
export class ModelError extends Error {
  readonly reason: ModelErrorReason
  readonly detail: string | undefined
  /** The provider's HTTP status, if it answered. */
  readonly status: number | undefined
  /** Milliseconds after which the provider allows a retry. */
  readonly retryAfterMs: number | undefined
  constructor(reason: ModelErrorReason, detail?: string, status?: number, retryAfterMs?: number) {
    super(detail === undefined ? reason : `${reason}: ${detail}`)
    this.reason = reason
    this.detail = detail
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

export function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error
  if (APICallError.isInstance(error)) {
    const { statusCode } = error
    if (statusCode === undefined) return new ModelError('provider-error', networkCode(error))
    return refusedRequest(statusCode, error.responseHeaders ?? {}, error.responseBody)
  }
  return new ModelError('provider-error', networkCode(error))
}

/** Returns the error for an answer that is not the reply. */
export function refusedRequest(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string | undefined,
): ModelError {
  const code = errorCode(body)
  const detail = code === undefined ? `status ${status}` : `status ${status}, ${code}`
  const after = retryAfter(headers)
  if (status === 429 || status === 529) return new ModelError('rate-limited', detail, status, after)
  if (status === 408 || status === 504) return new ModelError('time-out', detail, status)
  if (/content_(policy|filter)|safety/i.test(code ?? '')) return new ModelError('refused', detail, status)
  return new ModelError('provider-error', detail, status, after)
}

/** Whether a retry of the same request may succeed. */
export function isTemporary(error: ModelError): boolean {
  if (error.reason === 'rate-limited') return true
  return error.reason === 'provider-error' && (error.status === undefined || error.status >= 500)
}

/** `retry-after-ms`, or `Retry-After` in seconds or as a date (RFC 9110 §10.2.3). */
function retryAfter(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  now = Date.now(),
): number | undefined {
  const milliseconds = Number(headers['retry-after-ms'])
  if (milliseconds > 0) return milliseconds
  const after = headers['retry-after']
  if (typeof after !== 'string') return undefined
  const wait = /^\d+$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - now
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}

/** The provider's short error code, without its texts. */
export function errorCode(body: string | undefined): string | undefined {
  if (body === undefined) return undefined
  try {
    const { error } = JSON.parse(body) as { error?: { code?: unknown; type?: unknown; status?: unknown } }
    for (const candidate of [error?.code, error?.type, error?.status]) {
      if (typeof candidate === 'string' && /^[\w.-]{1,60}$/.test(candidate)) return candidate
    }
  } catch {}
  return undefined
}

/** The code of a network error (`ECONNREFUSED`), or the name of another error. */
function networkCode(error: unknown): string {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string' && /^[A-Z_]{3,40}$/.test(at.code)) return at.code
  }
  return error instanceof Error ? error.name : 'unreadable answer'
}
