/** Conversations: models, replies, the team's part in them, translation, recovery. */
import { randomBytes } from 'node:crypto'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { translationEndpoints } from '@parley/contracts/agent/translation-endpoints.ts'
import { conversationEndpoints } from '@parley/contracts/conversation/endpoints.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { inboxEndpoints } from '@parley/contracts/conversation/inbox-endpoints.ts'
import { previewEndpoints } from '@parley/contracts/conversation/preview-endpoints.ts'
import { traceEndpoints } from '@parley/contracts/conversation/trace-endpoints.ts'
import { visitorEndpoints } from '@parley/contracts/conversation/visitor-endpoints.ts'
import { conversation } from '@parley/conversation/conversation.decider.ts'
import { createDialogApi } from '@parley/conversation/dialog/dialog-api.ts'
import { createFollowing } from '@parley/conversation/handoff/following.ts'
import { handBackInTime } from '@parley/conversation/handoff/hand-back-in-time.ts'
import { inboxHandlers, TEAM } from '@parley/conversation/handoff/inbox.handlers.ts'
import { createInbound } from '@parley/conversation/inbound/inbound.ts'
import type { Receive } from '@parley/conversation/inbound/receive.ts'
import { createModels } from '@parley/conversation/models/models.ts'
import { createOutbound } from '@parley/conversation/outbound/outbound.ts'
import { createAcross } from '@parley/conversation/translation/across.ts'
import { createFirstWords } from '@parley/conversation/translation/first-words.ts'
import { translationHandlers } from '@parley/conversation/translation/languages.ts'
import { createPaidTranslation } from '@parley/conversation/translation/paid-translation.ts'
import { releaseTranslationsPolicy } from '@parley/conversation/translation/release-translations.policy.ts'
import { translateVisitorsPolicy } from '@parley/conversation/translation/translate-visitors.policy.ts'
import { createTranslations } from '@parley/conversation/translation/translations.ts'
import { chargeRepliesPolicy } from '@parley/conversation/turn/charge/charge-replies.policy.ts'
import { settleRepliesPolicy } from '@parley/conversation/turn/charge/settle-replies.policy.ts'
import { smallestHold } from '@parley/conversation/turn/generate/smallest-hold.ts'
import { answerWaitingPolicy } from '@parley/conversation/turn/queue/answer-waiting.policy.ts'
import { createDrafts } from '@parley/conversation/turn/run/drafts.ts'
import { createTurns } from '@parley/conversation/turn/turn.ts'
import { conversationHandlers } from '@parley/conversation/visiting/conversation.handlers.ts'
import { previewHandlers } from '@parley/conversation/visiting/preview.handlers.ts'
import { visitorHandlers } from '@parley/conversation/visiting/visitor.handlers.ts'
import { createVisitorTokens } from '@parley/conversation/visiting/visitor-token.ts'
import { StoreUnavailable } from '@parley/kernel/event-store.ts'
import { defineModule } from '@parley/kernel/module.ts'
import { pick } from '@parley/kernel/projection.ts'
import { createSafeFetch } from '@parley/kernel/safe-fetch.ts'
import { idIn } from '@parley/kernel/stream-name.ts'
import { extractAnswer } from '@parley/knowledge/retrieval/extract-answer.ts'
import {
  awaitedPeople,
  awaitedPeopleProjection,
} from '@parley/projections/awaited-people/awaited-people.projection.ts'
import { transcriptQueries } from '@parley/projections/conversations/transcripts.queries.ts'
import { replyTracesProjection } from '@parley/projections/reply-traces/reply-traces.projection.ts'
import { replyTraceQueries } from '@parley/projections/reply-traces/reply-traces.queries.ts'
import type { RegionScope } from './module.ts'
import type { Ports } from './ports.ts'
import { NOTIFICATIONS, WEBHOOKS } from './topics.ts'

export type ConversationPorts = {
  /** Returns an amount of credits of which no turn of an agent with this document holds less. */
  smallestHold(document: AgentDocument): number
  /** Discards the reply in progress; used when a conversation is erased. */
  drop(conversationId: string): void
  /** Receives a message of a contact of a connected channel. */
  receive: Receive
  /** Notifies those who follow a conversation that it changed. */
  changed(conversationId: string): void
}

/** Message index up to which a visitor's message may be the first: it follows the agent's few first messages. */
const FIRST_WORDS = 8
/** How long older messages are waited for, in ms. */
const TRANSCRIPT_WAIT_MS = 5_000
const HAND_BACK_EVERY_MS = 15_000

const newId = () => randomBytes(10).toString('hex')

export const conversationModule = defineModule({
  name: 'conversation',
  endpoints: {
    ...conversationEndpoints,
    ...visitorEndpoints,
    ...inboxEndpoints,
    ...previewEndpoints,
    ...translationEndpoints,
    ...traceEndpoints,
  },
  aggregates: [conversation],
  projections: [awaitedPeopleProjection, replyTracesProjection],
  audited: conversationEvents,
  relays: [
    { events: pick(conversationEvents, 'ConversationStarted'), topics: [WEBHOOKS] },
    {
      events: pick(conversationEvents, 'HandoffRequested', 'ReplyFailed'),
      topics: [WEBHOOKS, NOTIFICATIONS],
    },
    {
      events: pick(conversationEvents, 'VisitorMessageReceived'),
      topics: [NOTIFICATIONS],
      when: ({ data }) => Number(Object(data).index) <= FIRST_WORDS,
    },
    {
      events: pick(conversationEvents, 'OwnershipChanged'),
      topics: [NOTIFICATIONS],
      when: ({ data }) => Object(data).reason === 'timed-out',
    },
  ],

  start({ config, engines, reader, projections, ports, closing, onFault }: RegionScope) {
    const { leases, readStore, state } = engines
    const { handle, load, evict, refresh, onAppended } = engines.commands
    const { agents, credits, files, knowledge, team, tools, workspaces } = ports
    const models = createModels({
      keys: config,
      onCall: ports.metrics.modelCalled,
    })
    // The operator sets this address, so it may be in a private network.
    const dialog = createDialogApi({
      url: config.DIALOG_API_URL,
      safeFetch: createSafeFetch({ allowPrivateAddresses: true }),
    })
    const translations = createTranslations()
    const drafts = createDrafts({
      shared: ports.sharedDrafts,
      shareOf: (tenant) => ports.quotas.of(tenant).drafts,
      onShareUsedUp: () => ports.quotas.reached('drafts'),
    })
    const transcripts = transcriptQueries(reader, async (position) => {
      if (!(await projections.waitFor(position, TRANSCRIPT_WAIT_MS)))
        throw new StoreUnavailable(`the read models have not come to position ${position}`)
    })
    const turns = createTurns({
      transcripts,
      draftOf: drafts.draftOf,
      handle,
      load,
      refresh,
      leases,
      signal: closing,
      newId,
      models,
      credits,
      agentDocument: agents.document,
      teamOnline: team.isOnline,
      retrieve: knowledge.retrieve,
      tools,
      dialog,
      translations,
      extractAnswer(question, chunks) {
        const answer = extractAnswer(
          question,
          chunks.map((chunk) => ({ ...chunk, matched: chunk.matched ?? [] })),
        )
        return answer.text === '' ? undefined : answer
      },
      onFault: ({ what, conversationId, error }) => onFault(what, { conversationId, err: error }),
    })
    const filesOf = async (tenant: string, conversationId: string, fileIds: readonly string[]) => {
      const found = await Promise.all(
        fileIds.map(async (fileId) => {
          const about = await files.about(tenant, conversationId, fileId)
          return about ? [{ fileId, name: about.name, mimeType: about.mimeType, size: about.size }] : []
        }),
      )
      return found.flat()
    }
    const paid = createPaidTranslation({ models, translations, credits })
    const across = createAcross({
      paid,
      agentDocument: agents.document,
      onFault: (error) => onFault('a message was not translated', { err: error }),
    })
    const { withAddresses } = files
    const following = createFollowing({
      load,
      withAddresses,
      transcripts,
      state,
      nameOf: async (userId) => (await ports.people.nameOf(userId)) ?? TEAM,
    })
    onAppended((stream) => {
      const conversationId = idIn(stream, conversation.category)
      if (conversationId !== undefined) following.changed(conversationId)
    })

    const inbound = createInbound({
      handle,
      load,
      refresh,
      newId,
      turns,
      dialog,
      firstWords: createFirstWords({
        paid,
        onFault: (error) => onFault('first messages were not translated', { err: error }),
      }),
      agentDocument: agents.document,
      keepFile: files.keep,
    })

    return {
      handlers: {
        ...translationHandlers(),
        ...previewHandlers({ refuseStrangers: agents.refuseStrangers, cleanCss: agents.cleanCss }),
        ...inboxHandlers({
          handle,
          load,
          evict,
          newId,
          turns,
          following,
          across,
          filesOf,
          transcripts,
          isMember: workspaces.isMember,
          predefinedTags: workspaces.predefinedTags,
          erase: engines.keyring.erase,
        }),
        ...visitorHandlers({
          handle,
          load,
          turns,
          following,
          transcripts,
          agentDocument: agents.document,
          teamOnline: team.isOnline,
        }),
        ...conversationHandlers({
          region: engines.region,
          load,
          refresh,
          newId,
          inbound,
          drafts,
          visitorTokens: createVisitorTokens(config.masterKey),
          refuseStrangers: agents.refuseStrangers,
          agentDocument: agents.document,
          filesOf,
          transcripts,
          withAddresses,
          teamOnline: team.isOnline,
        }),
        ...replyTraceQueries({
          reader,
          isOfAgent: async (tenant, agentId, conversationId) =>
            (await load(conversation, conversationId, tenant))?.state.started?.agentId === agentId,
        }),
      },
      policies: [
        answerWaitingPolicy({ turns, load, refresh, signal: closing }),
        settleRepliesPolicy({ credits, turns }),
        chargeRepliesPolicy({ credits }),
        translateVisitorsPolicy({ handle, load, across, transcripts }),
        releaseTranslationsPolicy({ credits, paid, signal: closing }),
      ],
      jobs: {
        // Hands conversations back when visitors waited too long for a person.
        'hand-back': {
          everyMs: HAND_BACK_EVERY_MS,
          work: handBackInTime({
            handle,
            load,
            turns,
            agentDocument: agents.document,
            awaited: awaitedPeople(readStore, projections.collectionOf),
          }),
        },
      },
      provides: {
        models,
        transcripts,
        outbound: createOutbound({ handle, load, refresh, withAddresses, transcripts }),
        conversations: {
          smallestHold: (document) => smallestHold({ models, credits }, document),
          drop: turns.discard,
          changed: following.changed,
          receive: inbound.receive,
        },
      } satisfies Partial<Ports>,
      appended(events) {
        for (const { stream } of events) {
          const conversationId = idIn(stream, conversation.category)
          if (conversationId === undefined) continue
          following.changed(conversationId)
          turns
            .conversationChanged(conversationId)
            .catch((error) => onFault('a turn was not told of a change', { conversationId, err: error }))
        }
      },
    }
  },
})
