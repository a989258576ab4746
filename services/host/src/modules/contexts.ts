/**
 * Every module of the server, in any order: for each context a line for its module and one for its read models. A new
 * context is added here.
 */
export { agentModule } from './agent.ts'
export { analyticsModule } from './analytics.ts'
export { channelModule } from './channel.ts'
export { conversationModule } from './conversation.ts'
export { creditsModule } from './credits.ts'
export { fileModule } from './file.ts'
export { identityModule } from './identity.ts'
export { inboxModule } from './inbox.ts'
export { installationModule } from './installation.ts'
export { integrationModule } from './integration.ts'
export { knowledgeModule } from './knowledge.ts'
export { liveModule } from './live.ts'
export { notificationModule } from './notification.ts'
export { retentionModule } from './retention.ts'
export { returningModule } from './returning.ts'
export { workspaceModule } from './workspace.ts'
