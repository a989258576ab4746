/** Composes the conversation context of a region: models, answering, recovery. */
import { randomBytes } from 'node:crypto'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import { createDialogApi } from '@parley/conversation/dialog/dialog-api.ts'
import { createModels } from '@parley/conversation/models/models.ts'
import { createFollowing } from '@parley/conversation/people/following.ts'
import { type HandBackDeps, handBackInTime } from '@parley/conversation/people/hand-back-in-time.ts'
import { inboxHandlers } from '@parley/conversation/people/inbox.handlers.ts'
import { answerWaitingPolicy } from '@parley/conversation/replying/answer-waiting.policy.ts'
import { createAnswering } from '@parley/conversation/replying/answering.ts'
import type { Credits } from '@parley/conversation/replying/credits.ts'
import { createDrafts, type SharedDrafts } from '@parley/conversation/replying/drafts.ts'
import { settleRepliesPolicy } from '@parley/conversation/replying/settle-replies.policy.ts'
import type { Tools } from '@parley/conversation/replying/tools.ts'
import { createAcross } from '@parley/conversation/translation/across.ts'
import { createFirstWords } from '@parley/conversation/translation/first-words.ts'
import { translationHandlers } from '@parley/conversation/translation/languages.ts'
import { createPaidTranslation } from '@parley/conversation/translation/paid-translation.ts'
import { releaseTranslationsPolicy } from '@parley/conversation/translation/release-translations.policy.ts'
import { translateVisitorsPolicy } from '@parley/conversation/translation/translate-visitors.policy.ts'
import { createTranslations } from '@parley/conversation/translation/translations.ts'
import {
  type ConversationDeps,
  conversationHandlers,
} from '@parley/conversation/visiting/conversation.handlers.ts'
import { previewHandlers } from '@parley/conversation/visiting/preview.handlers.ts'
import { visitorHandlers } from '@parley/conversation/visiting/visitor.handlers.ts'
import { createVisitorTokens } from '@parley/conversation/visiting/visitor-token.ts'
import type { AnyPolicy } from '@parley/kernel/policy.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { createSafeFetch } from '@parley/kernel/safe-fetch.ts'
import { extractAnswer } from '@parley/knowledge/retrieval/extract-answer.ts'
import type { Config } from '../config.ts'
import type { Metrics } from '../metrics.ts'
import type { Quotas } from '../quotas/quotas.ts'
import type { RegionEngines } from '../region.ts'
import type { Knowledge } from './knowledge.ts'

/** What is uploaded for conversations. */
export type ConversationFiles = {
  about(
    tenant: string,
    conversationId: string,
    fileId: string,
  ): Promise<{ name: string; mimeType: string; size: number } | undefined>
  withAddresses(tenant: string, conversationId: string, messages: readonly MessageView[]): MessageView[]
  /** The drafts of test panels, for a day. */
  drafts: SharedDrafts
}

export type ConversationOptions = {
  /** What of an agent's own CSS the widget is given. */
  cleanCss(css: string): string
  config: Config
  engines: RegionEngines
  reader: Reader
  credits: Credits
  knowledge: Knowledge
  files?: ConversationFiles
  document(tenant: string, agentId: string): Promise<AgentDocument | undefined>
  /** Whether somebody of the team is there. */
  teamOnline(tenant: string): Promise<boolean>
  isMember(tenant: string, userId: string): Promise<boolean>
  awaited: HandBackDeps['awaited']
  /** The only tags that may be given; undefined where any may. */
  predefinedTags(tenant: string): Promise<readonly string[] | undefined>
  /** Refuses drafts that name what is not the agent's or workspace's own. */
  refuseStrangers: ConversationDeps['refuseStrangers']
  /** What agents may call. */
  tools: Tools
  metrics: Metrics
  quotas: Quotas
  /** Aborts when the process stops. */
  closing: AbortSignal
  onFault(message: string, details: object): void
}

const newId = () => randomBytes(10).toString('hex')

export function composeConversations(options: ConversationOptions) {
  const { config, engines, credits, knowledge, files, document, metrics, closing } = options
  const { handle, load, forget, refresh } = engines.commands
  const { leases } = engines
  const models = createModels({
    keys: config,
    onCall({ modelId, outcome, tookMs }) {
      metrics.modelCalls.inc({ model: modelId, outcome })
      metrics.modelSeconds.observe({ model: modelId }, tookMs / 1000)
    },
  })
  // The operator names its address, which may be of the own network.
  const dialog = createDialogApi({
    url: config.DIALOG_API_URL,
    safeFetch: createSafeFetch({ allowPrivateAddresses: true }),
  })
  const translations = createTranslations()
  const drafts = createDrafts({
    ...(files ? { shared: files.drafts } : {}),
    shareOf: (tenant) => options.quotas.of(tenant).drafts,
    onShareUsedUp: () => options.quotas.reached('drafts'),
  })
  const answering = createAnswering({
    draftOf: drafts.draftOf,
    handle,
    load,
    refresh,
    leases,
    signal: closing,
    newId,
    models,
    credits,
    agentDocument: document,
    teamOnline: options.teamOnline,
    retrieve: knowledge.retrieve,
    tools: options.tools,
    dialog,
    translations,
    extractAnswer(question, chunks) {
      const answer = extractAnswer(
        question,
        chunks.map((chunk) => ({ ...chunk, matched: chunk.matched ?? [] })),
      )
      return answer.text === '' ? undefined : answer
    },
    onFault: ({ what, conversationId, error }) => options.onFault(what, { conversationId, err: error }),
  })
  const withAddresses: ConversationFiles['withAddresses'] = (tenant, conversationId, messages) =>
    files?.withAddresses(tenant, conversationId, messages) ?? [...messages]
  const filesOf = async (tenant: string, conversationId: string, fileIds: readonly string[]) => {
    const found = await Promise.all(
      fileIds.map(async (fileId) => {
        const about = await files?.about(tenant, conversationId, fileId)
        return about ? [{ fileId, name: about.name, mimeType: about.mimeType, size: about.size }] : []
      }),
    )
    return found.flat()
  }
  const paid = createPaidTranslation({ models, translations, credits })
  const across = createAcross({
    paid,
    agentDocument: document,
    onFault: (error) => options.onFault('a message was not translated', { err: error }),
  })
  const following = createFollowing({ load, withAddresses, state: engines.state })
  const tellFollowers = (stream: string) => {
    if (stream.startsWith('conversation-')) following.changed(stream.slice('conversation-'.length))
  }
  engines.commands.onAppended(tellFollowers)
  const policies: AnyPolicy[] = [
    answerWaitingPolicy({ answering, load, refresh, signal: closing }),
    settleRepliesPolicy({ credits, answering }),
    translateVisitorsPolicy({ handle, load, across }),
    releaseTranslationsPolicy({ credits, paid, signal: closing }),
  ]
  return {
    models,
    policies,
    /** Looks for visitors who waited too long for a person. */
    handBack: handBackInTime({
      handle,
      load,
      answering,
      agentDocument: document,
      awaited: options.awaited,
    }),
    /** For whoever erases a conversation. */
    drop: answering.drop,
    changed: following.changed,
    /** Takes what any process appended. */
    notice(events: readonly { stream: string }[]) {
      for (const { stream } of events) {
        if (!stream.startsWith('conversation-')) continue
        const conversationId = stream.slice('conversation-'.length)
        following.changed(conversationId)
        answering
          .appended(conversationId)
          .catch((error) =>
            options.onFault('a turn was not told of a change', { conversationId, err: error }),
          )
      }
    },
    handlers: {
      ...translationHandlers(),
      ...previewHandlers({ refuseStrangers: options.refuseStrangers, cleanCss: options.cleanCss }),
      ...inboxHandlers({
        handle,
        load,
        forget,
        newId,
        answering,
        following,
        across,
        filesOf,
        isMember: options.isMember,
        predefinedTags: options.predefinedTags,
        erase: engines.keyring.erase,
      }),
      ...visitorHandlers({
        handle,
        load,
        answering,
        following,
        agentDocument: document,
        teamOnline: options.teamOnline,
      }),
      ...conversationHandlers({
        region: engines.region,
        handle,
        load,
        refresh,
        newId,
        answering,
        drafts,
        dialog,
        firstWords: createFirstWords({
          paid,
          onFault: (error) => options.onFault('first messages were not translated', { err: error }),
        }),
        visitorTokens: createVisitorTokens(config.masterKey),
        refuseStrangers: options.refuseStrangers,
        agentDocument: document,
        filesOf,
        withAddresses,
        teamOnline: options.teamOnline,
      }),
    },
  }
}
