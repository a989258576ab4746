/** Agents: settings, templates, versions, and the public settings for the widget. */

import { blueprintEndpoints } from '@parley/contracts/agent/blueprint-endpoints.ts'
import { blueprintEvents } from '@parley/contracts/agent/blueprint-events.ts'
import { canaryEndpoints } from '@parley/contracts/agent/canary-endpoints.ts'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { editorEndpoints } from '@parley/contracts/agent/editor-endpoints.ts'
import { agentEndpoints } from '@parley/contracts/agent/endpoints.ts'
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { WEBHOOKS } from '@parley/contracts/topics.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { type AllowedAddresses, createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { agent } from './agent.decider.ts'
import {
  type AgentHandlerDeps,
  agentHandlers,
  type VersionDocument,
  versionDocuments,
} from './agent.handlers.ts'
import { type Canary, savedDocument } from './agent.state.ts'
import { agentCreation } from './agent-saving.ts'
import { blueprint } from './blueprint/blueprint.decider.ts'
import { type BlueprintDeps, blueprintHandlers } from './blueprint/blueprint.handlers.ts'
import { rollOutBlueprints } from './blueprint/roll-out.policy.ts'
import { assignedVersion, documentOfVersion } from './canary/assigned-version.ts'
import { canaryHandlers } from './canary/canary.handlers.ts'
import { type CanaryFigures, withdrawCanaries } from './canary/withdraw-canaries.policy.ts'
import {
  type CleanCss,
  createCssCleaner,
  createCssReport,
  createReadableCssCleaner,
  type LeftOut,
} from './custom-css.ts'
import { type DeleteAgentsDeps, deleteAgents } from './delete-agents.policy.ts'
import { editorsHandlers } from './editors/editors.handlers.ts'
import { createEditors } from './editors/editors.ts'
import {
  agentOfSnapshot,
  functionsMissed,
  type MovedAgent,
  movedAgent,
  withoutFunctions,
} from './moved-agent.ts'
import { type RefuseStrangers, refuseStrangers } from './named-in-document.ts'
import { templatedCreation } from './templated-creation.ts'
import { createFetchFont, type FetchFont } from './web-font/fetch-font.ts'

type Needs = {
  agents: {
    count: AgentHandlerDeps['agentCount']
    idsOf: DeleteAgentsDeps['agentIdsOf']
  }
  blueprints: { count: BlueprintDeps['blueprintCount'] }
  canaries: { figures: CanaryFigures }
  knowledge: { addFromTemplate: AgentHandlerDeps['addKnowledge'] }
  people: { nameOf(userId: string): Promise<string | undefined> }
  pictures: {
    isOwn(tenant: string, address: string): Promise<boolean>
    keep: AgentHandlerDeps['keepPictures']
    at: BlueprintDeps['picturesAt']
    embed(tenant: string, document: AgentDocument): Promise<AgentDocument>
  }
  prompts: { expanded(tenant: string, document: AgentDocument): Promise<AgentDocument> }
  quotas: { of(tenant: string): Promise<{ agents: number; blueprints: number }> }
  tests: {
    publishGate(
      tenant: string,
      agentId: string,
      documents: { published: AgentDocument; wanted: AgentDocument },
    ): Promise<{ refused: { ok: false; rejection: Rejection } | undefined } | undefined>
  }
  tools: { isLive(tenant: string, toolId: string): Promise<boolean> }
  workspaces: {
    contactsOf(tenant: string): Promise<{ email: string }[]>
    nameOf: AgentHandlerDeps['workspaceName']
  }
}
type Settings = { publicUrl: string; ALLOW_PRIVATE_ADDRESSES: AllowedAddresses }

type Provides = {
  agents: {
    /**
     * The published document with its secrets opened, or that of the version with which a conversation began; undefined
     * if there is no such agent.
     */
    document(tenant: string, agentId: string, version?: number): Promise<AgentDocument | undefined>
    /** What answers a new conversation of a visitor: `version` is set while a canary runs. */
    forVisitor(
      tenant: string,
      agentId: string,
      visitorId: string,
    ): Promise<{ document: AgentDocument; version?: number } | undefined>
    /** The canary version that runs, if any. */
    canary(tenant: string, agentId: string): Promise<Canary | undefined>
    exists(tenant: string, agentId: string): Promise<boolean>
    /** The document that the agent would have with this draft published; undefined if there is no such agent. */
    afterSaving(tenant: string, agentId: string, draft: AgentDocument): Promise<AgentDocument | undefined>
    /** The document of a version; undefined if there is none. */
    versionDocument: VersionDocument
    refuseStrangers: RefuseStrangers
    /** Creates an agent with a whole document; idempotent for the same `context`. */
    create: ReturnType<typeof agentCreation>
    /** Creates an agent from a template; idempotent for the same `context`. */
    createFromTemplate: ReturnType<typeof templatedCreation>
    /** How many agents the plan of a workspace allows, and whether it has as many. */
    limit(tenant: string): Promise<{ maxAgents: number; reached: boolean }>
    /** What an agent takes with it into a snapshot; undefined if there is no such agent. */
    moved(tenant: string, agentId: string): Promise<MovedAgent | undefined>
    /** Why a document of a snapshot can't be one of the workspace's; undefined if it can. */
    refuseOfSnapshot(tenant: string, document: AgentDocument): ReturnType<RefuseStrangers>
    /** Creates an agent of a snapshot; idempotent for the same `context`. `problem`: which functions it lacks. */
    createOfSnapshot(
      tenant: string,
      document: AgentDocument,
      context: CommandContext,
    ): Promise<{ ok: true; agentId: string; problem?: string } | { ok: false; rejection: Rejection }>
    /** Deletes an agent, unless it was deleted already. */
    remove(
      agentId: string,
      context: CommandContext & { tenant: string },
    ): Promise<{ ok: true } | { ok: false; rejection: Rejection }>
    /** Removes from an agent's own CSS what the widget must not load. */
    cleanCss: CleanCss
    /** What `cleanCss` leaves out, and why. */
    leftOutOfCss(css: string): LeftOut[]
    /** The text as it was written, without what `cleanCss` leaves out. */
    readableCleanCss(css: string): string
  }
  /** Copies fonts from the web. */
  fonts: { fetch: FetchFont }
}

export const agentModule = defineModule({
  name: 'agent',
  endpoints: { ...agentEndpoints, ...blueprintEndpoints, ...canaryEndpoints, ...editorEndpoints },
  aggregates: [agent, blueprint],
  audited: { ...agentEvents, ...blueprintEvents },
  relays: [
    {
      events: pick(agentEvents, 'AgentCreated', 'AgentPublished', 'AgentVersionRestored', 'AgentDeleted'),
      topics: [WEBHOOKS],
    },
  ],

  start({ config, engines, ports }: ModuleScope<Needs, Settings>) {
    const { handle, load, refresh } = engines.commands
    const { agents, knowledge, people, pictures, quotas, tests, tools, workspaces } = ports
    const ownOrigin = new URL(config.publicUrl).origin
    const live = async (tenant: string, agentId: string) => {
      const state = (await load(agent, agentId, tenant))?.state
      return state?.status === 'live' ? state : undefined
    }
    const document: Provides['agents']['document'] = async (tenant, agentId, version) => {
      const state = await live(tenant, agentId)
      return state && documentOfVersion(state, version)
    }
    const afterSaving: Provides['agents']['afterSaving'] = async (tenant, agentId, draft) => {
      const published = await document(tenant, agentId)
      return published && savedDocument(published, draft)
    }
    const publishGate: AgentHandlerDeps['publishGate'] = async (tenant, agentId, draft) => {
      // Another process may have published.
      await refresh(agent.category, agentId)
      const published = await document(tenant, agentId)
      if (!published) return undefined
      const wanted = savedDocument(published, draft)
      const gate = await tests.publishGate(tenant, agentId, { published, wanted })
      return gate && { ...gate, testedOn: published.lastModified ?? 0 }
    }
    const saving = {
      handle,
      load,
      region: engines.region,
      keepPictures: pictures.keep,
      agentLimit: async (tenant: string) => (await quotas.of(tenant)).agents,
      inTurn: engines.inTurn,
      agentCount: agents.count,
    }
    const fetchFont = createFetchFont({
      fetch: createSafeFetch({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES }),
    })
    const ofWorkspace = refuseStrangers({ load, isTool: tools.isLive, isPicture: pictures.isOwn })
    const templating = { ...saving, refuseStrangers: ofWorkspace, addKnowledge: knowledge.addFromTemplate }
    const create = agentCreation(saving, 'website')
    const editors = createEditors(engines.state)
    return {
      handlers: {
        ...canaryHandlers({
          handle,
          load,
          refuseStrangers: ofWorkspace,
          keepPictures: pictures.keep,
          publishGate,
        }),
        ...blueprintHandlers({
          ...saving,
          live,
          blueprintCount: ports.blueprints.count,
          blueprintLimit: async (tenant) => (await quotas.of(tenant)).blueprints,
          picturesAt: pictures.at,
        }),
        ...editorsHandlers({ editors, nameOf: people.nameOf }),
        ...agentHandlers({
          ...templating,
          fetchFont,
          emailsOf: async (tenant) => (await workspaces.contactsOf(tenant)).map(({ email }) => email),
          publishGate,
          workspaceName: workspaces.nameOf,
        }),
      },
      policies: [
        deleteAgents({ handle, agentIdsOf: agents.idsOf }),
        rollOutBlueprints({
          ...{ handle, load, refresh, live, publishGate },
          keepPictures: pictures.keep,
          picturesAt: pictures.at,
        }),
        withdrawCanaries({ handle, live, figures: ports.canaries.figures }),
      ],
      stop: editors.stop,
      provides: {
        agents: {
          document,
          async forVisitor(tenant, agentId, visitorId) {
            const state = await live(tenant, agentId)
            if (!state?.canary) return state && { document: state.document }
            const version = assignedVersion(agentId, state.canary, visitorId)
            return { document: documentOfVersion(state, version), version }
          },
          canary: async (tenant, agentId) => (await live(tenant, agentId))?.canary,
          exists: async (tenant, agentId) => (await document(tenant, agentId)) !== undefined,
          afterSaving,
          versionDocument: versionDocuments(load),
          refuseStrangers: ofWorkspace,
          create,
          createFromTemplate: templatedCreation(templating),
          async limit(tenant) {
            const maxAgents = await saving.agentLimit(tenant)
            return { maxAgents, reached: (await saving.agentCount(tenant)) >= maxAgents }
          },
          async remove(agentId, context) {
            if (!(await live(context.tenant, agentId))) return { ok: true }
            return handle(agent, agentId, { type: 'DeleteAgent', agentId }, context)
          },
          async moved(tenant, agentId) {
            const state = await live(tenant, agentId)
            if (!state) return undefined
            const { document, ...leftOut } = movedAgent(await ports.prompts.expanded(tenant, state.document))
            return { document: await pictures.embed(tenant, document), ...leftOut }
          },
          refuseOfSnapshot: (tenant, document) =>
            ofWorkspace({ tenant, agentId: undefined }, withoutFunctions(document)),
          async createOfSnapshot(tenant, document, context) {
            const isFunction = (toolId: string) => tools.isLive(tenant, toolId)
            const { document: own, missing } = await agentOfSnapshot(document, isFunction)
            const created = await create(tenant, own, context)
            return created.ok && missing.length > 0
              ? { ...created, problem: functionsMissed(missing) }
              : created
          },
          cleanCss: createCssCleaner(ownOrigin),
          leftOutOfCss: createCssReport(ownOrigin),
          readableCleanCss: createReadableCssCleaner(ownOrigin),
        },
        fonts: { fetch: fetchFont },
      } satisfies Provides,
    }
  },
})
