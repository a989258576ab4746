/** How many answers that go on for ever one bearer may hold open: a browser's tabs, not a script that collects them. */
import { type Rejection, refuse } from '@parley/kernel/decider.ts'
import type { Principal } from '@parley/kernel/handler.ts'
import type { FastifyReply } from 'fastify'

const MOST_OPEN = 30
const RETRY_AFTER_SECONDS = 30

/** Counts a stream until its connection closes; refuses one too many. Each process counts its own connections. */
export type OpenStreams = (
  principal: Principal,
  answer: FastifyReply,
) => { ok: false; rejection: Rejection } | undefined

export function countOpenStreams(): OpenStreams {
  const open = new Map<string, number>()

  return (principal, answer) => {
    const bearer = bearerOf(principal)
    const count = open.get(bearer) ?? 0
    if (count >= MOST_OPEN) {
      const { rejection } = refuse('too-many-requests', 'This is open too often. Close some windows of it.')
      return { ok: false, rejection: { ...rejection, retryAfterSeconds: RETRY_AFTER_SECONDS } }
    }
    open.set(bearer, count + 1)
    answer.raw.once('close', () => {
      const left = (open.get(bearer) ?? 1) - 1
      if (left > 0) open.set(bearer, left)
      else open.delete(bearer)
    })
    return undefined
  }
}

function bearerOf(principal: Principal): string {
  switch (principal.kind) {
    case 'visitor':
      return `visitor/${principal.conversationId}`
    case 'user':
      return `session/${principal.sessionId}`
    case 'api-key':
      return `key/${principal.tenant}/${principal.agentId ?? ''}`
    case 'nobody':
      return 'nobody'
  }
}
