/** Errors of models, with the reasons that the conversation's events use. */
import { APICallError } from '@ai-sdk/provider'
import type { ModelFault, ModelFaultRecord } from '@parley/contracts/conversation/model-faults.ts'
import { faultOfAnswer, fieldsIn } from '@parley/contracts/models/provider-errors.ts'

export type ModelErrorReason = 'time-out' | 'provider-error' | 'rate-limited' | 'refused'

/** `detail` contains status and error code only: providers repeat keys and messages in their texts. */
export class ModelError extends Error {
  readonly reason: ModelErrorReason
  readonly detail: string | undefined
  /** The provider's HTTP status, if it answered. */
  readonly status: number | undefined
  /** Milliseconds after which the provider allows a retry. */
  readonly retryAfterMs: number | undefined
  /** What the owner is told of it. */
  readonly fault: ModelFault
  constructor(reason: ModelErrorReason, detail?: string, about: ErrorAbout = {}) {
    super(detail === undefined ? reason : `${reason}: ${detail}`)
    this.reason = reason
    this.detail = detail
    this.status = about.status
    this.retryAfterMs = about.retryAfterMs
    this.fault = about.fault ?? usualFaults[reason]
  }
}

type ErrorAbout = { status?: number; retryAfterMs?: number | undefined; fault?: ModelFault }

const usualFaults: Record<ModelErrorReason, ModelFault> = {
  'time-out': 'time-out',
  'provider-error': 'unusable-answer',
  'rate-limited': 'rate-limited',
  refused: 'content-refused',
}

export function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error
  if (APICallError.isInstance(error)) {
    const { statusCode } = error
    // The SDK takes an answer with status 200 that it can't read for a refused call.
    if (statusCode === 200) return new ModelError('provider-error', 'unreadable answer')
    if (statusCode !== undefined)
      return refusedRequest(statusCode, error.responseHeaders ?? {}, error.responseBody)
  }
  const streamed = fieldsIn(error)
  if (streamed.code !== undefined && !(error instanceof Error)) return streamedError(error)
  const code = networkCode(error)
  if (code === undefined)
    return new ModelError('provider-error', error instanceof Error ? error.name : 'unreadable answer')
  return new ModelError('provider-error', code, { fault: 'unreachable' })
}

/** Returns the error for an answer that is not the reply. */
export function refusedRequest(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string | undefined,
): ModelError {
  const fields = fieldsIn(body)
  const { code } = fields
  const detail = code === undefined ? `status ${status}` : `status ${status}, ${code}`
  const fault = faultOfAnswer(status, fields)
  return new ModelError(reasonOf(fault), detail, { status, fault, retryAfterMs: retryAfter(headers) })
}

/** Returns the error that a provider sends within a stream that began well. */
export function streamedError(event: unknown): ModelError {
  const fields = fieldsIn(event)
  const fault = faultOfAnswer(undefined, fields)
  return new ModelError(reasonOf(fault), fields.code ?? 'unreadable answer', { fault })
}

function reasonOf(fault: ModelFault): ModelErrorReason {
  if (fault === 'rate-limited' || fault === 'time-out') return fault
  return fault === 'content-refused' ? 'refused' : 'provider-error'
}

/** Whether a retry of the same request may succeed. */
export function isTemporary({ reason, fault, status }: ModelError): boolean {
  if (fault === 'rate-limited') return true
  if (fault === 'quota' || fault === 'wrong-key' || fault === 'model-not-found') return false
  return reason === 'provider-error' && (status === undefined || status >= 500)
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

/** The code of a network error (`ECONNREFUSED`). */
function networkCode(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string' && /^[A-Z_]{3,40}$/.test(at.code)) return at.code
  }
  return undefined
}

/** Returns what is kept of a failed call. */
export function faultRecord(modelId: string, { fault, detail }: ModelError): ModelFaultRecord {
  return { modelId, fault, ...(detail === undefined ? {} : { detail }) }
}
