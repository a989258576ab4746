/** The ports that modules use of each other, by name, so that contexts don't depend on each other. */
import type { SessionWorkspaceView } from '@parley/contracts/identity/views.ts'
import type { Models } from '@parley/conversation/models/models.ts'
import type { Outbound } from '@parley/conversation/outbound/outbound.ts'
import type { Transcripts } from '@parley/conversation/transcripts.ts'
import type { Credits } from '@parley/conversation/turn/charge/credits.ts'
import type { Tools } from '@parley/conversation/turn/generate/tools.ts'
import type { SharedDrafts } from '@parley/conversation/turn/run/drafts.ts'
import type { AgentPictures } from '@parley/file/agent-pictures.ts'
import type { User } from '@parley/identity/user.decider.ts'
import type { CommandContext } from '@parley/kernel/command-handling.ts'
import type { PublicAgentCache } from '@parley/projections/public-agents/public-agents.queries.ts'
import type { AgentPorts } from './agent.ts'
import type { ChannelPorts } from './channel.ts'
import type { ConversationPorts } from './conversation.ts'
import type { FilePorts } from './file.ts'
import type { KnowledgePorts } from './knowledge.ts'

export type Ports = {
  publicAgents: PublicAgentCache
  sharedDrafts: SharedDrafts
  pictures: AgentPictures
  models: Models
  /** Messages that are older than what a conversation's state has. */
  transcripts: Transcripts
  outbound: Outbound
  agents: AgentPorts
  workspaces: {
    /** The ids of the workspace's members; none if it is not live. */
    membersOf(tenant: string): Promise<string[]>
    /** Its members with their email addresses. */
    contactsOf(tenant: string): Promise<{ userId: string; email: string }[]>
    isMember(tenant: string, userId: string): Promise<boolean>
    /** The only tags that may be used; undefined if any may. */
    predefinedTags(tenant: string): Promise<readonly string[] | undefined>
    /** Returns a person's personal workspace and creates it with its credits if needed. Idempotent. */
    ensurePersonal(person: User, context: CommandContext): Promise<SessionWorkspaceView>
    /** The workspaces that a person belongs to. */
    of(userId: string): Promise<SessionWorkspaceView[]>
  }
  people: {
    /** "Former member" for a deleted account; undefined if there is none. */
    nameOf(userId: string): Promise<string | undefined>
    emailOf(userId: string): Promise<string | undefined>
  }
  credits: Credits & {
    /** Grants the credits of a sign-up. Idempotent with the same context. */
    grantForSignUp(workspaceId: string, context: CommandContext): Promise<unknown>
    tokensUsed(tenant: string, agentId: string): Promise<number>
    /** Gives back what this process reserved of workspaces' credits and does not use. */
    giveBackUnused(): Promise<void>
  }
  knowledge: KnowledgePorts
  files: FilePorts
  tools: Tools & { isLive(tenant: string, toolId: string): Promise<boolean> }
  team: {
    /** Whether a member of the workspace has the dashboard open. */
    isOnline(tenant: string): Promise<boolean>
  }
  conversations: ConversationPorts
  channels: ChannelPorts
  retention: {
    /** Erases what is due now. */
    sweep(now?: Date): Promise<{ retention: number; notRecorded: number }>
  }
  analytics: {
    /** Appends the widget loads counted so far. */
    flushLoads(): Promise<void>
  }
}
