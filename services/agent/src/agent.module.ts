/** Agents: settings, templates, versions, and the public settings for the widget. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { agentEndpoints } from '@parley/contracts/agent/endpoints.ts'
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { WEBHOOKS } from '@parley/contracts/topics.ts'
import type { Rejection } from '@parley/kernel/decider.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import { pick } from '@parley/kernel/projection.ts'
import { type AllowedAddresses, createSafeFetch } from '@parley/kernel/safe-fetch.ts'
import { agent, savedDocument } from './agent.decider.ts'
import {
  type AgentHandlerDeps,
  agentHandlers,
  type VersionDocument,
  versionDocuments,
} from './agent.handlers.ts'
import { agentCreation } from './agent-saving.ts'
import { type CleanCss, createCssCleaner } from './custom-css.ts'
import { type RefuseStrangers, refuseStrangers } from './named-in-document.ts'
import { createFetchFont } from './web-font/fetch-font.ts'

type Needs = {
  agents: { count: AgentHandlerDeps['agentCount'] }
  knowledge: { addFromTemplate: AgentHandlerDeps['addKnowledge'] }
  pictures: {
    isOwn(tenant: string, address: string): Promise<boolean>
    keep: AgentHandlerDeps['keepPictures']
  }
  quotas: { of(tenant: string): Promise<{ agents: number }> }
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
    /** The published document with its secrets opened; undefined if there is no such agent. */
    document(tenant: string, agentId: string): Promise<AgentDocument | undefined>
    exists(tenant: string, agentId: string): Promise<boolean>
    /** The document that the agent would have with this draft published; undefined if there is no such agent. */
    afterSaving(tenant: string, agentId: string, draft: AgentDocument): Promise<AgentDocument | undefined>
    /** The document of a version; undefined if there is none. */
    versionDocument: VersionDocument
    refuseStrangers: RefuseStrangers
    /** Creates an agent with a whole document; idempotent for the same `context`. */
    create: ReturnType<typeof agentCreation>
    /** Removes from an agent's own CSS what the widget must not load. */
    cleanCss: CleanCss
  }
}

export const agentModule = defineModule({
  name: 'agent',
  endpoints: agentEndpoints,
  aggregates: [agent],
  audited: agentEvents,
  relays: [
    { events: pick(agentEvents, 'AgentCreated', 'AgentPublished', 'AgentDeleted'), topics: [WEBHOOKS] },
  ],

  start({ config, engines, ports }: ModuleScope<Needs, Settings>) {
    const { handle, load, refresh } = engines.commands
    const { agents, knowledge, pictures, quotas, tests, tools, workspaces } = ports
    const document: Provides['agents']['document'] = async (tenant, agentId) => {
      const state = (await load(agent, agentId, tenant))?.state
      return state?.status === 'live' ? state.document : undefined
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
      agentCount: agents.count,
    }
    const ofWorkspace = refuseStrangers({ load, isTool: tools.isLive, isPicture: pictures.isOwn })
    return {
      handlers: agentHandlers({
        ...saving,
        refuseStrangers: ofWorkspace,
        fetchFont: createFetchFont({
          fetch: createSafeFetch({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES }),
        }),
        emailsOf: async (tenant) => (await workspaces.contactsOf(tenant)).map(({ email }) => email),
        publishGate,
        workspaceName: workspaces.nameOf,
        addKnowledge: knowledge.addFromTemplate,
      }),
      provides: {
        agents: {
          document,
          exists: async (tenant, agentId) => (await document(tenant, agentId)) !== undefined,
          afterSaving,
          versionDocument: versionDocuments(load),
          refuseStrangers: ofWorkspace,
          create: agentCreation(saving),
          cleanCss: createCssCleaner(new URL(config.publicUrl).origin),
        },
      } satisfies Provides,
    }
  },
})
