/** The query handlers of the agents of a workspace. */
import { createHash } from 'node:crypto'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { type AgentListItem, agentEndpoints } from '@parley/contracts/agent/endpoints.ts'
import {
  secretTexts,
  withoutSecrets,
  withReadableSecrets,
  withSecretTexts,
} from '@parley/contracts/agent/secrets.ts'
import { type AgentTemplate, agentTemplateSchema } from '@parley/contracts/agent/templates.ts'
import { safeImage } from '@parley/contracts/conversation/safe-url.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { fillPath } from '@parley/contracts/routes.ts'
import { refuse } from '@parley/kernel/decider.ts'
import { type Handlers, reply } from '@parley/kernel/handler.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { agentVersionsProjection } from '../agent-versions/agent-versions.projection.ts'
import { agentDocumentsProjection } from './agent-documents.projection.ts'
import { agentsProjection, type ListedAgent } from './agents.projection.ts'

export type AgentQueryDeps = {
  reader: Reader
  /** Returns the document of a stored version, secrets included; undefined if there is none. */
  versionDocument(tenant: string, agentId: string, version: number): Promise<AgentDocument | undefined>
  /** Returns the knowledge of an agent for a template. */
  exportKnowledge(tenant: string, agentId: string): Promise<NonNullable<AgentTemplate['knowledge']>>
  /** Returns the tokens an agent used this month. */
  tokensUsed?(tenant: string, agentId: string): Promise<number>
  /** Returns the display name of the actor who saved a version. */
  nameOf?(actor: { kind: string; id: string }): Promise<string | undefined>
}

const DEFAULT_LIMIT = 50
const notFound = refuse('not-found', 'Agent not found.')

export function agentQueries(deps: AgentQueryDeps): Handlers<typeof agentEndpoints> {
  const { reader } = deps

  return {
    async 'agents.list'(call) {
      const { search, cursor, limit = DEFAULT_LIMIT } = call.query
      const { region } = call.params
      const query = { index: 'byLastModified', order: 'desc', limit, cursor } as const
      const page = search
        ? await searchTitles(reader, call.tenant, search, cursor, limit)
        : await reader.find(agentsProjection, call.tenant, query)
      return reply({ ...page, items: page.items.map((item) => asListed(item, region)) })
    },

    async 'agents.picture'(call) {
      const stored = await reader.get(agentDocumentsProjection, call.tenant, call.params.agentId)
      const picture = safeImage(stored?.document.roundedImageURL)
      const [, contentType, base64] = /^data:(image\/\w+);base64,(.+)$/.exec(picture ?? '') ?? []
      if (contentType === undefined || base64 === undefined)
        return refuse('not-found', 'This agent has no picture that was uploaded.')
      const bytes = Buffer.from(base64, 'base64')
      const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
      return { ok: true, bytes, etag, contentType, headers: pictureHeaders }
    },

    async 'agents.get'(call) {
      const { agentId } = call.params
      const stored = await reader.get(agentDocumentsProjection, call.tenant, agentId)
      if (!stored) return notFound
      const data = await withSecretsOpened(reader, call.tenant, stored.document)
      const tokensUsage = await deps.tokensUsed?.(call.tenant, agentId)
      return reply({ data: tokensUsage === undefined ? data : { ...data, tokensUsage } })
    },

    async 'agents.versions'(call) {
      const versions = await reader.get(agentVersionsProjection, call.tenant, call.params.agentId)
      if (!versions) return notFound
      const items = await Promise.all(
        versions.items.map(async ({ version, savedAt, savedBy, title, changed }, nth) => ({
          version,
          savedAt,
          savedBy: await deps.nameOf?.(savedBy),
          title,
          changed,
          current: nth === 0 && versions.pending.length === 0,
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
      const knowledge = await deps.exportKnowledge(call.tenant, agentId)
      return reply({ agentTemplate: templateFrom(stored.document, knowledge) })
    },
  }
}

/** A picture may be cached only by the browser of a principal who may see the agent. No script in it may run. */
const pictureHeaders = {
  'cache-control': 'private, max-age=60',
  'content-security-policy': "default-src 'none'; sandbox",
}

/** Replaces an uploaded picture with an address that changes when the agent is saved. */
function asListed({ uploadedPicture, ...item }: ListedAgent, region: Region): AgentListItem {
  if (!uploadedPicture) return item
  const path = fillPath(agentEndpoints['agents.picture'].path, { region, agentId: item.ID })
  return { ...item, roundedImageURL: `${path}?v=${item.lastModified}` }
}

/** Returns the number of agents of a workspace, to compare with its plan's limit. */
export function countAgents(reader: Reader, tenant: string): Promise<number> {
  return reader.count(agentsProjection, tenant, { index: 'byLastModified' })
}

/** Omitted from an export, like secrets: ids, the owner, and connections of this agent to other systems. */
const privateFields = [
  'ID',
  'ownerID',
  'vfSettings',
  'gcloudClientEmail',
  'whatsappBusniessId',
  'whatsappNumberId',
  'whatsappPhoneNumber',
  'waTestNumber',
  'waVerifyPassed',
  'vapi',
  'assignedToolsIds',
  'region',
  'isDeployed',
  'starred',
  'lastModified',
  'tokensUsage',
] as const

function templateFrom(
  document: AgentDocument,
  knowledge: NonNullable<AgentTemplate['knowledge']>,
): AgentTemplate {
  const open = without(withoutSecrets(document), privateFields)
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

/** Titles are matched in memory: a workspace has few agents, and the read store has no text search. */
async function searchTitles(
  reader: Reader,
  tenant: string,
  search: string,
  cursor: string | undefined,
  limit: number,
): Promise<{ items: ListedAgent[]; next?: string }> {
  const wanted = search.toLocaleLowerCase()
  const found: ListedAgent[] = []
  let page: string | undefined
  do {
    const query = { index: 'byLastModified', order: 'desc', limit: 1000, cursor: page } as const
    const { items, next } = await reader.find(agentsProjection, tenant, query)
    found.push(...items.filter((item) => item.title.toLocaleLowerCase().includes(wanted)))
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

function without(document: AgentDocument, names: readonly (keyof AgentDocument)[]): AgentDocument {
  const rest = { ...document }
  for (const name of names) delete rest[name]
  return rest
}
