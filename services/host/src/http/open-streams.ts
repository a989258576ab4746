/**
 * Limits how many streams one bearer may hold open (enough for a browser's tabs, not for a script that collects them),
 * and how many one workspace: its team and its visitors are counted separately, so that neither can use up the other's.
 */
import { createHash } from 'node:crypto'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import type { Principal } from '@parley/kernel/commands/handler.ts'
import type { SharedCounts } from '@parley/kernel/limits/shared-counts.ts'
import type { FastifyReply } from 'fastify'
import type { PlanQuotas } from '../quotas/plans.ts'

const MOST_OPEN = 30
/**
 * From how many streams of a bearer in one process they are counted in all processes. With fewer, as nearly every bearer
 * has, a stream costs no further round trip. So another process adds at most one less than this to `MOST_OPEN`.
 */
const SHARED_FROM = 3
const RETRY_AFTER_SECONDS = 30

/**
 * Counts a stream until its connection closes; refuses a stream above the limit. A start costs a round trip to the shared
 * state, what is streamed none. While that state is unavailable, each process counts alone.
 */
export type OpenStreams = (
  of: { principal: Principal; tenant: string },
  quotas: Pick<PlanQuotas, 'streams' | 'visitorStreams'>,
  answer: Pick<FastifyReply, 'raw'>,
) => Promise<{ ok: false; rejection: Rejection } | undefined>

/** What all processes of a region count together. */
export type StreamCounts = {
  /** By workspace. */
  workspaces: SharedCounts<'team' | 'visitors'>
  /** By a digest of the bearer, in groups: a process has one document a group, however many bearers there are. */
  bearers: SharedCounts<string>
}

export function countOpenStreams({ workspaces, bearers }: StreamCounts): OpenStreams {
  const ofBearers = countStreamsOfBearers(bearers)

  return async ({ principal, tenant }, { streams, visitorStreams }, answer) => {
    const bearer = ofBearers(bearerOf(principal))
    if (bearer.own() >= MOST_OPEN) return tooManyOfBearer
    const visitor = principal.kind === 'visitor'
    const kind = visitor ? 'visitors' : 'team'
    const limit = visitor ? visitorStreams : streams
    const full = visitor ? chatIsFull : workspaceIsFull
    if (tenant !== '' && workspaces.own(tenant, kind) >= limit) return full

    count(1)
    // Before anything is awaited, since the connection may close meanwhile; it may have closed before, too.
    const release = once(() => count(-1))
    answer.raw.once('close', release)
    if (answer.raw.closed) release()
    // Streams that start here later do not count against this one.
    const ownOfBearer = bearer.own()
    const own = workspaces.own(tenant, kind)
    const [othersOfBearer, others] = await Promise.all([
      bearer.others(),
      tenant === '' ? 0 : workspaces.others(tenant, kind),
    ])
    const refused =
      ownOfBearer + othersOfBearer > MOST_OPEN
        ? tooManyOfBearer
        : tenant !== '' && own + others > limit
          ? full
          : undefined
    if (refused) release()
    return refused

    function count(by: 1 | -1): void {
      bearer.add(by)
      if (tenant !== '') workspaces.set(tenant, kind, workspaces.own(tenant, kind) + by)
    }
  }
}

function countStreamsOfBearers(shared: SharedCounts<string>) {
  const open = new Map<string, number>()
  return (bearer: string) => {
    const digest = createHash('sha256').update(bearer).digest('base64url').slice(0, 22)
    const group = digest.slice(0, 1)
    const own = () => open.get(digest) ?? 0
    return {
      own,
      add(by: 1 | -1): void {
        const left = own() + by
        if (left > 0) open.set(digest, left)
        else open.delete(digest)
        const counted = left >= SHARED_FROM ? left : 0
        if (counted !== shared.own(group, digest)) shared.set(group, digest, counted)
      },
      others: async () => (own() >= SHARED_FROM ? shared.others(group, digest) : 0),
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

const tooManyOfBearer = refused('too-many-requests', 'This is open too often. Close some windows of it.')
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
    case 'client':
      return `session/${principal.sessionId}`
    case 'api-key':
      return `key/${principal.tenant}/${principal.agentId ?? ''}`
    case 'token':
      return `token/${principal.tokenId}`
    case 'provider':
      return `provider/${principal.scheme}`
    case 'nobody':
      return 'nobody'
  }
}
