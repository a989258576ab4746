/** Reads the errors of providers of models. Their texts are looked at here and go no further: they repeat keys and messages. */

import { z } from 'zod'
import type { ModelFault } from '../conversation/model-faults.ts'

/** `code` is the provider's short error code. */
export type ErrorFields = {
  code: string | undefined
  codes: readonly string[]
  message: string
  hints: readonly string[]
}

const MAX_TEXT = 2_000
const short = /^[\w.-]{1,60}$/

const detailSchema = z.object({
  reason: z.string().optional(),
  retryDelay: z.string().optional(),
  violations: z.array(z.object({ quotaId: z.string().optional() })).optional(),
})
const fieldsSchema = z.object({
  code: z.unknown().optional(),
  type: z.unknown().optional(),
  status: z.unknown().optional(),
  message: z.unknown().optional(),
  details: z.array(detailSchema.catch({})).optional().catch(undefined),
})
const errorSchema = z.object({ error: fieldsSchema })

/** Reads the error in an answer's body, or in an event of a stream. */
export function fieldsIn(body: unknown): ErrorFields {
  const json = typeof body === 'string' ? jsonIn(body) : body
  // Google's stream, read as JSON, is a list.
  const [first] = Array.isArray(json) ? json : [json]
  const nested = errorSchema.safeParse(first)
  const found = nested.success ? nested : fieldsSchema.safeParse(first)
  const fields = nested.success ? nested.data.error : fieldsSchema.safeParse(found.data).data
  if (!fields) return { code: undefined, codes: [], message: '', hints: [] }
  const codes = [fields.code, fields.type, fields.status].filter(
    (one) => typeof one === 'string' && short.test(one),
  )
  const hints = (fields.details ?? []).flatMap(({ reason, retryDelay, violations = [] }) => [
    ...(reason === undefined ? [] : [reason]),
    ...(retryDelay === undefined ? [] : ['retry-later']),
    ...violations.flatMap(({ quotaId }) => (quotaId === undefined ? [] : [quotaId])),
  ])
  const texts = codes.map(String)
  const message = typeof fields.message === 'string' ? fields.message.slice(0, MAX_TEXT) : ''
  return { code: texts[0], codes: texts, message, hints }
}

/** Returns what an error means. `status` is undefined for an error within a stream. */
export function faultOfAnswer(
  status: number | undefined,
  { codes, message, hints }: ErrorFields,
): ModelFault {
  const any = (pattern: RegExp) => codes.some((code) => pattern.test(code))
  if (any(/content_(policy|filter)|safety/i)) return 'content-refused'
  if (isQuota(status, codes, message, hints)) return 'quota'
  if (status === 401 || any(/^(invalid_api_key|authentication_error|UNAUTHENTICATED)$/)) return 'wrong-key'
  if (hints.includes('API_KEY_INVALID') || (status === 403 && !any(/model/i))) return 'wrong-key'
  if (any(/^(model_not_found|not_found_error|NOT_FOUND)$/)) return 'model-not-found'
  // Any other 404 may also mean an address that is wrong.
  if (status === 404) return 'model-not-found'
  if (status === 429 || any(/^(rate_limit\w*|RESOURCE_EXHAUSTED)$/)) return 'rate-limited'
  if (status === 529 || any(/^overloaded_error$/)) return 'rate-limited'
  if (status === 408 || status === 504 || any(/^(timeout_error|DEADLINE_EXCEEDED)$/)) return 'time-out'
  if (any(/^(api_error|server_error|INTERNAL|UNAVAILABLE)$/)) return 'server-error'
  if (status === undefined) return 'unusable-answer'
  if (status >= 500) return 'server-error'
  return status >= 400 ? 'request-refused' : 'unusable-answer'
}

/**
 * Nothing left to pay with, unlike a limit that passes within minutes. OpenAI has codes for it, Anthropic a type and for
 * prepaid accounts only a text, Google the same code as for its other limits and the name of a limit of the day.
 */
function isQuota(
  status: number | undefined,
  codes: readonly string[],
  message: string,
  hints: readonly string[],
): boolean {
  if (status === 402) return true
  if (codes.some((code) => /^(insufficient_quota|billing_\w+|credits?_exhausted)$/.test(code))) return true
  if (status === 400 && /credit balance is too low/i.test(message)) return true
  if (!codes.includes('RESOURCE_EXHAUSTED')) return false
  if (hints.some((hint) => /PerDay/.test(hint))) return true
  return /billing|current quota|prepay/i.test(message) && !hints.includes('retry-later')
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
