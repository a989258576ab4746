/** `Deprecation` (RFC 9745) and `Sunset` (RFC 8594): what tells callers that a call comes to an end. */
import type { Endpoint } from '@parley/contracts/endpoint.ts'

export function deprecationHeaders({ deprecated }: Pick<Endpoint, 'deprecated'>): Record<string, string> {
  if (!deprecated) return {}
  const { since, until } = deprecated
  return {
    deprecation: `@${Math.floor(since.getTime() / 1000)}`,
    ...(until && { sunset: until.toUTCString() }),
    link: '</api/openapi.json>; rel="deprecation"; type="application/json"',
  }
}
