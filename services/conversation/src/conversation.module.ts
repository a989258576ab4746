/** Conversations: models, replies, the team's part in them, translation, recovery. */
import { randomBytes } from 'node:crypto'
import { translationEndpoints } from '@parley/contracts/agent/translation-endpoints.ts'
import { assistantEndpoints } from '@parley/contracts/conversation/assistant-endpoints.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import { conversationEndpoints } from '@parley/contracts/conversation/endpoints.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { inboxEndpoints } from '@parley/contracts/conversation/inbox-endpoints.ts'
import { previewEndpoints } from '@parley/contracts/conversation/preview-endpoints.ts'
import { traceEndpoints } from '@parley/contracts/conversation/trace-endpoints.ts'
import { visitorEndpoints } from '@parley/contracts/conversation/visitor-endpoints.ts'
import { modelEndpoints } from '@parley/contracts/models/endpoints.ts'
import { tagRulesOfClient } from '@parley/contracts/organisation/inbox-rules.ts'
import { NOTIFICATIONS, WEBHOOKS } from '@parley/contracts/topics.ts'
import { reply } from '@parley/kernel/commands/handler.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { servedModels } from '@parley/kernel/outgoing/served-models.ts'
import { checkpointOf } from '@parley/kernel/policies/policy-runner.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { expireApprovals } from './approval/expire-approvals.ts'
import { assistantHandlers } from './assistant/assistant.handlers.ts'
import { createPaidCalls } from './assistant/paid-calls.ts'
import { conversation, subjectOf } from './conversation.decider.ts'
import type { ConversationNeeds, ConversationProvides, ConversationSettings } from './conversation.ports.ts'
import { createDialogApi } from './dialog/dialog-api.ts'
import { createDryRuns } from './dry-run/dry-run.ts'
import { type Exchange, exchangesIn } from './dry-run/exchanges.ts'
import { callsIn, recordingOf } from './dry-run/recording.ts'
import { createTestedDocuments } from './dry-run/tested-documents.ts'
import { createFollowing } from './handoff/following.ts'
import { handBackInTime } from './handoff/hand-back-in-time.ts'
import { findHandoffRules } from './handoff/handoff-rules.ts'
import { inboxHandlers, replyAs, TEAM } from './handoff/inbox.handlers.ts'
import { unassignClientsPolicy } from './handoff/unassign-clients.policy.ts'
import { createInbound } from './inbound/inbound.ts'
import { createOutside } from './inbound/outside.ts'
import { listModels } from './models/list-models.ts'
import { shareModelFaults } from './models/model-faults.ts'
import { createModels } from './models/models.ts'
import { createOutbound } from './outbound/outbound.ts'
import { createWriteUnasked } from './outbound/write-unasked.ts'
import { createSummarising } from './summary/summarise-history.policy.ts'
import { openAiTranscriber } from './transcription/openai-transcriber.ts'
import { transcribeForTeamPolicy } from './transcription/transcribe-for-team.policy.ts'
import { describeTranscription } from './transcription/transcriber.ts'
import { createVoiceNotes } from './transcription/voice-notes.ts'
import { messagesFrom } from './transcripts.ts'
import { createAcross } from './translation/across.ts'
import { createFirstWords } from './translation/first-words.ts'
import { translationHandlers } from './translation/languages.ts'
import { createPaidTranslation } from './translation/paid-translation.ts'
import { translateVisitorsPolicy } from './translation/translate-visitors.policy.ts'
import { createTranslations } from './translation/translations.ts'
import { CHARGE_REPLIES, chargeRepliesPolicy } from './turn/charge/charge-replies.policy.ts'
import { smallestHold } from './turn/generate/smallest-hold.ts'
import { answerWaitingPolicy } from './turn/queue/answer-waiting.policy.ts'
import { createDrafts } from './turn/run/drafts.ts'
import { createTurns } from './turn/turn.ts'
import { writtenLanguage } from './understanding/written-language.ts'
import { previewHandlers } from './visiting/preview.handlers.ts'
import { createShownReplies } from './visiting/shown-replies.ts'
import { conversationHandlers } from './visiting/start-and-send.handlers.ts'
import { visitorHandlers } from './visiting/visitor-actions.handlers.ts'
import { createVisitorTokens } from './visiting/visitor-token.ts'

/** Message index up to which a visitor's message may be the first: it follows the agent's few first messages. */
const FIRST_WORDS = 8
const HAND_BACK_EVERY_MS = 15_000
const EXPIRE_APPROVALS_EVERY_MS = 60_000

const newId = () => randomBytes(10).toString('hex')

/** Messages of a conversation that are looked at for a replay. */
const MOST_REPLAYED = 1_000

export const conversationModule = defineModule({
  name: 'conversation',
  endpoints: {
    ...conversationEndpoints,
    ...modelEndpoints,
    ...visitorEndpoints,
    ...inboxEndpoints,
    ...previewEndpoints,
    ...translationEndpoints,
    ...traceEndpoints,
    ...assistantEndpoints,
  },
  aggregates: [conversation],
  audited: conversationEvents,
  relays: [
    {
      events: pick(
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
      topics: [WEBHOOKS],
      when: ({ data }) => Object(data).channel !== 'test-panel',
    },
    {
      events: pick(conversationEvents, 'HandoffRequested', 'ToolApprovalRequested', 'ReplyFailed'),
      topics: [NOTIFICATIONS],
    },
    {
      events: pick(conversationEvents, 'VisitorMessageReceived'),
      topics: [NOTIFICATIONS],
      when: ({ data }) => Number(Object(data).index) <= FIRST_WORDS || Object(data).owner === 'human',
    },
    {
      events: pick(conversationEvents, 'AgentReplied'),
      topics: [NOTIFICATIONS],
      when: ({ data }) => Object(data).modelFault !== undefined,
    },
    {
      events: pick(conversationEvents, 'ConversationAssigned'),
      topics: [NOTIFICATIONS],
      when: ({ data }) => Object(data).assignee !== undefined,
    },
    {
      events: pick(conversationEvents, 'OwnershipChanged'),
      topics: [NOTIFICATIONS],
      when: ({ data }) => Object(data).reason === 'timed-out',
    },
  ],

  start({ config, engines, ports, closing, onFault }: ModuleScope<ConversationNeeds, ConversationSettings>) {
    const { region, leases, state } = engines
    const { handle, load, evict, refresh, onAppended } = engines.commands
    const { agents, credits, files, knowledge, metrics, quotas, team, tools, transcripts, workspaces } = ports
    const { withAddresses } = files
    const modelFaults = shareModelFaults({
      state,
      catalogue: config.catalogue,
      onFault: (error) => onFault('how a model call ended was not noted', { err: error }),
    })
    const models = createModels({
      keys: config,
      catalogue: config.catalogue,
      onCall: metrics.modelCalled,
      onOutcome: modelFaults.note,
    })
    const { OPENAI_BASE_URL: baseURL, OPENAI_API_KEY: apiKey } = config
    const served = baseURL === undefined ? undefined : servedModels({ baseURL, apiKey })
    // The operator sets this address, so it may be in a private network.
    const dialog = createDialogApi({
      url: config.DIALOG_API_URL,
      safeFetch: createSafeFetch({ allowPrivateAddresses: true }),
    })
    /** Agents of a workspace that waits for its deletion answer nobody. */
    const openAgent: typeof agents.document = async (tenant, ...about) =>
      (await workspaces.standingOf(tenant)) === 'open' ? agents.document(tenant, ...about) : undefined
    const openAgentForVisitor: typeof agents.forVisitor = async (tenant, ...about) =>
      (await workspaces.standingOf(tenant)) === 'open' ? agents.forVisitor(tenant, ...about) : undefined
    const handoffRules = findHandoffRules({
      ofWorkspace: workspaces.handoffRules,
      organisationsOf: ports.agentHolders.organisationsOf,
      onFault: (error) => onFault('the organisations of an agent were not found', { err: error }),
    })
    const translations = createTranslations()
    const transcription = describeTranscription(config)
    const voiceNotes = transcription.configured
      ? createVoiceNotes({
          transcriber: openAiTranscriber({
            ...{
              modelId: transcription.modelId,
              apiKey: config.OPENAI_API_KEY,
              baseUrl: config.OPENAI_BASE_URL,
            },
            onCall: metrics.modelCalled,
          }),
          mostSeconds: config.TRANSCRIPTION_MOST_SECONDS,
          openFile: files.open,
        })
      : undefined
    const drafts = createDrafts({
      shared: ports.sharedDrafts,
      state,
      shareOf: async (tenant) => (await quotas.of(tenant)).drafts,
      onShareUsedUp: () => quotas.reached('drafts'),
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
      agentDocument: openAgent,
      teamOnline: team.isOnline,
      handoffRules,
      retrieve: knowledge.retrieve,
      withPrompts: ports.prompts.expanded,
      optOutReply: ports.optOuts.replyTo,
      tools,
      dialog,
      translations,
      ...(voiceNotes ? { voiceNotes } : {}),
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
    const summarising = createSummarising({
      handle,
      load,
      refresh,
      models,
      credits,
      transcripts,
      agentDocument: agents.document,
      draftOf: drafts.draftOf,
      onFault: (error, conversationId) =>
        onFault('a conversation was not summarised', { conversationId, err: error }),
    })
    const outbound = createOutbound({ handle, load, refresh, withAddresses, transcripts })
    const shownReplies = createShownReplies({
      record: outbound.record,
      onFault: (error, conversationId) =>
        onFault('a shown reply was not recorded', { conversationId, err: error }),
    })
    const following = createFollowing({
      load,
      shownReplies,
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
      agentDocument: openAgent,
      agentForVisitor: openAgentForVisitor,
      keepFile: files.keep,
    })
    const outside = createOutside({
      ...{ handle, load, refresh, turns, transcripts },
      agentDocument: openAgent,
      agentForVisitor: openAgentForVisitor,
      keepFile: files.keep,
    })
    const stateOf = async (tenant: string, conversationId: string) =>
      (await load(conversation, conversationId, tenant))?.state

    async function exchanges(
      tenant: string,
      agentId: string,
      conversationId: string,
      most: number,
    ): Promise<Exchange[] | undefined> {
      const found = await load(conversation, conversationId, tenant)
      if (!found || found.state.started?.agentId !== agentId || found.state.deleted) return undefined
      const messages: MessageView[] = []
      for await (const page of messagesFrom(transcripts, found, 0)) {
        messages.push(...page)
        if (messages.length >= most) break
      }
      return exchangesIn(messages)
    }

    return {
      handlers: {
        async 'models.list'() {
          return reply({ items: await listModels(config.catalogue, models, modelFaults, served) })
        },
        ...translationHandlers(),
        ...previewHandlers({
          refuseStrangers: agents.refuseStrangers,
          cleanCss: agents.cleanCss,
          leftOutOfCss: agents.leftOutOfCss,
          poweredBy: ports.whiteLabel.poweredBy,
        }),
        ...assistantHandlers({
          paidCalls: createPaidCalls({ models, credits }),
          agentDocument: agents.document,
          readableCleanCss: agents.readableCleanCss,
          closing,
        }),
        ...inboxHandlers({
          handle,
          load,
          refresh,
          evict,
          newId,
          turns,
          following,
          across,
          filesOf,
          transcripts,
          agentDocument: agents.document,
          memberAnswers: workspaces.memberAnswers,
          answeringClient: ports.answeringClients.find,
          async tagRules(tenant, orgId) {
            const rules = await workspaces.tagRules(tenant)
            return orgId === undefined
              ? rules
              : tagRulesOfClient(rules, await ports.organisations.tagRules(tenant, orgId))
          },
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
          handoffRules,
        }),
        ...conversationHandlers({
          region,
          load,
          refresh,
          newId,
          inbound,
          drafts,
          visitorTokens: createVisitorTokens(config.masterKey),
          refuseStrangers: agents.refuseStrangers,
          agentDocument: agents.document,
          agentForVisitor: agents.forVisitor,
          filesOf,
          transcripts,
          withAddresses,
          shownReplies,
          teamOnline: team.isOnline,
          handoffRules,
        }),
      },
      policies: [
        answerWaitingPolicy({ turns, load, refresh, signal: closing }),
        chargeRepliesPolicy({ credits }),
        summarising.policy,
        translateVisitorsPolicy({ handle, load, across, transcripts }),
        transcribeForTeamPolicy({
          ...{ handle, load, voiceNotes, credits, transcripts, agentDocument: agents.document },
          onFault: (error, conversationId) =>
            onFault('a voice note was not transcribed', { conversationId, err: error }),
        }),
        unassignClientsPolicy({
          ...{ handle, load, refresh, openOf: ports.assignedConversations.openOf },
          answeringClient: ports.answeringClients.find,
          agentsEverOf: ports.answeringClients.agentsEverOf,
        }),
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
            awaited: ports.awaitedPeople.since,
          }),
        },
        'expire-approvals': {
          everyMs: EXPIRE_APPROVALS_EVERY_MS,
          work: expireApprovals({ handle, load, turns, pending: ports.pendingApprovals.since }),
        },
      },
      provides: {
        conversations: {
          async about(tenant, conversationId) {
            const found = await stateOf(tenant, conversationId)
            return (
              found && {
                recorded: found.started?.recorded !== false,
                channel: found.started?.channel,
                agentId: found.started?.agentId,
                assignee: found.assignee,
              }
            )
          },
          async takenOver(tenant, conversationId) {
            // What another process recorded as read must not be taken for unread.
            await refresh(conversation.category, conversationId)
            const found = await stateOf(tenant, conversationId)
            const userId = found?.person?.userId
            if (userId === undefined) return undefined
            const written = found?.messages.findLast(({ role }) => role === 'human')?.index ?? -1
            const watching = await following.isWatching({ tenant, conversationId }, userId)
            return { userId, readUpTo: Math.max(found?.readUpTo ?? -1, written), watching }
          },
          connected: following.connected,
          isOfAgent: async (tenant, agentId, conversationId) =>
            (await stateOf(tenant, conversationId))?.started?.agentId === agentId,
          isTest: async (tenant, conversationId) =>
            (await stateOf(tenant, conversationId))?.started?.channel === 'test-panel',
          async subjectOf(tenant, agentId, conversationId) {
            const found = await stateOf(tenant, conversationId)
            if (found?.started?.agentId !== agentId || found.deleted) return undefined
            return subjectOf(found.started)
          },
          exchanges,
          async recording(tenant, agentId, conversationId) {
            const found = await stateOf(tenant, conversationId)
            const said = await exchanges(tenant, agentId, conversationId, MOST_REPLAYED)
            if (!found?.started || !said) return undefined
            const { lang, timeZone } = found.started
            const about = { subject: subjectOf(found.started), lang, timeZone }
            return recordingOf(about, said, await callsIn(engines, tenant, conversationId))
          },
          discardReply: turns.discard,
          changed: following.changed,
          receive: inbound.receive,
          add: inbound.add,
        } satisfies ConversationProvides['conversations'],
        models: {
          async ofAgent(tenant, agentId) {
            const document = await agents.document(tenant, agentId)
            return document?.agentPlatform === 'vf'
              ? { configured: Boolean(document.vfSettings?.apiKey), modelId: 'vf' }
              : models.describe(document?.vg_defaultModel ?? '')
          },
        } satisfies ConversationProvides['models'],
        replies: {
          smallestHold: (document) => smallestHold({ models, credits }, document),
          chargedThrough: () => state.checkpoint(checkpointOf({ name: CHARGE_REPLIES })),
        } satisfies ConversationProvides['replies'],
        dryRuns: {
          ...createDryRuns({
            models,
            retrieve: knowledge.retrieve,
            withPrompts: ports.prompts.expanded,
            tools,
            translations,
            credits,
            handoffRules,
          }),
          ...createTestedDocuments(drafts),
        } satisfies ConversationProvides['dryRuns'],
        outside,
        outbound: {
          ...outbound,
          replyAs: (call, { agentId, conversationId, ...said }) =>
            replyAs(
              { load, handle, turns, following, transcripts },
              { ...call, params: { agentId, conversationId } },
              said,
            ),
          writeUnasked: createWriteUnasked({
            ...{ handle, load, refresh },
            agentDocument: agents.document,
            agentForVisitor: openAgentForVisitor,
          }),
          languageIn: writtenLanguage,
        } satisfies ConversationProvides['outbound'],
      },
      async stop() {
        await following.stop()
        await drafts.stop()
      },
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
