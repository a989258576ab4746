/**
 * Limits how many streams one bearer may hold open (enough for a browser's tabs, not for a script that collects them),
 * and how many one workspace: its team and its visitors are counted separately, so that neither can use up the other's.
 */
import { type Rejection, refuse } from '@parley/kernel/decider.ts'
import type { Principal } from '@parley/kernel/handler.ts'
import type { FastifyReply } from 'fastify'
import type { PlanQuotas } from '../quotas/plans.ts'

const MOST_OPEN = 30
const RETRY_AFTER_SECONDS = 30

/**
 * Counts a stream until its connection closes; refuses a stream above the limit. Each process counts its own
 * connections.
 */
export type OpenStreams = (
  of: { principal: Principal; tenant: string },
  quotas: Pick<PlanQuotas, 'streams' | 'visitorStreams'>,
  answer: FastifyReply,
) => { ok: false; rejection: Rejection } | undefined

export function countOpenStreams(): OpenStreams {
  const open = new Map<string, number>()
  const count = (key: string) => open.get(key) ?? 0

  return ({ principal, tenant }, { streams, visitorStreams }, answer) => {
    const bearer = bearerOf(principal)
    if (count(bearer) >= MOST_OPEN)
      return refused('too-many-requests', 'This is open too often. Close some windows of it.')
    const visitor = principal.kind === 'visitor'
    const workspace = `workspace/${tenant}/${visitor ? 'visitors' : 'team'}`
    if (count(workspace) >= (visitor ? visitorStreams : streams))
      return visitor ? chatIsFull : workspaceIsFull
    const keys = [bearer, ...(tenant === '' ? [] : [workspace])]
    for (const key of keys) open.set(key, count(key) + 1)
    answer.raw.once('close', () => {
      for (const key of keys) {
        const left = count(key) - 1
        if (left > 0) open.set(key, left)
        else open.delete(key)
      }
    })
    return undefined
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
