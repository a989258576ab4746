/**
 * Hands conversations back to the agent where the visitor has waited for a person longer than the agent's
 * `handoffTimeoutMinutes`. Waiting conversations are found by a projection of the log, so none is lost when the process
 * ends.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { conversation, subjectOf } from '../conversation.decider.ts'
import type { Turns } from '../turn/turn.ts'

export type HandBackDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  turns: Pick<Turns, 'answerWaiting'>
  /** The published document, or that of the version with which a conversation began. */
  agentDocument(tenant: string, agentId: string, version?: number): Promise<AgentDocument | undefined>
  /** Conversations in which a visitor has waited for a person since before a time (milliseconds), longest first. */
  awaited(before: number): AsyncIterable<{ tenant: string; conversationId: string; agentId: string }>
  now?: () => number
}

const name = 'hand-back-in-time'
const MINUTE_MS = 60_000

/** Returns a function that hands back every conversation whose timeout has passed. */
export function handBackInTime(deps: HandBackDeps): () => Promise<void> {
  const { now = Date.now } = deps
  return handBackAll

  async function handBackAll(): Promise<void> {
    const at = now()
    // The shortest timeout is one minute.
    for await (const one of deps.awaited(at - MINUTE_MS)) {
      const { tenant, conversationId, agentId } = one
      const minutes = (await deps.agentDocument(tenant, agentId))?.handoffTimeoutMinutes ?? 0
      if (minutes > 0) await handBack(tenant, conversationId, at - minutes * MINUTE_MS)
    }
  }

  /** Hands back only if the visitor has waited since before `limit` (milliseconds). */
  async function handBack(tenant: string, conversationId: string, limit: number): Promise<void> {
    const found = await deps.load(conversation, conversationId, tenant)
    const awaitingSince = found?.state.awaitingSince
    if (!found?.state.started || awaitingSince === undefined || Date.parse(awaitingSince) > limit) return
    const command = `${name}/${conversationId}/${awaitingSince}`
    const cause = { via: 'policy', by: name, command, correlation: command } as const
    const handled = await deps.handle(
      conversation,
      conversationId,
      { type: 'TimeOutHandoff', awaitingSince },
      { tenant, actor: { kind: 'policy', id: name }, cause, subject: subjectOf(found.state.started) },
    )
    if (handled.ok) await deps.turns.answerWaiting(tenant, conversationId, cause)
  }
}
