/** The command endpoints of agents, for one region. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { agentEndpoints } from '@parley/contracts/agent/endpoints.ts'
import { withoutFieldsNotOffered } from '@parley/contracts/agent/not-offered.ts'
import { withoutSecrets } from '@parley/contracts/agent/secrets.ts'
import type { AgentTemplate, importedTemplateSchema } from '@parley/contracts/agent/templates.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import type { InTurn } from '@parley/kernel/running/in-turn.ts'
import type { z } from 'zod'
import { agent } from './agent.decider.ts'
import { agentSaving } from './agent-saving.ts'
import type { RefuseStrangers } from './named-in-document.ts'
import { newSecretKey } from './random.ts'
import { templatedCreation } from './templated-creation.ts'
import type { FetchFont } from './web-font/fetch-font.ts'

export type TemplateKnowledge = (NonNullable<AgentTemplate['knowledge']>[number] & { sample?: true })[]

export type AgentHandlerDeps = {
  region: Region
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  /** Refuses documents that refer to anything of other agents or workspaces. */
  refuseStrangers: RefuseStrangers
  /** Keeps the pictures that a document brings, and gives it with their addresses. */
  keepPictures(
    of: { tenant: string; agentId: string },
    document: AgentDocument,
    within?: string,
  ): Promise<{ ok: true; document: AgentDocument } | { ok: false; rejection: Rejection }>
  fetchFont: FetchFont
  /** The addresses of a workspace's members, in lower case. */
  emailsOf(tenant: string): Promise<string[]>
  /** The `maxAgents` of a workspace's plan; undefined for no limit. */
  agentLimit?(tenant: string): Promise<number | undefined>
  /**
   * Whether an agent's tests passed with what would be published; undefined where they need not. `testedOn`:
   * `lastModified` of the document below the draft.
   */
  publishGate(
    tenant: string,
    agentId: string,
    draft: AgentDocument,
  ): Promise<{ refused: { ok: false; rejection: Rejection } | undefined; testedOn: number } | undefined>
  /** The name of a workspace; undefined if it is not live. */
  workspaceName(tenant: string): Promise<string | undefined>
  inTurn: InTurn
  /** How many agents a workspace has, those that are in the log by now included. */
  agentCount(tenant: string): Promise<number>
  /** Adds a template's knowledge to a new agent, as a `sample` of a built-in one; idempotent for the same `context`. */
  addKnowledge(
    tenant: string,
    agentId: string,
    items: TemplateKnowledge,
    context: CommandContext,
  ): Promise<void>
}

/** Returns a version for Version History: its document without secrets. */
export type VersionDocument = (
  tenant: string,
  agentId: string,
  version: number,
) => Promise<AgentDocument | undefined>

export function agentHandlers(deps: AgentHandlerDeps): Handlers<typeof agentEndpoints> {
  const { handle, load, region } = deps
  const { save } = agentSaving(deps)
  const createFromTemplate = templatedCreation(deps)

  return {
    async 'agents.save'(call) {
      const { agentId } = call.params
      // With a key that it knows, a client or a token could do what it may not. What is absent stays.
      const knowsNoKey = call.principal.kind === 'client' || call.principal.kind === 'token'
      const body = knowsNoKey ? withoutSecrets(call.body) : call.body
      const strangers = await deps.refuseStrangers({ tenant: call.tenant, agentId }, body)
      if (strangers) return strangers
      const { untested } = call.query
      const gate = await deps.publishGate(call.tenant, agentId, body)
      if (gate?.refused && untested === undefined) return gate.refused
      const handled = await save(onDocument(call), {
        ...(gate?.refused && untested !== undefined ? { untested } : {}),
        ...(gate && !gate.refused ? { testedOn: gate.testedOn } : {}),
        type: 'SaveAgent',
        agentId,
        ownerID: call.tenant,
        region,
        document: body,
        newSecretKey: newSecretKey(),
      })
      return saved(handled)
    },

    async 'agents.rename'(call) {
      const { agentId } = call.params
      const { title } = call.body
      const command = { type: 'RenameAgent', agentId, title } as const
      return saved(await handle(agent, agentId, command, onDocument(call).context))
    },

    async 'agents.checkNodes'(call) {
      const { nodes } = call.body
      const place = { tenant: call.tenant, agentId: call.params.agentId }
      return (await deps.refuseStrangers(place, { nodes })) ?? reply({ nodes })
    },

    async 'agents.fetchFont'(call) {
      const { agentId } = call.params
      const of = { tenant: call.tenant, agentId }
      const stored = await load(agent, agentId, call.tenant)
      if (stored?.state.status !== 'live') return refuse('not-found', 'This agent does not exist.')
      const fetched = await deps.fetchFont(call.body.font)
      if (!fetched.ok) return fetched
      const kept = await deps.keepPictures(of, { webFont: fetched.webFont })
      if (!kept.ok) return kept
      return reply({ webFont: kept.document.webFont ?? fetched.webFont })
    },

    async 'agents.delete'(call) {
      const { agentId } = call.params
      const command = { type: 'DeleteAgent', agentId } as const
      const handled = await handle(agent, agentId, command, onDocument(call).context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'agents.restoreVersion'(call) {
      const { agentId, version } = call.params
      const command = { type: 'RestoreVersion', agentId, version } as const
      return saved(await handle(agent, agentId, command, onDocument(call).context))
    },

    async 'rpc.saveAgentBackup'(call) {
      const { agentId, workspaceId, userEmail } = call.body
      if (workspaceId !== call.tenant)
        return refuse('not-allowed', 'This agent belongs to another workspace.', 'workspaceId')
      const { principal } = call
      const own = 'email' in principal ? [principal.email] : await deps.emailsOf(call.tenant)
      if (!own.includes(userEmail.toLowerCase()))
        return refuse(
          'not-allowed',
          'A version is kept in the name of a member of the workspace.',
          'userEmail',
        )
      const handled = await handle(agent, agentId, { type: 'SaveBackup', agentId }, call.context)
      if (!handled.ok) return handled
      return reply({ version: handled.state.versions.at(-1)?.version ?? 0 }, handled.position)
    },

    async 'rpc.convertAgentTemplateToAgent'(call) {
      const { agentTemplate, ...given } = call.body
      const { template, leftOut } =
        typeof agentTemplate === 'string'
          ? { template: agentTemplate, leftOut: [] }
          : offeredOf(agentTemplate)
      const businessName = given.businessName || (await deps.workspaceName(call.tenant))
      const created = await createFromTemplate(
        call.tenant,
        { ...given, businessName, template },
        call.context,
      )
      if (!created.ok) return created
      const { agentId, position } = created
      return reply({ agentCreated: { ID: agentId }, ...(leftOut.length > 0 ? { leftOut } : {}) }, position)
    },
  }
}

/** The call as one that overwrites the agent's document. */
function onDocument({ tenant, context }: { tenant: string; context: CommandContext }) {
  const types = ['AgentCreated', 'AgentPublished', 'AgentRenamed', 'AgentVersionRestored'] as const
  return { tenant, context: overwriting(agent, context, types) }
}

/** Reads versions from the agent's stream, for the query `agents.version`. */
export function versionDocuments(load: CommandHandler['load']): VersionDocument {
  return async (tenant, agentId, version) => {
    const loaded = await load(agent, agentId, tenant)
    return loaded?.state.versions.find((known) => known.version === version)?.document
  }
}

function offeredOf(imported: z.infer<typeof importedTemplateSchema>): {
  template: AgentTemplate
  leftOut: string[]
} {
  const { document, leftOut } = withoutFieldsNotOffered(imported.template)
  return { template: { ...imported, template: document }, leftOut }
}

type Outcome = Awaited<ReturnType<CommandHandler['handle']>>

function saved(
  handled:
    | Extract<Outcome, { ok: false }>
    | { ok: true; position: number; state: { document: AgentDocument } },
) {
  if (!handled.ok) return handled
  const { ID = '', lastModified = 0 } = handled.state.document
  return reply({ data: { ID, lastModified } }, handled.position)
}
