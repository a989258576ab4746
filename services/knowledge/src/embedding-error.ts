/** Why a provider did not embed. The SDK's errors contain the texts that were sent, which must not reach a log. */
import type { ModelFault } from '@parley/contracts/conversation/model-faults.ts'
import { faultOfAnswer, fieldsIn } from '@parley/contracts/models/provider-errors.ts'

export class EmbeddingError extends Error {
  readonly fault: ModelFault
  /** Status or code only. */
  readonly detail: string | undefined
  constructor(message: string, fault: ModelFault, detail?: string) {
    super(message)
    this.fault = fault
    this.detail = detail
  }
}

/** What the SDK says of a failed call, or of its last attempt at it. */
type SdkError = {
  name?: unknown
  code?: unknown
  statusCode?: unknown
  responseBody?: unknown
  lastError?: unknown
  cause?: unknown
}

export function toEmbeddingError(error: unknown): EmbeddingError {
  if (error instanceof EmbeddingError) return error
  const outer: SdkError = Object(error)
  const failed: SdkError = Object(outer.lastError ?? error)
  const { statusCode: status } = failed
  const told = typeof status === 'number' ? ` with status ${status}` : ''
  const message = `The embedding provider failed${told} (${String(outer.name)})`
  if (typeof status === 'number' && status !== 200)
    return new EmbeddingError(
      message,
      faultOfAnswer(status, fieldsIn(failed.responseBody)),
      `status ${status}`,
    )
  if (status === 200) return new EmbeddingError(message, 'unusable-answer')
  if (failed.name === 'TimeoutError' || failed.name === 'AbortError')
    return new EmbeddingError(message, 'time-out')
  const code = networkCode(failed)
  return code === undefined
    ? new EmbeddingError(message, 'unusable-answer')
    : new EmbeddingError(message, 'unreachable', code)
}

/** The code of a network error, such as `ECONNREFUSED`. */
function networkCode(failed: SdkError): string | undefined {
  for (let at = failed, depth = 0; depth < 5; at = Object(at.cause), depth++)
    if (typeof at.code === 'string' && /^[A-Z_]{3,40}$/.test(at.code)) return at.code
  return undefined
}
