/** What is asked about the agents of a workspace. */

import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { AgentListItem, agentEndpoints } from '@parley/contracts/agent/endpoints.ts'
import { exportedValuesOf } from '@parley/contracts/agent/field-values.ts'
import { agentFields } from '@parley/contracts/agent/fields.ts'
import {
  secretTexts,
  withoutSecrets,
  withReadableSecrets,
  withSecretTexts,
} from '@parley/contracts/agent/secrets.ts'
import { type AgentTemplate, agentTemplateSchema } from '@parley/contracts/agent/templates.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, type Principal, reply, replyWithTag } from '@parley/kernel/commands/handler.ts'
import { everyDocument } from '@parley/kernel/read-models/every-page.ts'
import type { Page, Reader } from '@parley/kernel/read-models/reader.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'
import { agentVersionsProjection } from '../agent-versions/agent-versions.projection.ts'
import { activityOf } from './agent-activity.ts'
import { agentDocumentsProjection } from './agent-documents.projection.ts'
import { agentsProjection } from './agents.projection.ts'

export type AgentQueryDeps = {
  reader: Reader
  /** Of the dashboard, whose pages show agents too and are no website. */
  ownOrigin: string
  now?: () => number
  /** Whether an admitted principal may save agents: only they see the secrets that editors may read. */
  maySave(tenant: string, principal: Principal): Promise<boolean>
  /** Returns the document of a stored version, secrets included; undefined if there is none. */
  versionDocument(tenant: string, agentId: string, version: number): Promise<AgentDocument | undefined>
  /** Returns the knowledge of an agent for a template. */
  /** `leftOut`: how many sources have no place in a template. */
  exportKnowledge(
    tenant: string,
    agentId: string,
  ): Promise<{
    items: NonNullable<AgentTemplate['knowledge']>
    leftOut: { documents: number; websites: number }
  }>
  /** A document with its kept pictures inside. */
  embedPictures(tenant: string, document: AgentDocument): Promise<AgentDocument>
  /** The document with the texts of the prompts of the library that it refers to. */
  expandPrompts(tenant: string, document: AgentDocument): Promise<AgentDocument>
  /** Tokens an agent used this month. */
  tokensUsed?(tenant: string, agentId: string): Promise<number>
  /** Returns the display name of the actor who saved a version. */
  nameOf?(tenant: string, actor: { kind: string; id: string }): Promise<string | undefined>
}

const DEFAULT_LIMIT = 50
const notFound = refuse('not-found', 'Agent not found.')

export function agentQueries(deps: AgentQueryDeps): Handlers<typeof agentEndpoints> {
  const { reader } = deps

  return {
    async 'agents.list'(call) {
      const { search, cursor, limit = DEFAULT_LIMIT, activity } = call.query
      const query = { index: 'byLastModified', order: 'desc', limit, cursor } as const
      const page = call.agentIds
        ? await ownAgents(reader, call.tenant, call.agentIds, search)
        : search
          ? await searchAgents(reader, call.tenant, search, cursor, limit)
          : await reader.find(agentsProjection, call.tenant, query)
      if (activity !== 'true') return reply(page)
      const items = page.items.map(async (item) => ({
        ...item,
        activity: await activityOf(deps, call.tenant, item.ID),
      }))
      return reply({ ...page, items: await Promise.all(items) })
    },

    async 'agents.get'(call) {
      const { agentId } = call.params
      const stored = await reader.get(agentDocumentsProjection, call.tenant, agentId)
      if (!stored) return notFound
      if (!call.may('agent.read'))
        return replyWithTag({ data: shownOf(stored.document) }, reader.newestIn([stored]))
      const data = (await deps.maySave(call.tenant, call.principal))
        ? await withSecretsOpened(reader, call.tenant, stored.document)
        : withoutSecrets(stored.document)
      const tokensUsage = await deps.tokensUsed?.(call.tenant, agentId)
      const answer = { data: tokensUsage === undefined ? data : { ...data, tokensUsage } }
      return replyWithTag(answer, reader.newestIn([stored]))
    },

    async 'agents.versions'(call) {
      const versions = await reader.get(agentVersionsProjection, call.tenant, call.params.agentId)
      if (!versions) return notFound
      const items = await Promise.all(
        versions.items.map(async ({ version, savedAt, savedBy, title, changed }) => ({
          version,
          savedAt,
          savedBy: await deps.nameOf?.(call.tenant, savedBy),
          title,
          changed,
          current: version === versions.current,
        })),
      )
      return reply({ items })
    },

    async 'agents.version'(call) {
      const { agentId, version } = call.params
      const document = await deps.versionDocument(call.tenant, agentId, version)
      if (!document) return refuse('not-found', 'This version is no longer kept.')
      return reply({ data: withoutSecrets(document) })
    },

    async 'rpc.exportAgentToJson'(call) {
      const { agentId } = call.body
      const stored = await reader.get(agentDocumentsProjection, call.tenant, agentId)
      if (!stored) return notFound
      const { items: knowledge, leftOut } = await deps.exportKnowledge(call.tenant, agentId)
      // The library stays with the workspace.
      const own = await deps.expandPrompts(call.tenant, stored.document)
      const document = await deps.embedPictures(call.tenant, own)
      return reply({ agentTemplate: templateFrom(document, knowledge), leftOut })
    },
  }
}

/** Those that a client was assigned, which are few: all on one page. */
async function ownAgents(
  reader: Reader,
  tenant: string,
  agentIds: readonly string[],
  search: string | undefined,
): Promise<Page<AgentListItem>> {
  const found = await reader.getMany(agentsProjection, tenant, agentIds)
  const items = found
    .filter((item) => item !== undefined)
    .filter((item) => !search || fitsSearch(item, search))
  return { items: items.toSorted((one, other) => other.lastModified - one.lastModified) }
}

function fitsSearch({ title, description }: AgentListItem, search: string): boolean {
  return `${title}\n${description}`.toLocaleLowerCase().includes(search.toLocaleLowerCase())
}

/** What the dashboard shows of an agent to whoever may not read its settings (part 2 §3, 'shell view'). */
function shownOf(document: AgentDocument): AgentDocument {
  const { ID, ownerID, title, description, roundedImageURL, theme, customThemeJSONString } = document
  const { enableNodes, agentPlatform, lastModified, lang, enableHumanHandoff } = document
  return withoutUndefined({
    ...{ ID, ownerID, title, description, roundedImageURL, theme, customThemeJSONString },
    ...{ enableNodes, agentPlatform, lastModified, lang, enableHumanHandoff },
  })
}

/** How many agents a workspace has; compared with its plan's limit. */
export function countAgents(reader: Reader, tenant: string): Promise<number> {
  return reader.count(agentsProjection, tenant, { index: 'byLastModified' })
}

/** Returns an agent's document with its pictures inside and without its secrets; undefined if there is none. */
export async function wholeAgent(
  {
    reader,
    embedPictures,
    expandPrompts,
  }: Pick<AgentQueryDeps, 'reader' | 'embedPictures' | 'expandPrompts'>,
  tenant: string,
  agentId: string,
): Promise<AgentDocument | undefined> {
  const stored = await reader.get(agentDocumentsProjection, tenant, agentId)
  if (!stored) return undefined
  const own = await expandPrompts(tenant, stored.document)
  return withoutSecrets(await embedPictures(tenant, own))
}

/** Returns the ids of all agents of a workspace. */
export async function agentIdsOf(reader: Reader, tenant: string): Promise<string[]> {
  const query = { index: 'byLastModified', limit: 1_000 }
  const agents = await everyDocument(reader, agentsProjection, tenant, query)
  return agents.map(({ ID }) => ID)
}

function templateFrom(
  document: AgentDocument,
  knowledge: NonNullable<AgentTemplate['knowledge']>,
): AgentTemplate {
  const open = exportedValuesOf(agentFields, withoutSecrets(document))
  if (open.customThemeJSONString) open.customThemeJSONString = withoutOwner(open.customThemeJSONString)
  return agentTemplateSchema.parse({
    key: document.internal?.template ?? 'exported',
    name: document.title ?? 'Agent',
    description: (document.description ?? '').slice(0, 1000),
    icon: 'robot',
    template: open,
    ...(knowledge.length === 0 ? {} : { knowledge }),
  })
}

/** Removes the owner from a custom theme (part 1 §3). */
function withoutOwner(customTheme: string): string {
  try {
    const { ownerID: _, ...theme } = JSON.parse(customTheme)
    return JSON.stringify(theme)
  } catch {
    return ''
  }
}

/** Titles and descriptions are matched in memory: a workspace has few agents, and the read store has no text search. */
async function searchAgents(
  reader: Reader,
  tenant: string,
  search: string,
  cursor: string | undefined,
  limit: number,
): Promise<{ items: AgentListItem[]; next?: string }> {
  const found: AgentListItem[] = []
  let page: string | undefined
  do {
    const query = { index: 'byLastModified', order: 'desc', limit: 1000, cursor: page } as const
    const { items, next } = await reader.find(agentsProjection, tenant, query)
    found.push(...items.filter((item) => fitsSearch(item, search)))
    page = next
  } while (page !== undefined)
  const from = Number(cursor ?? 0) || 0
  const items = found.slice(from, from + limit)
  return from + limit < found.length ? { items, next: String(from + limit) } : { items }
}

/** Opens only the secrets that editors may read. For the dialog API's key, returns only whether there is one. */
async function withSecretsOpened(
  reader: Reader,
  tenant: string,
  document: AgentDocument,
): Promise<AgentDocument> {
  const readable = withReadableSecrets(document)
  const opened = withSecretTexts(readable, await reader.open(tenant, secretTexts(readable)))
  return document.vfSettings
    ? { ...opened, vfSettings: { ...opened.vfSettings, hasApiKey: Boolean(document.vfSettings.apiKey) } }
    : opened
}
