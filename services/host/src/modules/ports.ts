/** What modules ask of each other, by name, so that no context needs to know another. */
import type { SessionWorkspaceView } from '@parley/contracts/identity/views.ts'
import type { Credits } from '@parley/conversation/replying/credits.ts'
import type { Tools } from '@parley/conversation/replying/tools.ts'
import type { User } from '@parley/identity/user.decider.ts'
import type { CommandContext } from '@parley/kernel/command-handling.ts'
import type { AgentPorts } from './agent.ts'
import type { ConversationPorts } from './conversation.ts'
import type { FilePorts } from './file.ts'
import type { KnowledgePorts } from './knowledge.ts'

export type Ports = {
  agents: AgentPorts
  workspaces: {
    /** The ids of its members; none where it is not live. */
    membersOf(tenant: string): Promise<string[]>
    isMember(tenant: string, userId: string): Promise<boolean>
    /** The only tags that may be given; undefined where any may. */
    predefinedTags(tenant: string): Promise<readonly string[] | undefined>
    /** A person's own workspace with its credits; safe to repeat. */
    ensurePersonal(person: User, context: CommandContext): Promise<SessionWorkspaceView>
    /** The workspaces that a person belongs to. */
    of(userId: string): Promise<SessionWorkspaceView[]>
  }
  people: {
    nameOf(userId: string): Promise<string | undefined>
    emailOf(userId: string): Promise<string | undefined>
  }
  credits: Credits & {
    /** What whoever signs up is given; safe to repeat with the same context. */
    grantForSignUp(workspaceId: string, context: CommandContext): Promise<unknown>
    tokensUsed(tenant: string, agentId: string): Promise<number>
  }
  knowledge: KnowledgePorts
  files: FilePorts
  tools: Tools & { isLive(tenant: string, toolId: string): Promise<boolean> }
  team: {
    /** Whether somebody of the workspace has the dashboard open. */
    isOnline(tenant: string): Promise<boolean>
  }
  conversations: ConversationPorts
  retention: {
    /** Erases what is due by now. */
    sweep(now?: Date): Promise<{ retention: number; notRecorded: number }>
  }
  analytics: {
    /** Appends the widget loads that were counted so far. */
    flushLoads(): Promise<void>
  }
}
