/**
 * The names that our headers had before they were made neutral, so that pages of an agency's domain name no product.
 * Programs of customers still send them, and read those of answers at the product's own address.
 */
import {
  AFTER_HEADER,
  CSRF_HEADER,
  POSITION_HEADER,
  SEEN_HEADER,
  WORKSPACE_HEADER,
} from '@parley/contracts/client.ts'
import { EMBED_HEADER } from '@parley/contracts/conversation/embed.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

const olderNames: Record<string, string> = {
  [POSITION_HEADER]: 'parley-position',
  [AFTER_HEADER]: 'parley-after',
  [SEEN_HEADER]: 'parley-seen',
  [CSRF_HEADER]: 'parley-csrf',
  [WORKSPACE_HEADER]: 'parley-workspace',
  [EMBED_HEADER]: 'parley-embed',
}

const sent = [AFTER_HEADER, CSRF_HEADER, WORKSPACE_HEADER, EMBED_HEADER]

/** Gives the headers of a request that have an older name their present one. */
export function renameOlderHeaders(headers: FastifyRequest['headers']): void {
  for (const name of sent) {
    const older = headers[olderNames[name] ?? '']
    if (older !== undefined) headers[name] ??= older
  }
}

/** Sets a header of an answer, also by its older name unless that is read at the domain of an agency. */
export function answerWith(
  { agencyHost }: FastifyRequest,
  answer: FastifyReply,
  name: string,
  value: string | number,
): void {
  answer.header(name, value)
  const older = olderNames[name]
  if (older !== undefined && !agencyHost) answer.header(older, value)
}

/** The names of headers as they stand in a list, with the older ones unless that is read at the domain of an agency. */
export function namesFor({ agencyHost }: FastifyRequest, names: readonly string[]): string {
  const older = agencyHost ? [] : names.flatMap((name) => olderNames[name] ?? [])
  return [...names, ...older].join(', ')
}
