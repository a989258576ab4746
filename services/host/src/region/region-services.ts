/** Everything that serves one region: its engines, and the contexts and read models composed on them. */
import { agent } from '@parley/agent/agent.decider.ts'
import { agentHandlers, versionDocuments } from '@parley/agent/agent.handlers.ts'
import { createCssCleaner } from '@parley/agent/custom-css.ts'
import { refuseStrangers } from '@parley/agent/named-in-document.ts'
import { anchorYesterday } from '@parley/audit/anchors.ts'
import { auditHandlers } from '@parley/audit/audit.handlers.ts'
import type { SessionWorkspaceView } from '@parley/contracts/identity/views.ts'
import { creditsCommands } from '@parley/credits/credits.commands.ts'
import { costOf, mostOf, signUpCredits } from '@parley/credits/pricing.ts'
import type { Mailer } from '@parley/identity/mail/mailer.ts'
import { oneTimeCodePolicy } from '@parley/identity/one-time-code.policy.ts'
import { type User, user } from '@parley/identity/user.decider.ts'
import type { CommandContext } from '@parley/kernel/command-handling.ts'
import type { StoredEvent } from '@parley/kernel/event-store.ts'
import { type PolicyRunner, startPolicies } from '@parley/kernel/policy-runner.ts'
import { followProjections, type ProjectionFollower } from '@parley/kernel/projection-follower.ts'
import { startProjections } from '@parley/kernel/projection-runner.ts'
import { createReader, type Reader } from '@parley/kernel/reader.ts'
import type { Supervision } from '@parley/kernel/supervised.ts'
import { knowledgeHandlers, templateKnowledge } from '@parley/knowledge/knowledge.handlers.ts'
import { agentOverviewQueries } from '@parley/projections/agent-overview/agent-overview.queries.ts'
import { agentQueries, countAgents } from '@parley/projections/agents/agents.queries.ts'
import { auditTrailQueries, viewOf } from '@parley/projections/audit-trail/audit-trail.queries.ts'
import { awaitedPeople } from '@parley/projections/awaited-people/awaited-people.projection.ts'
import { creditsQueries, tokensUsedThisMonth } from '@parley/projections/credit-balances/credits.queries.ts'
import { countSources } from '@parley/projections/knowledge-sources/knowledge-sources.queries.ts'
import { workspacesOf } from '@parley/projections/memberships/memberships.queries.ts'
import {
  type PublicAgentCache,
  publicAgentCache,
  publicAgentQueries,
} from '@parley/projections/public-agents/public-agents.queries.ts'
import { workspaceQueries } from '@parley/projections/workspaces/workspaces.queries.ts'
import { personalWorkspaces } from '@parley/workspace/personal-workspace.ts'
import { workspace } from '@parley/workspace/workspace.decider.ts'
import { workspaceHandlers } from '@parley/workspace/workspace.handlers.ts'
import { aggregates } from '../aggregates.ts'
import type { Config } from '../config.ts'
import { identityKey } from '../derived-keys.ts'
import { everyAnswer } from '../http/every-answer.ts'
import type { AnyHandlers } from '../http/mount.ts'
import { toAnyOrigin } from '../http/other-origins.ts'
import type { Metrics } from '../metrics.ts'
import { allProjections } from '../projections.ts'
import type { Quotas } from '../quotas/quotas.ts'
import type { RegionEngines } from '../region.ts'
import type { Tracing } from '../tracing.ts'
import { composeAnalytics } from './analytics.ts'
import { composeConversations } from './conversations.ts'
import { composeFiles } from './files.ts'
import { composeInbox } from './inbox.ts'
import { composeIntegration } from './integration.ts'
import { composeKnowledge } from './knowledge.ts'
import { createLive } from './live.ts'
import { followLog } from './notices.ts'
import { composeNotifications } from './notifications.ts'
import { afterMidnight, startRegularWork } from './regular-work.ts'
import { composeRetention } from './retention.ts'
import { composeReturning } from './returning.ts'

export type RegionServices = {
  engines: RegionEngines
  handlers: AnyHandlers
  reader: Reader
  projections: ProjectionFollower
  policies: PolicyRunner | undefined
  supervision: Supervision
  publicAgents: PublicAgentCache
  retention: { sweep(now?: Date): Promise<{ retention: number; notRecorded: number }> }
  /** A person's own workspace with its credits; safe to repeat. */
  ensurePersonalWorkspace(person: User, context: CommandContext): Promise<SessionWorkspaceView>
  workspacesOf(userId: string): Promise<SessionWorkspaceView[]>
  /** Resolves when no source is being ingested. */
  ingested(): Promise<void>
  /** Appends the widget loads that were counted so far. */
  flushLoads(): Promise<void>
  stop(): Promise<void>
}

export type RegionOptions = {
  config: Config
  engines: RegionEngines
  mailer: Mailer
  metrics: Metrics
  quotas: Quotas
  tracing: Tracing
  /** Keeps the region's loops going and is told of their faults. */
  supervision: Supervision
  closing: AbortSignal
  onFault(message: string, details: object): void
}

const MINUTE_MS = 60_000

export async function startRegion(options: RegionOptions): Promise<RegionServices> {
  const { config, engines, metrics, quotas, supervision } = options
  const { region, eventStore, readStore, state, keyring, commands } = engines
  const { handle, load } = commands
  const projections = await openProjections(options)
  const reader = createReader(readStore, keyring, projections.collectionOf)
  const credits = creditsCommands({ handle })
  const live = createLive({ state, eventStore, position: projections.position })
  const cleanCss = createCssCleaner(new URL(config.publicUrl).origin)
  const publicAgents = publicAgentCache(reader, {
    cleanCss,
    headers: { ...everyAnswer(config.publicUrl), ...toAnyOrigin },
  })
  const workspaces = personalWorkspaces({ region, handle, load })
  const document = async (tenant: string, agentId: string) => {
    const state = (await load(agent, agentId, tenant))?.state
    return state?.status === 'live' ? state.document : undefined
  }
  const knowledge = composeKnowledge({
    config,
    reader,
    commands,
    leases: engines.leases,
    projections,
    readStore,
    eventStore,
    keyring,
    document,
    closing: options.closing,
    onFault: options.onFault,
  })
  const integration = composeIntegration({ config, engines, reader })
  const membersOf = async (tenant: string): Promise<string[]> => {
    const own = (await load(workspace, tenant, tenant))?.state
    return own?.status === 'live' ? own.members.map(({ userId }) => userId) : []
  }
  const isMember = async (tenant: string, userId: string) => (await membersOf(tenant)).includes(userId)
  const files = composeFiles({ config, engines, document, isMember, quotas })
  const ofAgents = refuseStrangers({ load, isTool: integration.tools.isLive })
  const conversations = composeConversations({
    refuseStrangers: ofAgents,
    cleanCss,
    tools: integration.tools,
    ...options,
    files,
    reader,
    credits: { ...credits, costOf, mostOf },
    knowledge,
    document,
    teamOnline: live.isHeard,
    awaited: awaitedPeople(readStore, projections.collectionOf),
    isMember,
    predefinedTags: async (tenant) => {
      const own = (await load(workspace, tenant, tenant))?.state
      return own?.status === 'live' && own.inbox.disallowAnyTags ? own.inbox.predefinedTags : undefined
    },
  })
  const retention = composeRetention({
    engines,
    reader,
    waitFor: (position) => projections.waitFor(position, 5_000),
    drop: conversations.drop,
    changed: conversations.changed,
    withAddresses: files.withAddresses,
    closing: options.closing,
  })
  const returning = composeReturning({ config, engines, reader, document, mailer: options.mailer })
  const inbox = composeInbox({ engines, reader, withAddresses: files.withAddresses })
  const analytics = await composeAnalytics({ engines, reader, document, onFault: options.onFault })
  const notifications = composeNotifications({
    engines,
    reader,
    mailer: options.mailer,
    publicUrl: config.publicUrl,
    document,
  })
  const nameOf = async (_tenant: string, userId: string) => (await load(user, userId))?.state?.displayName
  const trail = { reader, nameOf }

  const handlers = {
    ...agentHandlers({
      region,
      handle,
      load,
      refuseStrangers: ofAgents,
      async emailsOf(tenant) {
        const members = await membersOf(tenant)
        const people = await Promise.all(members.map((userId) => load(user, userId)))
        return people.flatMap((person) => person?.state?.email ?? [])
      },
      agentLimit: async (tenant) => quotas.of(tenant).agents,
      agentCount: (tenant) => countAgents(reader, tenant),
      addKnowledge: async (tenant, agentId, items, context) => {
        await templateKnowledge({ handle })(tenant, agentId, items, context)
      },
    }),
    ...agentQueries({
      reader,
      versionDocument: versionDocuments(load),
      exportKnowledge: knowledge.exportFor,
      tokensUsed: (tenant, agentId) => tokensUsedThisMonth({ reader }, tenant, agentId),
      nameOf: async (actor) => (actor.kind === 'user' ? nameOf('', actor.id) : undefined),
    }),
    ...publicAgentQueries(publicAgents),
    ...knowledgeHandlers({
      handle,
      async settingsOf(tenant, agentId) {
        const found = await document(tenant, agentId)
        return found && (found.vgOptions ?? {})
      },
      sourceLimit: async (tenant) => ({
        maxSources: quotas.of(tenant).sources,
        sources: await countSources(reader, tenant),
      }),
      embedding: knowledge.embedding,
      onEmbeddingFault: knowledge.onEmbeddingFault,
    }),
    ...knowledge.queries,
    ...conversations.handlers,
    ...files.handlers,
    ...returning.handlers,
    ...integration.handlers,
    ...inbox.handlers,
    ...retention.handlers,
    ...analytics.handlers,
    ...notifications.handlers,
    ...agentOverviewQueries({
      reader,
      async modelOf(tenant, agentId) {
        const { agentPlatform, vfSettings, vg_defaultModel = '' } = (await document(tenant, agentId)) ?? {}
        return agentPlatform === 'vf'
          ? { configured: Boolean(vfSettings?.apiKey), modelId: 'vf' }
          : conversations.models.describe(vg_defaultModel)
      },
    }),
    ...creditsQueries({ reader }),
    ...workspaceHandlers({ handle }),
    ...workspaceQueries({ reader, nameOf: (userId) => nameOf('', userId) }),
    ...auditTrailQueries(trail),
    ...auditHandlers({
      eventStore,
      keyring,
      aggregates,
      anchors: { eventStore, state },
      describe: (tenant, event) => viewOf(trail, tenant, { ...event, actorId: event.actor.id }),
    }),
    ...live.handlers,
  } as unknown as AnyHandlers

  const notices = await followLog({
    eventStore,
    supervision,
    signal: options.closing,
    tell(events) {
      commands.notice(events)
      conversations.notice(events)
    },
  })
  projections.onBatch((events) => {
    // Whoever is told of them now may ask at once, before the log was followed so far.
    commands.notice(events)
    for (const event of events) noticeAgent(event, publicAgents, knowledge.invalidate)
    live.tell(events)
    options.tracing.projected(region, events)
  })
  commands.onAppended((stream) =>
    metrics.appends.inc({ region, category: stream.slice(0, stream.indexOf('-')) }),
  )

  const policies = config.roles.includes('workers')
    ? await startPolicies({
        eventStore,
        state,
        keyring,
        leases: engines.leases,
        policies: [
          oneTimeCodePolicy({
            mailer: options.mailer,
            directory: commands,
            keyring,
            hashKey: identityKey(config.masterKey),
            publicUrl: config.publicUrl,
          }),
          ...knowledge.policies,
          ...files.policies,
          ...retention.policies,
          ...returning.policies,
          ...conversations.policies,
          ...notifications.policies,
          ...inbox.policies,
        ],
        supervision,
        probe: engines.probe,
      })
    : undefined
  const listening = config.roles.includes('workers') ? listen(options, notifications.listen) : undefined
  const regular = config.roles.includes('workers')
    ? await startRegularWork({
        ...engines,
        supervision,
        jobs: {
          anchors: { next: afterMidnight, work: () => anchorYesterday({ eventStore, state }) },
          retention: { everyMs: 10 * MINUTE_MS, work: () => retention.sweep() },
          'temporary-files': { everyMs: 60 * MINUTE_MS, work: files.sweep },
          'hand-back': { everyMs: MINUTE_MS / 4, work: conversations.handBack },
          'website-refreshes': { everyMs: MINUTE_MS, work: knowledge.refresh },
          ingestions: { everyMs: MINUTE_MS, work: knowledge.ingestInterrupted },
        },
      })
    : undefined

  return {
    engines,
    handlers,
    reader,
    projections,
    policies,
    supervision,
    publicAgents,
    retention,
    async ensurePersonalWorkspace(person, context) {
      const { workspace } = await workspaces.create(person, {
        ...context,
        cause: { ...context.cause, command: `personal/${person.userId}` },
      })
      const once = { ...context, cause: { ...context.cause, command: `sign-up/${person.userId}` } }
      await credits.grantCredits(
        { workspaceId: workspace.workspaceId, amount: signUpCredits, reason: 'sign-up' },
        once,
      )
      return workspace
    },
    workspacesOf: workspacesOf({ reader, region, personalWorkspace: workspaces.find }),
    ingested: knowledge.ingested,
    flushLoads: analytics.flushLoads,
    async stop() {
      await regular?.stop()
      await analytics.stop()
      await Promise.all([projections.stop(), policies?.stop(), listening, notices.ended])
      await engines.close()
    },
  }
}

/** Projects in this process if that is its role; else follows what another one projects. */
async function openProjections({
  config,
  engines,
  metrics,
  supervision,
  onFault,
}: RegionOptions): Promise<ProjectionFollower> {
  const { eventStore, readStore, keyring, region } = engines
  if (!config.roles.includes('projections')) {
    return followProjections({
      eventStore,
      readStore,
      projections: allProjections,
      supervision,
      onFault: (error) => onFault('a listener failed', { region, err: error }),
    })
  }
  return startProjections({
    eventStore,
    readStore,
    keyring,
    projections: allProjections,
    supervision,
    onFault: ({ projection, position, error }) => {
      metrics.projectionFaults.inc({ region, projection })
      onFault('a projection failed', { region, projection, position, err: error })
    },
  })
}

/** Consumes the bus until the process stops; what ends a consumer later, its engine makes good. */
function listen({ supervision, closing }: RegionOptions, consume: () => Promise<unknown>): Promise<void> {
  return supervision.keep('bus/notifications', closing, async (loop) => {
    await consume()
    loop.well()
    await new Promise((resolve) => closing.addEventListener('abort', resolve, { once: true }))
  })
}

function noticeAgent(
  event: StoredEvent,
  publicAgents: PublicAgentCache,
  invalidateKnowledge: (agentId: string) => void,
): void {
  if (event.stream.startsWith('agent-')) {
    const agentId = event.stream.slice('agent-'.length)
    publicAgents.invalidate(agentId, event.position)
    if (event.type === 'AgentDeleted') invalidateKnowledge(agentId)
  } else if (event.stream.startsWith('knowledge-')) {
    invalidateKnowledge(JSON.parse(event.data).agentId)
  }
}
