/** Ends the waiting of calls that nobody approved in time; the agent then tells the visitor. */
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { conversation, subjectOf } from '../conversation.decider.ts'
import type { Turns } from '../turn/turn.ts'
import { APPROVAL_MS } from './approvals.ts'

export type ExpireApprovalsDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  turns: Pick<Turns, 'answerWaiting'>
  /** Conversations with calls that wait since before a time (milliseconds), with all that wait there. */
  pending(before: number): AsyncIterable<{
    tenant: string
    conversationId: string
    pending: readonly { approvalId: string }[]
  }>
  now?: () => number
}

const name = 'expire-approvals'

/** Returns a function that expires each call that has waited too long; those that have not are left as they are. */
export function expireApprovals(deps: ExpireApprovalsDeps): () => Promise<void> {
  const { now = Date.now } = deps

  return async () => {
    for await (const one of deps.pending(now() - APPROVAL_MS))
      for (const { approvalId } of one.pending) await expire(one.tenant, one.conversationId, approvalId)
  }

  async function expire(tenant: string, conversationId: string, approvalId: string): Promise<void> {
    const found = await deps.load(conversation, conversationId, tenant)
    if (!found?.state.started || found.state.deleted) return
    const command = `${name}/${approvalId}`
    const cause = { via: 'policy', by: name, command, correlation: command } as const
    const handled = await deps.handle(
      conversation,
      conversationId,
      { type: 'DecideApproval', approvalId, outcome: 'expired' },
      { tenant, actor: { kind: 'policy', id: name }, cause, subject: subjectOf(found.state.started) },
    )
    if (handled.ok && handled.events.length > 0) await deps.turns.answerWaiting(tenant, conversationId, cause)
  }
}
