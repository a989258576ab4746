/** Turns events of the log into the payloads of the published catalogue (`webhook-catalogue.ts`). Pure. */
import { agencyDomainEvents } from '@parley/contracts/agency/domain-events.ts'
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { channelEvents, channelsViewEvents } from '@parley/contracts/channel/events.ts'
import { clientEvents } from '@parley/contracts/client/events.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { leadEvents } from '@parley/contracts/conversation/lead-events.ts'
import { creditsEvents } from '@parley/contracts/credits/events.ts'
import { type WebhookEventName, webhookCatalogue } from '@parley/contracts/integration/webhook-catalogue.ts'
import { knowledgeEvents } from '@parley/contracts/knowledge/events.ts'
import { analyticsNameOf, analyticsNamesOf, type EventOf } from '@parley/contracts/message.ts'
import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'

/** The events of the log of which webhooks are told. */
export const toldEvents = {
  ...pick(
    conversationEvents,
    'ConversationStarted',
    'VisitorMessageReceived',
    'VoiceNoteTranscribed',
    'AgentReplied',
    'HumanReplied',
    'ReplyFailed',
    'HandoffRequested',
    'OwnershipChanged',
    'ConversationStatusChanged',
    'FeedbackGiven',
  ),
  ...pick(leadEvents, 'LeadCaptured', 'LeadFieldsChanged', 'LeadRequestChanged', 'LeadStatusChanged'),
  ...pick(agentEvents, 'AgentCreated', 'AgentPublished', 'AgentVersionRestored', 'AgentDeleted'),
  ...pick(channelEvents, 'ChannelConnected', 'ChannelDisconnected'),
  ...channelsViewEvents,
  ...pick(
    knowledgeEvents,
    'KnowledgeSourceAdded',
    'KnowledgeSourceIngested',
    'KnowledgeSourceFailed',
    'KnowledgeSourceDeleted',
  ),
  ...pick(clientEvents, 'ClientCreated'),
  ...pick(agencyDomainEvents, 'DomainClaimed', 'DomainVerified', 'DomainRemoved'),
  ...pick(workspaceEvents, 'WorkspaceMemberAdded', 'WorkspaceMemberRemoved'),
  ...pick(creditsEvents, 'CreditsGranted'),
}

export type ToldEvent = EventOf<typeof toldEvents>
export type ToldType = ToldEvent['type']

/** By the type in the log: the first of its names in the catalogue. */
const names: Record<ToldType, WebhookEventName> = {
  ConversationStarted: 'conversation_started',
  VisitorMessageReceived: 'message_received',
  VoiceNoteTranscribed: 'message_transcribed',
  AgentReplied: 'message_sent',
  HumanReplied: 'message_sent',
  ReplyFailed: 'reply_failed',
  HandoffRequested: 'handoff_requested',
  OwnershipChanged: 'conversation_owner_changed',
  ConversationStatusChanged: 'conversation_status_changed',
  FeedbackGiven: 'feedback_given',
  LeadCaptured: 'lead_captured',
  LeadFieldsChanged: 'lead_changed',
  LeadRequestChanged: 'lead_request_changed',
  LeadStatusChanged: 'lead_status_changed',
  AgentCreated: 'new_agent_created',
  AgentPublished: 'agent_published',
  AgentVersionRestored: 'agent_version_restored',
  AgentDeleted: 'agent_deleted',
  ChannelConnected: 'new_channel_connected',
  ChannelDisconnected: 'channel_disconnected',
  ChannelsViewed: 'channels_viewed',
  KnowledgeSourceAdded: 'knowledge_added',
  KnowledgeSourceIngested: 'knowledge_ready',
  KnowledgeSourceFailed: 'knowledge_failed',
  KnowledgeSourceDeleted: 'knowledge_deleted',
  ClientCreated: 'client_created',
  DomainClaimed: 'new_agency_domain',
  DomainVerified: 'agency_domain_verified',
  DomainRemoved: 'agency_domain_removed',
  WorkspaceMemberAdded: 'member_joined',
  WorkspaceMemberRemoved: 'member_left',
  CreditsGranted: 'credits_granted',
}

/**
 * Returns the names that events of a type can have in the catalogue: its first, and those that the specification gives the
 * analytics events of this type. None if webhooks are not told of it.
 */
export function webhookNamesOf(type: string): WebhookEventName[] {
  return isTold(type) ? named(type, analyticsNamesOf(toldEvents[type])) : []
}

/** Returns those of them that an event has. */
export function webhookNamesOfEvent({ type, data }: { type: string; data: unknown }): WebhookEventName[] {
  return isTold(type) ? named(type, [analyticsNameOf(toldEvents[type], data)]) : []
}

function named(type: ToldType, further: readonly (string | undefined)[]): WebhookEventName[] {
  return [...new Set([names[type], ...further.filter(isInCatalogue)])]
}

function isInCatalogue(name: string | undefined): name is WebhookEventName {
  return name !== undefined && Object.hasOwn(webhookCatalogue, name)
}

export function isTold(type: string): type is ToldType {
  return Object.hasOwn(names, type)
}

/** Longest text of a payload, in characters; a longer one is cut. */
const LONGEST_TEXT = 32_000

/** What a payload has that its event has not. */
export type Besides = { agentType?: string | undefined }

/**
 * Returns the payload of an event, under one of its names, with its sealed texts opened. It has the fields of its schema
 * alone: a field that is added to an event is not sent by accident.
 */
export function payloadOf(
  stream: string,
  event: ToldEvent,
  besides: Besides = {},
  name: WebhookEventName = names[event.type],
): Record<string, unknown> {
  const { payload } = webhookCatalogue[name]
  return payload.parse(fieldsOf(stream, event, besides))
}

function fieldsOf(stream: string, event: ToldEvent, { agentType = 'vg' }: Besides): Record<string, unknown> {
  const conversationId = idIn(stream, 'conversation')
  const leadId = idIn(stream, 'lead')
  switch (event.type) {
    case 'VisitorMessageReceived':
    case 'VoiceNoteTranscribed':
      return { ...event.data, conversationId, text: cut(event.data.text) }
    case 'AgentReplied':
      return { ...event.data, conversationId, by: 'agent', text: textOf(event.data.content) }
    case 'HumanReplied':
      return { ...event.data, conversationId, by: 'person', text: textOf(event.data.content) }
    case 'ReplyFailed':
    case 'HandoffRequested':
    case 'OwnershipChanged':
    case 'ConversationStatusChanged':
    case 'FeedbackGiven':
      return { ...event.data, conversationId }
    case 'LeadFieldsChanged':
    case 'LeadRequestChanged':
    case 'LeadStatusChanged':
      return { ...event.data, leadId }
    case 'AgentCreated':
      return { ...event.data, title: event.data.document.title ?? '' }
    case 'AgentPublished':
      return { ...event.data, changed: Object.keys(event.data.changes) }
    case 'ClientCreated': {
      const { clientId, orgId, name, email } = event.data
      return {
        ...{ organisationId: orgId, clientId, clientName: name, clientEmail: email },
        operation: 'create',
      }
    }
    case 'DomainClaimed':
    case 'DomainVerified':
    case 'DomainRemoved':
      return { ...event.data, agencyId: idIn(stream, 'agencydomain') }
    case 'ChannelConnected':
      return { ...event.data, channelType: event.data.kind, agentType }
    default:
      return event.data
  }
}

function textOf(blocks: readonly { type: string; text?: string }[]): string {
  return cut(blocks.flatMap(({ type, text }) => (type === 'text' && text ? [text] : [])).join('\n\n'))
}

function cut(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT - 1)}…`
}
