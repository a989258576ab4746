/** The names behind the ids of audited events, read when the timeline is shown: renamed and erased ones read so. */
import { ERASED } from '@parley/contracts/message.ts'
import type { Call } from '@parley/kernel/commands/handler.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { accessTokenName } from '../access-tokens/access-tokens.queries.ts'
import { blueprintsProjection } from '../blueprints/blueprints.projection.ts'
import { channelsProjection } from '../channels/channels.projection.ts'
import { clientsProjection } from '../clients/clients.projection.ts'
import { listItem, openConversations } from '../conversations/conversation-views.ts'
import { conversationsProjection } from '../conversations/conversations.projection.ts'
import { credentialsProjection } from '../credentials/credentials.projection.ts'
import { knowledgeSources } from '../knowledge-sources/knowledge-sources.projection.ts'
import { organisationsProjection } from '../organisations/organisations.projection.ts'
import { promptsProjection } from '../prompts/prompts.projection.ts'
import { toolsProjection } from '../tools/tools.projection.ts'
import { webhooksProjection } from '../webhooks/webhooks.projection.ts'
import type { EventNames } from './event-sentences.ts'

/** What of an event says whose names are asked for. */
export type Named = { stream: string; agentTitle: string | undefined }

/**
 * Returns the names for one event. Visitors are named to those who may read conversations; clients to all who read the
 * audit, whose rows and data name them in any case.
 */
export function eventNames(
  { reader, memberName }: { reader: Reader; memberName(userId: string): Promise<string | undefined> },
  tenant: string,
  { stream, agentTitle }: Named,
  may: Call['may'],
): EventNames {
  return {
    agent: agentTitle,
    member: memberName,
    async visitor(conversationId = idIn(stream, 'conversation')) {
      if (conversationId === undefined || !may('conversation.read')) return undefined
      return (await visitorNamesOf(reader, tenant, [conversationId]))[conversationId]
    },
    source: async (sourceId) => (await reader.get(knowledgeSources, tenant, sourceId))?.name,
    tool: async (toolId) => (await reader.get(toolsProjection, tenant, toolId))?.name,
    async channel(channelId) {
      const channel = await reader.get(channelsProjection, tenant, channelId)
      return channel && read(channel.name)
    },
    async credential(credentialId) {
      const credential = await reader.get(credentialsProjection, tenant, credentialId)
      return credential && read(credential.name)
    },
    async webhook(webhookId) {
      const webhook = await reader.get(webhooksProjection, tenant, webhookId)
      if (!webhook) return undefined
      return (await read(webhook.description)) || hostOf(await read(webhook.url))
    },
    async client(clientId) {
      const client = await reader.get(clientsProjection, tenant, clientId)
      return client && read(client.name)
    },
    async organisation(organisationId) {
      const organisation = await reader.get(organisationsProjection, tenant, organisationId)
      return organisation && read(organisation.name)
    },
    async blueprint(blueprintId) {
      const blueprint = await reader.get(blueprintsProjection, tenant, blueprintId)
      return blueprint && read(blueprint.name)
    },
    async prompt(promptId) {
      const prompt = await reader.get(promptsProjection, tenant, promptId)
      return prompt && read(prompt.name)
    },
    token: (tokenId) => accessTokenName({ reader, memberName }, tenant, tokenId),
    read,
  }

  async function read(text: string): Promise<string | undefined> {
    const [opened] = await reader.open(tenant, [text])
    return opened
  }
}

/** Returns the names of the visitors of conversations, by conversation id; of those without a name, what lists show. */
export async function visitorNamesOf(
  reader: Reader,
  tenant: string,
  conversationIds: readonly string[],
): Promise<Record<string, string>> {
  const documents = await reader.getMany(conversationsProjection, tenant, conversationIds)
  const found = documents.flatMap((document, nth) =>
    document ? [{ id: conversationIds[nth], document }] : [],
  )
  const opened = await openConversations(
    reader,
    tenant,
    found.map(({ document }) => document),
  )
  return Object.fromEntries(
    found.map(({ id, document }, nth) => {
      const name = opened[nth] && listItem(opened[nth]).visitorName
      return [id, name === undefined || name === ERASED ? `Visitor ${document.visitorId.slice(-4)}` : name]
    }),
  )
}

function hostOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : undefined
}
