/**
 * The websites on which an agent may be embedded. An entry is a scheme and a host, with a port if it is not the
 * scheme's default: `https://shop.example`, `http://localhost:3000`. `https://*.shop.example` matches every subdomain,
 * but not `https://shop.example` itself. The port must match exactly.
 */
import { z } from 'zod'
import { normalOrigin, originForm } from './origin-spelling.ts'

export const allowedOrigin = z
  .string()
  .trim()
  .max(300)
  .transform((entry) => normalOrigin(entry) ?? entry)
  .refine((entry) => normalOrigin(entry) !== undefined, {
    message: originForm,
  })

/**
 * Whether an `Origin` header is on the list. A missing, invalid or `null` origin never is, but an empty list allows
 * any.
 */
export function isOriginAllowed(list: readonly string[], origin: string | undefined): boolean {
  if (list.length === 0) return true
  if (origin === undefined || !URL.canParse(origin)) return false
  const asked = new URL(origin)
  if (asked.origin === 'null' || asked.origin !== origin.toLowerCase()) return false
  return list.some((entry) => {
    const spelled = normalOrigin(entry)
    if (spelled === undefined) return false
    if (!spelled.includes('://*.')) return spelled === asked.origin
    const parent = new URL(spelled.replace('*.', ''))
    return (
      parent.protocol === asked.protocol &&
      parent.port === asked.port &&
      asked.hostname.endsWith(`.${parent.hostname}`)
    )
  })
}

/** Returns the `frame-ancestors` directive of the chat's frame; undefined if any page may embed it. */
export function frameAncestors(list: readonly string[]): string | undefined {
  if (list.length === 0) return undefined
  const spelled = list.map(normalOrigin).filter((entry) => entry !== undefined)
  return `frame-ancestors 'self' ${spelled.join(' ')}`.trim()
}
