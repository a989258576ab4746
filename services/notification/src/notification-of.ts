/** Decides which notification an event causes, if any. Pure; several events may cause the same one. */
import { whiteLabelWarningDays } from '@parley/contracts/agency/white-label.ts'
import { setupFailures } from '@parley/contracts/channel/names.ts'
import { channels } from '@parley/contracts/conversation/events.ts'
import {
  faultAdvice,
  faultTitle,
  isLasting,
  type ModelFaultRecord,
  modelFaultSchema,
} from '@parley/contracts/conversation/model-faults.ts'
import { lossReasons } from '@parley/contracts/integration/credential-names.ts'
import { pauseReasons } from '@parley/contracts/integration/webhook-names.ts'
import type { Permission } from '@parley/contracts/permissions.ts'
import { z } from 'zod'

export type Happened = {
  type: string
  stream: string
  /** ISO 8601. */
  at: string
  actor: { id: string }
  data: unknown
}

export type Draft = {
  /** The same for events that must cause one notification only. */
  notificationId: string
  notificationLevel: 1 | 2
  title: string
  body: string
  /** Unix seconds. */
  ts: number
  urlPathname: string
  /** Only for the member the conversation is assigned to; for all members if it is unassigned. */
  toAssignee?: boolean
  /** Only for whom the conversation was assigned to by somebody else; nobody else needs it. */
  toPerson?: string
  /** Only for the members who have this permission. */
  toHoldersOf?: Permission
  /**
   * The index of a message in a conversation that a person has taken over: only for that person, unless they have read
   * it, and once until they have read what is new, however much it is.
   */
  afterTakeOver?: number
}

const concerned = z.object({
  modelFault: modelFaultSchema.optional().catch(undefined),
  agentId: z.string(),
  channel: z.enum(channels).optional(),
  reason: z.string().optional(),
  offline: z.boolean().optional(),
  conversationId: z.string().optional(),
  owner: z.string().optional(),
  index: z.number().optional(),
  assignee: z.string().optional(),
  nth: z.number().optional(),
  status: z.string().optional(),
  reachable: z.boolean().optional(),
})

const failures: Record<string, { title: string; body: (agent: string) => string }> = {
  'no-credits': {
    title: 'Out of credits',
    body: (agent) => `${agent} can’t reply until there are credits again.`,
  },
  'usage-limit': {
    title: 'Usage limit reached',
    body: (agent) => `${agent} stays silent until its limit is raised.`,
  },
  'messages-limit': {
    title: 'Message limit reached',
    body: (agent) => `A conversation with ${agent} has reached its limit of messages.`,
  },
}
const otherFailure = {
  title: 'Replies fail',
  body: (agent: string) => `The model of ${agent} did not answer. Visitors were asked to try again.`,
}

/** What stays until the owner acts is told once a day, what passes by itself once an hour; never for each message. */
function aboutModel(agentId: string, { modelId, fault }: ModelFaultRecord, ts: number) {
  const period = Math.floor(ts / (isLasting(fault) ? 86_400 : 3_600))
  const model = modelId.replace(/[^A-Za-z0-9.-]/g, '-').slice(0, 60)
  return { notificationId: `model.${agentId}.${model}.${fault}.${period}`, title: faultTitle(fault) }
}

/** `name`: what people read of the webhook. */
export function aboutPausedWebhook(region: string, event: Happened, name: string): Draft | undefined {
  const paused = z.object({ webhookId: z.string(), reason: z.enum(pauseReasons) }).safeParse(event.data)
  if (!paused.success || paused.data.reason === 'person') return undefined
  const { webhookId, reason } = paused.data
  const why =
    reason === 'gone'
      ? 'Its server answered that it wants no more events (410).'
      : 'Its server accepted nothing for a day.'
  const ts = Math.floor(Date.parse(event.at) / 1000)
  return {
    notificationId: `webhook.${webhookId}.${ts}`,
    notificationLevel: 2,
    title: 'Webhook paused',
    body: `${name}: ${why} Resume it once the server works, and send again what was skipped.`,
    ts,
    urlPathname: `/app/${region}/events?webhook=${webhookId}`,
  }
}

/** `name`: what people read of the credential. A change of its settings by a person is no news to the team. */
export function aboutLostCredential(region: string, event: Happened, name: string): Draft | undefined {
  const lost = z.object({ credentialId: z.string(), reason: z.enum(lossReasons) }).safeParse(event.data)
  if (!lost.success || lost.data.reason === 'changed') return undefined
  const { credentialId } = lost.data
  const ts = Math.floor(Date.parse(event.at) / 1000)
  return {
    notificationId: `credential.${credentialId}.${ts}`,
    notificationLevel: 2,
    title: 'Credential disconnected',
    body: `${name}: Its server does not renew its access any more. Functions that use it fail until it is connected again.`,
    ts,
    urlPathname: `/app/${region}/credentials?credential=${credentialId}`,
    toHoldersOf: 'credential.manage',
  }
}

const channelFailures: Record<(typeof setupFailures)[number], string> = {
  'credentials-refused': 'Its provider does not accept its credentials. Replace them.',
  refused: 'Its provider refused it. The channel says why.',
  'address-not-allowed': 'Its address leads into a private network. Change it.',
  expired: 'Its provider could not be reached for a day. Save it to try again.',
}

/** `name`: what people read of the channel. Told once a day, however often it fails. */
export function aboutFailedChannel(region: string, event: Happened, name: string): Draft | undefined {
  const failed = z
    .object({ channelId: z.string(), agentId: z.string(), reason: z.enum(setupFailures) })
    .safeParse(event.data)
  if (!failed.success) return undefined
  const { channelId, agentId, reason } = failed.data
  const ts = Math.floor(Date.parse(event.at) / 1000)
  return {
    notificationId: `channel.${channelId}.${Math.floor(ts / 86_400)}`,
    notificationLevel: 2,
    title: 'A channel does not work',
    body: `${name}: ${channelFailures[reason]}`,
    ts,
    urlPathname: `/app/${region}/agents/${agentId}/channels`,
    toHoldersOf: 'channel.manage',
  }
}

/** `name`: what people read of the channel. */
export function aboutEndingToken(region: string, event: Happened, name: string): Draft | undefined {
  const ending = z
    .object({ channelId: z.string(), agentId: z.string(), endsAt: z.string() })
    .safeParse(event.data)
  if (!ending.success) return undefined
  const { channelId, agentId, endsAt } = ending.data
  const when = new Date(endsAt).toLocaleString('en', {
    ...{ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' },
  })
  return {
    notificationId: `channel.${channelId}.token.${Date.parse(endsAt) / 1000}`,
    notificationLevel: 2,
    title: 'The token of a channel ends soon',
    body: `${name}: Its token ends on ${when} (UTC). Replace it before then, or the channel stops working.`,
    ts: Math.floor(Date.parse(event.at) / 1000),
    urlPathname: `/app/${region}/agents/${agentId}/channels`,
    toHoldersOf: 'channel.manage',
  }
}

/** An entry of which the workspace's own server wants the members to be told; what it says stays in the log. */
export function aboutLogEntry(region: string, event: Happened): Draft | undefined {
  const entry = z.object({ entryId: z.string(), type: z.string() }).safeParse(event.data)
  if (!entry.success) return undefined
  const { entryId, type } = entry.data
  return {
    notificationId: `log.${entryId}`,
    notificationLevel: 2,
    title: 'New entry in the log',
    body: `${type} was added to the log of the workspace.`,
    ts: Math.floor(Date.parse(event.at) / 1000),
    urlPathname: `/app/${region}/events?eventTab=log&entry=${entryId}`,
  }
}

export function aboutWhiteLabel(region: string, event: Happened): Draft | undefined {
  const ending = z.object({ endsAt: z.number() }).safeParse(event.data)
  if (!ending.success) return undefined
  const { endsAt } = ending.data
  const day = new Date(endsAt).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })
  return {
    notificationId: `whitelabel.${event.stream.slice(event.stream.indexOf('-') + 1)}.${endsAt}`,
    notificationLevel: 2,
    title: `White-label trial ends in ${whiteLabelWarningDays} days`,
    body: `On ${day}, chats, client pages and emails say “Powered by” again. Custom domains that you added keep working, but you can’t add another one.`,
    ts: Math.floor(Date.parse(event.at) / 1000),
    urlPathname: `/app/${region}/agency`,
    toHoldersOf: 'agency.manage',
  }
}

/** Events of the test panel cause none. `agentTitle` is shown to people. */
export function notificationOf(region: string, event: Happened, agentTitle: string): Draft | undefined {
  const parsed = concerned.safeParse(event.data)
  if (!parsed.success || parsed.data.channel === 'test-panel') return undefined
  const {
    agentId,
    reason = '',
    offline,
    conversationId: named,
    owner,
    index,
    modelFault,
    assignee,
    nth,
    status,
    reachable,
  } = parsed.data
  const conversationId = named ?? event.stream.slice(event.stream.indexOf('-') + 1)
  const agent = `/app/${region}/agents/${agentId}`
  const opened = `${agent}/convos?conversation=${conversationId}`
  const ts = Math.floor(Date.parse(event.at) / 1000)
  switch (event.type) {
    case 'VisitorMessageReceived':
      if (owner === 'human' && index !== undefined)
        return {
          notificationId: `message.${conversationId}`,
          notificationLevel: 2,
          title: 'A visitor wrote to you',
          body: `In a conversation with ${agentTitle} that you have taken over.`,
          ts,
          urlPathname: opened,
          afterTakeOver: index,
        }
      return {
        notificationId: `conversation.${conversationId}`,
        notificationLevel: 1,
        title: 'New conversation',
        body: `A visitor wrote to ${agentTitle}.`,
        ts,
        urlPathname: opened,
      }
    case 'LeadCaptured':
      return {
        notificationId: `lead.${conversationId}`,
        notificationLevel: 1,
        title: 'New lead',
        body: `A visitor of ${agentTitle} left their details.`,
        ts,
        urlPathname: opened,
      }
    case 'LeadRequestChanged':
      // Of one that was only started there may be more to come, and one without an address can't be answered.
      if (nth === undefined || status === 'started') return undefined
      if (reachable === false && status !== 'confirmed') return undefined
      return {
        notificationId: `request.${conversationId}.${nth}`,
        notificationLevel: 2,
        title: 'New request',
        body: `A visitor of ${agentTitle} completed a request.`,
        ts,
        urlPathname: opened,
      }
    case 'HandoffRequested':
      return {
        // Requests within the same minute count as one; a later one is a new request.
        notificationId: `handoff.${conversationId}.${Math.floor(ts / 60)}`,
        notificationLevel: 2,
        title: 'A visitor asks for a person',
        body: offline
          ? `In a conversation with ${agentTitle}. Nobody was there when it was asked.`
          : `In a conversation with ${agentTitle}.`,
        ts,
        urlPathname: opened,
        toAssignee: true,
      }
    case 'ToolApprovalRequested':
      return {
        notificationId: `approval.${conversationId}.${Math.floor(ts / 60)}`,
        notificationLevel: 2,
        title: 'An agent asks for approval',
        body: `In a conversation with ${agentTitle}.`,
        ts,
        urlPathname: opened,
        toAssignee: true,
      }
    case 'ConversationAssigned':
      if (assignee === undefined || assignee === event.actor.id) return undefined
      return {
        notificationId: `assigned.${conversationId}.${ts}`,
        notificationLevel: 2,
        title: 'A conversation was assigned to you',
        body: `With a visitor of ${agentTitle}.`,
        ts,
        urlPathname: opened,
        toPerson: assignee,
      }
    case 'OwnershipChanged':
      // The requested person did not come, so all members are notified.
      if (reason !== 'timed-out') return undefined
      return {
        notificationId: `unanswered.${conversationId}.${Math.floor(ts / 60)}`,
        notificationLevel: 2,
        title: 'Nobody took over in time',
        body: `${agentTitle} goes on by itself with a visitor who waited for a person.`,
        ts,
        urlPathname: opened,
      }
    case 'AgentReplied':
      if (!modelFault) return undefined
      return {
        ...aboutModel(agentId, modelFault, ts),
        notificationLevel: isLasting(modelFault.fault) ? 2 : 1,
        body: `${faultAdvice(modelFault)} ${agentTitle} replies without it for now.`,
        ts,
        urlPathname: `${agent}/prompt`,
      }
    case 'ReplyFailed': {
      if (modelFault)
        return {
          ...aboutModel(agentId, modelFault, ts),
          notificationLevel: 2,
          body: `${faultAdvice(modelFault)} Visitors of ${agentTitle} get no reply.`,
          ts,
          urlPathname: `${agent}/prompt`,
        }
      const { title, body } = failures[reason] ?? otherFailure
      const kind = reason in failures ? reason : 'model'
      return {
        // The cause of one failed reply usually affects the next too: one notification per hour is enough.
        notificationId: `failed.${agentId}.${kind}.${Math.floor(ts / 3600)}`,
        notificationLevel: 2,
        title,
        body: body(agentTitle),
        ts,
        urlPathname: opened,
      }
    }
    default:
      return undefined
  }
}
