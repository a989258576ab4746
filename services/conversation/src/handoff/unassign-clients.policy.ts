/**
 * Unassigns open conversations from clients who can't answer in them any more: who were deleted, moved to another
 * organisation, or lost the agent or the inbox. Also those that are opened again or assigned meanwhile.
 */

import { clientEvents } from '@parley/contracts/client/events.ts'
import { CLIENT_ID_LENGTH } from '@parley/contracts/client/pages.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { atStep } from '@parley/kernel/commands/command-step.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import { definePolicy, type OpenedOf, type Policy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { conversation, subjectOf } from '../conversation.decider.ts'

const name = 'unassign-clients'

const events = {
  ...pick(clientEvents, 'ClientChanged', 'ClientDeleted'),
  ...pick(conversationEvents, 'ConversationAssigned', 'ConversationStatusChanged'),
}

export type UnassignClientsDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh'> & {
  /** The agents in whose conversations a client may answer by now; undefined for none. */
  answeringClient(tenant: string, clientId: string): Promise<{ agentIds: readonly string[] } | undefined>
  /** All agents that a client has or had. */
  agentsEverOf(tenant: string, clientId: string): Promise<string[]>
  /** The open conversations of agents that are assigned to somebody, as the log has them by now. */
  openOf(tenant: string, assignee: string, agentIds: readonly string[]): Promise<string[]>
}

export function unassignClientsPolicy(deps: UnassignClientsDeps): Policy<typeof events> {
  return definePolicy({
    name,
    startFrom: 'current',
    events,
    async react(event) {
      const { tenant } = event
      if (event.type === 'ConversationAssigned' || event.type === 'ConversationStatusChanged') {
        const conversationId = idIn(event.stream, conversation.category)
        if (conversationId !== undefined) await check(event, conversationId)
        return
      }
      const { clientId } = event.data
      const isMoved = event.type === 'ClientChanged' && event.data.orgId !== undefined
      if (event.type === 'ClientChanged' && !isMoved && !event.data.widgetIDs && !event.data.canAccess) return
      const left = isMoved ? undefined : await deps.answeringClient(tenant, clientId)
      const agents = await deps.agentsEverOf(tenant, clientId)
      const lost = agents.filter((agentId) => !left?.agentIds.includes(agentId))
      for (const conversationId of await deps.openOf(tenant, clientId, lost))
        await unassign(event, conversationId, clientId)
    },
  })

  async function check(event: OpenedOf<typeof events>, conversationId: string): Promise<void> {
    const { tenant } = event
    const state = (await deps.load(conversation, conversationId, tenant))?.state
    const { assignee, started, status } = state ?? {}
    if (!started || status !== 'open' || assignee?.length !== CLIENT_ID_LENGTH) return
    const left = await deps.answeringClient(tenant, assignee)
    if (!left?.agentIds.includes(started.agentId)) await unassign(event, conversationId, assignee)
  }

  /** Unless it was assigned to somebody else meanwhile. */
  async function unassign(event: OpenedOf<typeof events>, conversationId: string, insteadOf: string) {
    await deps.refresh(conversation.category, conversationId)
    const started = (await deps.load(conversation, conversationId, event.tenant))?.state.started
    if (!started) return
    const command = { type: 'AssignConversation', assignee: undefined, insteadOf } as const
    const context = { ...atStep(reactingTo(event, name), conversationId), subject: subjectOf(started) }
    const handled = await deps.handle(conversation, conversationId, command, context)
    if (!handled.ok && handled.rejection.code !== 'deleted') throw new Error(handled.rejection.code)
  }
}
