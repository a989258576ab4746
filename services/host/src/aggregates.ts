/** Every kind of stream, by category: what an auditor can have replayed. */
import { agent } from '@parley/agent/agent.decider.ts'
import { question } from '@parley/analytics/question.decider.ts'
import { widgetLoads } from '@parley/analytics/widget-loads.decider.ts'
import type { AnyAggregate } from '@parley/audit/history.ts'
import { conversation } from '@parley/conversation/conversation.decider.ts'
import { lead } from '@parley/conversation/leads/lead.decider.ts'
import { credits } from '@parley/credits/credits.decider.ts'
import { session } from '@parley/identity/session.decider.ts'
import { user } from '@parley/identity/user.decider.ts'
import { tool } from '@parley/integration/tool.decider.ts'
import { knowledgeSource } from '@parley/knowledge/knowledge-source.decider.ts'
import { notification } from '@parley/notification/notification.decider.ts'
import { recipient } from '@parley/notification/recipient.decider.ts'
import { workspace } from '@parley/workspace/workspace.decider.ts'

export const aggregates: Record<string, AnyAggregate> = Object.fromEntries(
  [
    user,
    session,
    workspace,
    agent,
    knowledgeSource,
    conversation,
    lead,
    credits,
    tool,
    question,
    widgetLoads,
    notification,
    recipient,
  ].map((kind) => [kind.category, kind as unknown as AnyAggregate]),
)
