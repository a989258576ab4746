/**
 * Limits how many streams one bearer may hold open (enough for a browser's tabs, not for a script that collects them),
 * and how many one workspace: its team and its visitors are counted separately, so that neither can use up the other's.
 */
import { type Rejection, refuse } from '@parley/kernel/decider.ts'
import type { Principal } from '@parley/kernel/handler.ts'
import type { SharedCounts } from '@parley/kernel/shared-counts.ts'
import type { FastifyReply } from 'fastify'
import type { PlanQuotas } from '../quotas/plans.ts'

const MOST_OPEN = 30
const RETRY_AFTER_SECONDS = 30

/**
 * Counts a stream until its connection closes; refuses a stream above the limit. A start costs a round trip to the shared
 * state, what is streamed none.
 */
export type OpenStreams = (
  of: { principal: Principal; tenant: string },
  quotas: Pick<PlanQuotas, 'streams' | 'visitorStreams'>,
  answer: Pick<FastifyReply, 'raw'>,
) => Promise<{ ok: false; rejection: Rejection } | undefined>

/**
 * `counts` are shared by all processes. The streams of a bearer are counted by each process for itself: the quota of the
 * workspace bounds them too.
 */
export function countOpenStreams(counts: SharedCounts<'team' | 'visitors'>): OpenStreams {
  const bearers = new Map<string, number>()

  return async ({ principal, tenant }, { streams, visitorStreams }, answer) => {
    const bearer = bearerOf(principal)
    if ((bearers.get(bearer) ?? 0) >= MOST_OPEN)
      return refused('too-many-requests', 'This is open too often. Close some windows of it.')
    const visitor = principal.kind === 'visitor'
    const kind = visitor ? 'visitors' : 'team'
    const limit = visitor ? visitorStreams : streams
    const full = visitor ? chatIsFull : workspaceIsFull
    if (tenant !== '' && counts.own(tenant, kind) >= limit) return full

    count(1)
    // Before anything is awaited, since the connection may close meanwhile; it may have closed before, too.
    const release = once(() => count(-1))
    answer.raw.once('close', release)
    if (answer.raw.closed) release()
    if (tenant === '') return undefined
    // Streams that start here later do not count against this one.
    const own = counts.own(tenant, kind)
    if (own + (await counts.others(tenant, kind)) <= limit) return undefined
    release()
    return full

    function count(by: 1 | -1): void {
      const left = (bearers.get(bearer) ?? 0) + by
      if (left > 0) bearers.set(bearer, left)
      else bearers.delete(bearer)
      if (tenant !== '') counts.set(tenant, kind, counts.own(tenant, kind) + by)
    }
  }
}

function once(work: () => void): () => void {
  let done = false
  return () => {
    if (!done) work()
    done = true
  }
}

const chatIsFull = refused(
  'visitor-stream-limit-reached',
  'Too many people follow this chat right now. Please try again later.',
)
const workspaceIsFull = refused(
  'stream-limit-reached',
  'Your workspace has as many live connections open as its plan allows. Close some windows, or upgrade your plan.',
)

function refused(code: string, message: string): { ok: false; rejection: Rejection } {
  const { rejection } = refuse(code, message)
  return { ok: false, rejection: { ...rejection, retryAfterSeconds: RETRY_AFTER_SECONDS } }
}

function bearerOf(principal: Principal): string {
  switch (principal.kind) {
    case 'visitor':
      return `visitor/${principal.conversationId}`
    case 'user':
      return `session/${principal.sessionId}`
    case 'api-key':
      return `key/${principal.tenant}/${principal.agentId ?? ''}`
    case 'provider':
      return `provider/${principal.scheme}`
    case 'nobody':
      return 'nobody'
  }
}
