/** Who acts in the demo, in what workspace, and how each of its commands is told apart. */
import { agentIdOf } from '@parley/agent/random.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { Actor, Cause } from '@parley/contracts/message.ts'
import { subjectOf } from '@parley/conversation/conversation.decider.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import type { Business } from './business.ts'
import type { Past } from './past.ts'

/** `at`: milliseconds since 1970. */
export type Step = {
  at: number
  kind: 'agency' | 'agent' | 'knowledge' | 'conversation'
  run(): Promise<unknown>
}

export type Stage = {
  past: Past
  region: Region
  workspaceId: string
  userId: string
  businesses: readonly Business[]
  /** Milliseconds since 1970. */
  now: number
}

export const DAY_MS = 86_400_000
export const HOUR_MS = 3_600_000

export const ownerOf = ({ userId }: Pick<Stage, 'userId'>): Actor => ({ kind: 'user', id: userId })

/** An agent that the business names itself has that id. */
export function agentIdFor({ workspaceId }: Pick<Stage, 'workspaceId'>, { key, agentId }: Business): string {
  return agentId ?? agentIdOf(workspaceId, `demo/${key}`)
}

/** In the dashboard. `name` is the command's own: on each run it is the same. */
export function byHand(
  { workspaceId, userId }: Pick<Stage, 'workspaceId' | 'userId'>,
  name: string,
  actor: Actor = ownerOf({ userId }),
): CommandContext {
  return context(workspaceId, actor, name, 'dashboard')
}

/** In a conversation. */
export function said(
  { workspaceId }: Pick<Stage, 'workspaceId'>,
  conversationId: string,
  actor: Actor,
  name: string,
): CommandContext {
  return {
    ...context(workspaceId, actor, `${conversationId}/${name}`, 'widget'),
    subject: subjectOf({ conversationId }),
  }
}

/** Each event of the demo is marked as such: `by` names this script. */
function context(tenant: string, actor: Actor, name: string, via: Cause['via']): CommandContext {
  const command = `demo/${name}`
  return { tenant, actor, cause: { via, by: 'demo', command, correlation: command } }
}

/** Throws on a refusal, since it means that the demo's history is wrong. */
export async function done<Outcome extends { ok: true } | { ok: false; rejection: { message: string } }>(
  outcome: Promise<Outcome>,
): Promise<void> {
  const settled = await outcome
  if (!settled.ok) throw new Error(settled.rejection.message)
}
