/** Returns and erases the data kept about a visitor of an agent. */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type {
  VisitorData,
  visitorDataEndpoints,
} from '@parley/contracts/conversation/visitor-data-endpoints.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Keyring } from '@parley/kernel/sealing/sealing.ts'
import { conversation } from '../conversation.decider.ts'
import { visitorSubject } from '../leads/lead.decider.ts'
import { messagesFrom, type Transcripts } from '../transcripts.ts'
import { type ErasingDeps, type Erasure, eraseConversation } from './erasing.ts'

type Kept = VisitorData['conversations'][number]

export type VisitorDataDeps = ErasingDeps & {
  isKnown: Keyring['isKnown']
  transcripts: Transcripts
  /** Every present conversation of a visitor with an agent, unrecorded ones included. */
  conversationsOf(tenant: string, agentId: string, visitorId: string): Promise<string[]>
  /** Data that is in read models and not in the conversation itself. */
  about(
    tenant: string,
    conversationId: string,
  ): Promise<
    Pick<Kept, 'startedAt' | 'browser' | 'platform' | 'notes' | 'feedbackComment' | 'pages'> | undefined
  >
  leadsOf(tenant: string, agentId: string, visitorId: string): Promise<VisitorData['leads']>
  notificationsOf(tenant: string, agentId: string, visitorId: string): Promise<VisitorData['notifications']>
  /** Idempotent: erasing conversations removes the lead too, a moment later. */
  removeLead(tenant: string, agentId: string, leadId: string, by: Erasure['by']): Promise<void>
  withAddresses(tenant: string, conversationId: string, messages: readonly MessageView[]): MessageView[]
  now?: () => Date
}

const notFound = refuse('not-found', 'This visitor does not exist.')

export function visitorDataHandlers(deps: VisitorDataDeps): Handlers<typeof visitorDataEndpoints> {
  return {
    async 'visitors.export'(call) {
      const { agentId, visitorId } = call.params
      const found = await find(call.tenant, agentId, visitorId)
      if (!found) return notFound
      const { leads } = found
      const conversations = await Promise.all(found.conversationIds.map((id) => exported(call.tenant, id)))
      const exportedAt = (deps.now?.() ?? new Date()).toISOString()
      const kept = conversations.filter((each) => each !== undefined)
      const notifications = await deps.notificationsOf(call.tenant, agentId, visitorId)
      const name = `visitor-${visitorId}.json`
      return {
        ...reply({
          ...{ agentId, visitorId, exportedAt, conversations: kept, leads },
          ...(notifications && { notifications }),
        }),
        headers: { 'content-disposition': `attachment; filename="${name}"` },
      }
    },

    async 'visitors.erase'(call) {
      const { agentId, visitorId } = call.params
      const { tenant, context } = call
      const via = ['api-key', 'token'].includes(call.principal.kind) ? 'api' : 'dashboard'
      const by = { actor: context.actor, via, correlation: context.cause.correlation } as const
      const found = await find(tenant, agentId, visitorId)
      if (!found) return notFound
      const { conversationIds, leads } = found
      let position: number | undefined
      let conversations = 0
      for (const conversationId of conversationIds) {
        const erased = await eraseConversation(deps, {
          tenant,
          conversationId,
          reason: 'visitor-erased',
          by,
        })
        if (erased === undefined) continue
        conversations++
        position = Math.max(position ?? 0, erased)
      }
      for (const { leadId } of leads) await deps.removeLead(tenant, agentId, leadId, by)
      // Leads are sealed with this key. It is erased for visitors without leads too, which then shows that they were
      // here.
      await deps.erase({ tenant, subject: visitorSubject(agentId, visitorId) })
      return reply({ success: true, conversations, leads: leads.length }, position)
    },
  }

  /** The data of a visitor; undefined if this agent never had one of this id. Erased visitors have no data. */
  async function find(tenant: string, agentId: string, visitorId: string) {
    const conversationIds = await deps.conversationsOf(tenant, agentId, visitorId)
    const leads = await deps.leadsOf(tenant, agentId, visitorId)
    if (conversationIds.length > 0 || leads.length > 0) return { conversationIds, leads }
    const known = await deps.isKnown({ tenant, subject: visitorSubject(agentId, visitorId) })
    return known ? { conversationIds, leads } : undefined
  }

  async function exported(tenant: string, conversationId: string): Promise<Kept | undefined> {
    const found = await deps.load(conversation, conversationId, tenant)
    const about = await deps.about(tenant, conversationId)
    const state = found?.state
    if (!found || !state?.started || state.deleted) return undefined
    const { channel, contactId, lang, country, timeZone } = state.started
    const { pageUrl, pageTitle, summary, identity, fields, variables } = state
    const messages: MessageView[] = []
    for await (const page of messagesFrom(deps.transcripts, found, 0))
      messages.push(...deps.withAddresses(tenant, conversationId, page))
    const ratings = Object.fromEntries([
      ...messages.flatMap(({ id, feedback }) => (feedback ? [[id, feedback] as const] : [])),
      ...(state.rating ? [['', state.rating] as const] : []),
    ])
    return {
      conversationId,
      channel,
      startedAt: about?.startedAt ?? messages[0]?.at ?? '',
      ...(contactId === undefined ? {} : { contactId }),
      ...(lang === undefined ? {} : { lang }),
      ...(country === undefined ? {} : { country }),
      ...(timeZone === undefined ? {} : { timeZone }),
      ...(about?.browser === undefined ? {} : { browser: about.browser }),
      ...(about?.platform === undefined ? {} : { platform: about.platform }),
      ...(pageUrl === undefined ? {} : { pageUrl }),
      ...(pageTitle === undefined ? {} : { pageTitle }),
      ...(identity === undefined ? {} : { identity }),
      ...(summary === undefined ? {} : { summary: summary.text }),
      fields: { ...fields },
      variables: { ...variables },
      messages,
      ratings,
      ...(about?.feedbackComment === undefined ? {} : { feedbackComment: about.feedbackComment }),
      pages: about?.pages ?? [],
      notes: about?.notes ?? [],
    }
  }
}
