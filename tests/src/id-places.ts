/**
 * Finds every place of an endpoint that may contain an id, in path, query and body, for tests that put foreign ids
 * there. Everything that looks like an id must be listed here, as an owner's thing or as a plain text.
 */
import { fieldsNotOffered } from '@parley/contracts/agent/not-offered.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import type { z } from 'zod'
import type { Owned } from './owned.ts'
import { jsonSchemaOf, type TextPlace, textPlacesIn } from './samples.ts'

export type Kind = {
  /** The value at this place for something the owner has. */
  of(owner: Owned): string
  /** A value that nobody has, if a plain text has the wrong format. */
  madeUp?: string
  /** Other agents of the tenant have things of their own of this kind. */
  ofAgent?: true
  /**
   * The effect of a foreign id, unless it is refused:
   * - `chosen`: the caller chooses the id; it names only what is created within what the path names.
   * - `filter`: a list or an answer contains nothing of it, as with an id that nobody has.
   */
  otherwise?: 'chosen' | 'filter'
}

export type IdPlace = { where: 'params' | 'query' | 'body'; label: string; text: TextPlace; kind: Kind }

const named = (name: string, more: Omit<Kind, 'of'> = {}): Kind => ({
  of: (owner) => owner.named[name] ?? '',
  ...more,
})
const chosen: Kind = { of: (owner) => owner.named.messageId ?? '', ofAgent: true, otherwise: 'chosen' }

/** An address names its file. */
const picture = named('picture', { madeUp: '/api/na/public/files/made-up/picture.png' })

const fontFile = named('fontFile', { madeUp: '/api/na/public/files/made-up/font.woff2' })

/** By the last name of a place, or by the endpoint's name and the whole place where the name alone does not tell. */
const kinds: Record<string, Kind> = {
  workspaceId: named('workspaceId'),
  ownerID: named('workspaceId'),
  ownerId: named('ownerId'),
  agentId: named('agentId', { ofAgent: true }),
  ID: named('agentId', { ofAgent: true }),
  agentID: named('agentId', { ofAgent: true }),
  agentIds: named('agentId'),
  blueprintId: named('blueprintId'),
  rolloutId: named('rolloutId'),
  promptId: named('promptId'),
  conversationId: named('conversationId', { ofAgent: true }),
  sourceId: named('sourceId', { ofAgent: true }),
  pageId: named('pageId', { ofAgent: true }),
  crawlId: named('crawlId', { ofAgent: true }),
  toolId: named('toolId'),
  webhookId: named('webhookId'),
  campaignId: named('campaignId'),
  contactKey: named('contactKey'),
  deliveryId: named('deliveryId'),
  entryId: named('entryId'),
  tabId: named('tabId'),
  caseId: named('caseId', { ofAgent: true }),
  caseIds: named('caseId', { ofAgent: true }),
  conversationIds: named('conversationId', { ofAgent: true }),
  runId: named('runId', { ofAgent: true }),
  channelId: named('channelId', { ofAgent: true }),
  assignedToolsIds: named('toolId'),
  leadId: named('leadId', { ofAgent: true }),
  visitorId: named('visitorId', { ofAgent: true }),
  noteId: named('noteId', { ofAgent: true }),
  approvalId: named('approvalId', { ofAgent: true }),
  messageId: named('messageId', { ofAgent: true }),
  files: named('fileId', { ofAgent: true }),
  formId: named('formId', { ofAgent: true }),
  cannedResponseId: named('cannedResponseId'),
  viewId: named('viewId'),
  inviteId: named('inviteId'),
  tokenId: named('tokenId'),
  organisationId: named('organisationId'),
  orgId: named('organisationId'),
  snapshotId: named('snapshotId'),
  importId: named('importId'),
  clientId: named('clientId'),
  agencyId: named('workspaceId'),
  emailDomainId: named('emailDomainId'),
  addressId: named('addressId', { madeUp: '0'.repeat(32) }),
  agency: named('workspaceId'),
  widgetIDs: named('agentId'),
  notificationId: named('notificationId', { madeUp: 'conversation.made-up' }),
  sessionId: named('sessionId'),
  adminSessionId: named('adminSessionId'),
  passkeyId: named('passkeyId', { madeUp: '00000000000000000000' }),
  subscriptionId: named('subscriptionId'),
  stream: named('stream', { madeUp: 'agent-made-up' }),
  assignee: named('ownerId'),
  userId: named('ownerId'),
  recipientIds: named('ownerId'),
  'knowledge.changeChunk body.key': named('chunkKey', { ofAgent: true }),
  'rpc.saveAgentBackup body.userEmail': { of: ({ person }) => person.email, madeUp: 'made-up@example.com' },
  'knowledge.pages params.sourceId': named('websiteId', { ofAgent: true }),
  'knowledge.page params.sourceId': named('websiteId', { ofAgent: true }),
  'knowledge.refresh params.sourceId': named('websiteId', { ofAgent: true }),
  'knowledge.cancel params.sourceId': named('websiteId', { ofAgent: true }),
  'knowledge.changeChunk params.sourceId': named('websiteId', { ofAgent: true }),
  'crawls.get params.sourceId': named('websiteId', { ofAgent: true }),
  'crawls.run params.sourceId': named('websiteId', { ofAgent: true }),
  'crawls.page params.sourceId': named('websiteId', { ofAgent: true }),
  'crawls.answers params.sourceId': named('websiteId', { ofAgent: true }),
  'crawls.tests params.sourceId': named('websiteId', { ofAgent: true }),
  'analytics.handleQuestion params.messageId': named('unansweredId', { ofAgent: true }),
  'inbox.saveCannedResponse params.cannedResponseId': named('cannedResponseId', { otherwise: 'chosen' }),
  'inbox.saveView params.viewId': named('viewId', { otherwise: 'chosen' }),
  'credentials.save params.credentialId': named('credentialId'),
  'credentials.rotate params.credentialId': named('credentialId'),
  'credentials.delete params.credentialId': named('credentialId'),
  'credentials.connect params.credentialId': named('credentialId'),
  'credentials.finishConnecting params.credentialId': named('credentialId'),
  'tools.create body.settings.credentialId': named('credentialId'),
  'tools.save body.settings.credentialId': named('credentialId'),
  'agency.save body.customTabs[].tabId': chosen,
  uploadId: named('uploadId', { madeUp: 'nobodysUpload0000000' }),
  'organisationImports.uploadPart params.uploadId': named('uploadId', {
    madeUp: 'nobodysUpload0000000',
    otherwise: 'chosen',
  }),
  'conversations.send body.id': chosen,
  'conversations.reply body.id': chosen,
  'conversations.upload body.id': named('fileId', { ofAgent: true, otherwise: 'chosen' }),
  'conversations.attach body.id': named('fileId', { ofAgent: true, otherwise: 'chosen' }),
  'conversations.addNote body.id': named('noteId', { ofAgent: true, otherwise: 'chosen' }),
  'clients.list query.agentId': named('agentId', { otherwise: 'filter' }),
  'clients.export query.agentId': named('agentId', { otherwise: 'filter' }),
  'clients.list query.orgId': named('organisationId', { otherwise: 'filter' }),
  'clients.export query.orgId': named('organisationId', { otherwise: 'filter' }),
  'clients.export query.ids': named('clientId', { otherwise: 'filter' }),
  'organisations.export query.ids': named('organisationId', { otherwise: 'filter' }),
  'conversations.list query.assignee': named('ownerId', { otherwise: 'filter' }),
  'conversations.count query.assignee': named('ownerId', { otherwise: 'filter' }),
  'conversations.exportList query.assignee': named('ownerId', { otherwise: 'filter' }),
  'conversations.list query.ids': named('conversationId', { ofAgent: true, otherwise: 'filter' }),
  // Paths of conflicts: fields of agents, and their nodes.
  'blueprints.rollOut body.targets[].keep': { ...chosen, of: () => 'facts' },
  'blueprints.rollOut body.targets[].replace': { ...chosen, of: () => 'facts' },
  // The id by which the customer's own site knows its visitor.
  'conversations.identify body.userId': named('visitorId', { otherwise: 'chosen' }),
  'audit.timeline query.actor': named('ownerId', { otherwise: 'filter' }),
  'audit.timeline query.agent': named('agentId', { otherwise: 'filter' }),
  'log.list query.agentId': named('agentId', { otherwise: 'filter' }),
  'crawls.list query.agentId': named('agentId', { otherwise: 'filter' }),
  'visits.live query.agentId': named('agentId', { otherwise: 'filter' }),
  'visits.list query.agentId': named('agentId', { otherwise: 'filter' }),
  'audit.timeline query.stream': named('stream', { otherwise: 'filter' }),
}

/** Names of short texts that are not ids of a tenant's things, or whole places. */
const texts = new Set(
  `name title label description text comment note value defaultValue lang language channel country countryCode from to
  timeZone tag tags browser platform phone displayName workspaceName businessName shortcut code predefinedTags theme fontFamily family key icon
  requestId region tabs template websocketServer accountCreationConfig provider backgroundNoise holidays AITranslateTo type base64Payload toolsCalled toolsNotCalled tool
  p256dh auth credentialId bucket href canAccess defaultClientAccess clientTabOrder defaultClientTabOrder fromDisplayName domain headerName parameter contactId startNode csv address at consentField is subject variables`.split(
    /\s+/,
  ),
)
/** Of a template of WhatsApp, as Meta calls it; `id` is what the caller calls the message, which only a channel of WhatsApp takes. */
/** Codes that the server makes and nobody can guess: a deletion’s, a grant, and what Meta sent a person back with. */
const OF_META_LOGIN = /^channels\.(?:\w+Meta body\.(?:grant|answer)|metaDeletionState query\.id)$/
const OF_TEMPLATE =
  /^channels\.\w*Template (?:params|body)\.(?:id|templateId|bodyText|headerText|samples|values|buttons\[\]\.\w+)/
/** What is simulated is read of the body alone: ids within messages and keys name nothing that is stored. */
const OF_SIMULATION = /^channels\.simulate(?:Inbound)? body\./
const OF_NOTHING_KEPT = new RegExp(`${OF_TEMPLATE.source}|${OF_SIMULATION.source}`)
/** Not the page of a crawled website: one of Facebook. */
const OF_META = /(^|\.)account\.pageId$/

/** Within an agent's document: ids of its own nodes, buttons and fields, and of third parties’ things; and a channel’s at its provider. */
const inDocument =
  /(^|\.)(credentials\.(token|webhookUrl)|account\.(botId|username|phoneNumberId|businessId|phoneNumber|discordChannelId|serverId|pageId|pageName|igPageId|igPageName)|nodes\[\]\..*|vapi\.id|projectID|versionID|voiceId|modelId|vg_(default|fallback)Model|whatsapp\w+|apiKey|SECRET_API_KEY)$/

/** Fields of a template that its import leaves out. */
const leftOut = new RegExp(`(^|\\.)template\\.(${Object.keys(fieldsNotOffered).join('|')})\\b`)

/** Every id that a caller can provide. Throws, with what to add here, if one is not listed. */
export function idPlacesOf(endpoint: Endpoint): IdPlace[] {
  const places = (['params', 'query', 'body'] as const).flatMap((where) => {
    const schema: z.ZodType | undefined = endpoint[where]
    if (!schema) return []
    return textPlacesIn(jsonSchemaOf(schema)).flatMap((text) => {
      const label = `${where}${text.path === '' ? '' : `.${text.path}`}`
      const name = text.path.replace(/(\[\]|\.\{\})+$/, '').replace(/^.*\./, '')
      const kind = text.part.fontFile
        ? fontFile
        : text.part.picture
          ? picture
          : (kinds[`${endpoint.name} ${label}`] ??
            (OF_META.test(text.path) || OF_NOTHING_KEPT.test(`${endpoint.name} ${label}`)
              ? undefined
              : kinds[name]))
      if (kind) return [{ where, label, text, kind }]
      if (!looksLikeId(where, name, text) || texts.has(name)) return []
      if (OF_META_LOGIN.test(`${endpoint.name} ${label}`)) return []
      if (
        OF_NOTHING_KEPT.test(`${endpoint.name} ${label}`) ||
        inDocument.test(text.path) ||
        leftOut.test(text.path)
      )
        return []
      throw new Error(
        `${endpoint.name} takes ${label}, which may be the id of something. Add it to \`kinds\` in tests/src/id-places.ts ` +
          'with what its owner puts there, or to `texts` there if it names nothing that belongs to anybody.',
      )
    })
  })
  // Alternatives of a union have the same place in each of them.
  return places.filter(({ label }, nth) => places.findIndex((other) => other.label === label) === nth)
}

/** By its name, by the format of ids, or because its maximum length is that of ids (128 characters) or unlimited. */
function looksLikeId(where: string, name: string, { part }: TextPlace): boolean {
  if (part.format !== undefined) return false
  if (/^ids?$|I[dD]s?$/.test(name)) return true
  if (part.pattern !== undefined) return part.pattern.includes('[A-Za-z0-9_-]') || /Id|ID/.test(name)
  return where === 'params' || (part.maxLength ?? 0) <= 128
}
