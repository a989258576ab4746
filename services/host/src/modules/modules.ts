/**
 * Every module of the server; a new context is added here. A module may use the ports of those above it immediately.
 */
import { api } from '@parley/contracts/api.ts'
import { agentModule } from './agent.ts'
import { analyticsModule } from './analytics.ts'
import { auditModule } from './audit.ts'
import { channelModule } from './channel.ts'
import { conversationModule } from './conversation.ts'
import { creditsModule } from './credits.ts'
import { fileModule } from './file.ts'
import { identityModule } from './identity.ts'
import { inboxModule } from './inbox.ts'
import { installationModule } from './installation.ts'
import { integrationModule } from './integration.ts'
import { knowledgeModule } from './knowledge.ts'
import { liveModule } from './live.ts'
import { mergeModules } from './merge.ts'
import { notificationModule } from './notification.ts'
import { retentionModule } from './retention.ts'
import { returningModule } from './returning.ts'
import { workspaceModule } from './workspace.ts'

const contexts = [
  installationModule,
  identityModule,
  workspaceModule,
  creditsModule,
  liveModule,
  agentModule,
  integrationModule,
  fileModule,
  knowledgeModule,
  conversationModule,
  channelModule,
  inboxModule,
  returningModule,
  retentionModule,
  analyticsModule,
  notificationModule,
]

export const modules = [...contexts, auditModule(contexts)]

/** All modules merged: endpoints, aggregates by category, projections, relays. Covers every endpoint of the API. */
export const merged = mergeModules(modules, api)
