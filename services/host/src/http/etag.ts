/** `ETag` and `If-Match`: a caller overwrites only what it has read (`kernel/src/commands/overwriting.ts`). */
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import type { FastifyRequest } from 'fastify'
import { headerOf } from './request-parts.ts'

/** Names a position of the log. */
export const etagOf = (position: number): string => `"${position}"`

type Condition = { ok: true; context: Pick<CommandContext, 'readUpTo'> } | { ok: false; rejection: Rejection }

/**
 * Reads `If-Match`. Of several ETags the newest counts. Proxies that compress make ETags weak, which changes nothing here: an
 * ETag names what was read, not its bytes.
 */
export function conditionOf(endpoint: Endpoint, request: FastifyRequest): Condition {
  const header = endpoint.kind === 'command' ? headerOf(request, 'if-match') : undefined
  if (header === undefined) return { ok: true, context: {} }
  if (!endpoint.overwrites) {
    return refuse(
      'invalid-input',
      'This call overwrites nothing that has an ETag. Leave out If-Match.',
      'If-Match',
    )
  }
  const tags = header.split(',').map((tag) => /^(?:W\/)?"(\d{1,15})"$/.exec(tag.trim())?.[1])
  if (tags.includes(undefined)) {
    const message = `If-Match takes the ETag of an answer, such as "1234", as ${endpoint.overwrites} gives it.`
    return refuse('invalid-input', message, 'If-Match')
  }
  return { ok: true, context: { readUpTo: Math.max(...tags.map(Number)) } }
}
