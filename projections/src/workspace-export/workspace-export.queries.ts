/** What a workspace holds, in figures before it is deleted, and whole for its owner to keep. */
import { FORMER_MEMBER } from '@parley/contracts/message.ts'
import type { workspaceEndpoints } from '@parley/contracts/workspace/endpoints.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { agentIdsOf } from '../agents/agents.queries.ts'
import { allMessages } from '../conversations/all-messages.ts'
import { scan } from '../conversations/conversation-scan.ts'
import { listItem } from '../conversations/conversation-views.ts'
import { conversationsProjection } from '../conversations/conversations.projection.ts'
import { knowledgeSources } from '../knowledge-sources/knowledge-sources.projection.ts'
import { wholeKnowledge } from '../knowledge-sources/knowledge-sources.queries.ts'
import { leadsProjection } from '../leads/leads.projection.ts'
import { everyLead } from '../leads/leads.queries.ts'
import { type StoredWorkspace, workspacesProjection } from '../workspaces/workspaces.projection.ts'

export type WorkspaceExportDeps = {
  reader: Reader
  profileOf(userId: string): Promise<{ displayName: string; email: string } | undefined>
  /** An agent's document without its secrets, pictures inside; undefined if there is none. */
  agentOf(tenant: string, agentId: string): Promise<object | undefined>
  /** For how many days a deletion can be undone. */
  graceDays: number
}

type Queries = Pick<Handlers<typeof workspaceEndpoints>, 'workspaces.contents' | 'workspaces.export'>

export function workspaceExportQueries(deps: WorkspaceExportDeps): Queries {
  const { reader, graceDays } = deps
  return {
    async 'workspaces.contents'({ tenant }) {
      const stored = await reader.get(workspacesProjection, tenant, tenant)
      if (!stored) return refuse('not-found', 'Workspace not found')
      const agents = await agentIdsOf(reader, tenant)
      const counts = await Promise.all(
        agents.map(async (agentId) => ({
          conversations: await reader.count(conversationsProjection, tenant, {
            index: 'byAgent',
            where: { agentId, listed: true },
          }),
          leads: await reader.count(leadsProjection, tenant, { index: 'byAgent', where: { agentId } }),
          sources: await reader.count(knowledgeSources, tenant, { index: 'byAgent', where: { agentId } }),
        })),
      )
      const sum = (of: 'conversations' | 'leads' | 'sources') =>
        counts.reduce((total, each) => total + each[of], 0)
      return reply({
        agents: agents.length,
        conversations: sum('conversations'),
        leads: sum('leads'),
        sources: sum('sources'),
        members: stored.members.length,
        graceDays,
      })
    },

    async 'workspaces.export'({ tenant }) {
      const stored = await reader.get(workspacesProjection, tenant, tenant)
      if (!stored) return refuse('not-found', 'Workspace not found')
      return {
        ok: true,
        text: lines(tenant, stored),
        contentType: 'application/x-ndjson; charset=utf-8',
        headers: { 'content-disposition': `attachment; filename="workspace-${tenant}.jsonl"` },
      }
    },
  }

  /** One JSON object a line, each with what it is: `{"type": "agent", …}`. */
  async function* lines(tenant: string, stored: StoredWorkspace): AsyncGenerator<string> {
    const { workspaceId, workspaceName: sealed, region, inbox, savedViews, cannedResponses } = stored
    const texts = cannedResponses.flatMap(({ shortcut, text }) => [shortcut, text])
    const [workspaceName = '', ...opened] = await reader.open(tenant, [sealed, ...texts])
    yield line('workspace', { workspaceId, workspaceName, region, inbox, savedViews })
    for (const [nth, { cannedResponseId }] of cannedResponses.entries())
      yield line('canned-response', {
        ...{ cannedResponseId, shortcut: opened[2 * nth], text: opened[2 * nth + 1] },
      })
    for (const { userId, role, joinedAt } of stored.members) {
      const { displayName = FORMER_MEMBER, email = '' } = (await deps.profileOf(userId)) ?? {}
      yield line('member', {
        ...{ userId, displayName, email, role },
        ...(joinedAt === undefined ? {} : { joinedAt: new Date(joinedAt).toISOString() }),
      })
    }
    for (const agentId of await agentIdsOf(reader, tenant)) {
      yield line('agent', { agentId, document: await deps.agentOf(tenant, agentId) })
      for await (const source of wholeKnowledge(reader, tenant, agentId))
        yield line('knowledge-source', source)
      for await (const lead of everyLead(reader, tenant, agentId)) yield line('lead', lead)
      yield* conversationLines(tenant, agentId)
    }
  }

  async function* conversationLines(tenant: string, agentId: string): AsyncGenerator<string> {
    for await (const { found } of scan({ reader, tenant, agentId, filters: {} })) {
      if (!found) continue
      const { opened } = found
      const { conversationId } = opened.document
      const { person, fields, notes } = opened
      const { preview: _, unread: __, ...facts } = listItem(opened)
      yield line('conversation', { ...facts, visitor: { ...person, fields }, notes })
      for await (const message of allMessages(reader, tenant, conversationId))
        yield line('message', { conversationId, ...message })
    }
  }
}

function line(type: string, value: object): string {
  return `${JSON.stringify({ type, ...value })}\n`
}
