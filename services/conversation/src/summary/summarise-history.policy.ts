/**
 * Summarises what was said before the messages that a model is shown, after a reply, so that nobody waits for it. One
 * process runs the policy, and the decider records one summary of a stretch. One that fails, or is lost with its
 * process, costs nothing and is made after a later reply.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { createFairQueue } from '@parley/kernel/limits/fair-queue.ts'
import { definePolicy, type Policy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { conversation, type Started, subjectOf } from '../conversation.decider.ts'
import { cheapestModel } from '../models/cheapest-model.ts'
import { ModelError } from '../models/model-error.ts'
import type { Models } from '../models/models.ts'
import { messagesBetween, type Transcripts } from '../transcripts.ts'
import { type Credits, chargedTo, limitsOf, paidByOrganisation } from '../turn/charge/credits.ts'
import { dueStretch } from './stretch.ts'
import { summaryRequest, writeSummary } from './write-summary.ts'

const replied = pick(conversationEvents, 'AgentReplied')
const NAME = 'summarise-history'
/** Summaries made at once, and how many of them for one tenant; others wait. */
const MOST_AT_ONCE = 20
const MOST_OF_A_TENANT = 8

export type SummariseDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  models: Models
  credits: Credits
  transcripts: Transcripts
  /** The published document, or that of the version with which a conversation began. */
  agentDocument(tenant: string, agentId: string, version?: number): Promise<AgentDocument | undefined>
  draftOf(tenant: string, conversationId: string): Promise<AgentDocument | undefined>
  onFault?(error: unknown, conversationId: string): void
}

export type Summarising = {
  policy: Policy<typeof replied>
  /** Resolves when no summary is being made. */
  idle(): Promise<void>
}

export function createSummarising(deps: SummariseDeps): Summarising {
  const { models, credits } = deps
  const running = new Map<string, Promise<void>>()
  const slots = createFairQueue({
    slots: { small: MOST_AT_ONCE },
    perTenant: { small: MOST_OF_A_TENANT },
  })
  const policy = definePolicy({
    name: NAME,
    startFrom: 'current',
    events: replied,
    async react(event) {
      const conversationId = event.stream.slice(conversation.category.length + 1)
      // A reply without a model: nobody would read a summary.
      if (event.data.outputTokens === 0 || running.has(conversationId)) return
      const begun = Promise.withResolvers<void>()
      const made = slots
        .run(event, () => {
          begun.resolve()
          return summarise(event, conversationId)
        })
        .catch((error) => deps.onFault?.(error, conversationId))
        .finally(() => running.delete(conversationId))
      running.set(conversationId, made)
      await begun.promise
    },
  })
  return {
    policy,
    async idle() {
      while (running.size > 0) await Promise.all(running.values())
    },
  }

  async function summarise(event: Parameters<typeof policy.react>[0], conversationId: string): Promise<void> {
    const { tenant } = event
    let found = await deps.load(conversation, conversationId, tenant)
    if (found && found.position < event.position) {
      // Another process appended the reply.
      await deps.refresh(conversation.category, conversationId)
      found = await deps.load(conversation, conversationId, tenant)
    }
    if (!found?.state.started || found.state.deleted) return
    const { state } = found
    const stretch = dueStretch(state)
    const document = stretch && (await documentOf(tenant, found.state.started))
    const modelId = document && cheapestModel(document, { models, costOf: credits.costOf })
    if (!stretch || !document || !modelId) return

    const messages = await messagesBetween(
      deps.transcripts,
      { ...found, tenant },
      stretch.from,
      stretch.until,
    )
    const request = summaryRequest(modelId, state.summary?.text, messages)
    const length = request.messages.reduce((sum, { text }) => sum + text.length, request.system.length)
    const size = { modelId, promptTokens: Math.ceil(length / 3), maxTokens: request.maxOutputTokens }
    const hold = { workspaceId: tenant, holdId: `${conversationId}.summary.${stretch.until}.${event.id}` }
    const { agentId, channel } = found.state.started
    const payers = { agentId, organisationFirst: paidByOrganisation(channel) }
    const amount = credits.estimateMaxCost(size)
    const tokens = size.promptTokens + size.maxTokens
    const held = await credits.holdCredits({ ...hold, ...payers, amount, tokens, ...limitsOf(document) })
    if (!held.ok) return

    let cost: number | 'unknown' = 0
    try {
      const written = await writeSummary(models, request)
      if (!written) return
      const charged = await credits.reservationOf({ ...hold, amount })
      const used = { modelId, inputTokens: written.inputTokens, outputTokens: written.outputTokens }
      const price = credits.costOf(used)
      cost = 'unknown'
      const handled = await deps.handle(
        conversation,
        conversationId,
        {
          type: 'RecordSummary',
          upTo: stretch.until,
          ...written,
          ...used,
          ...(charged && chargedTo(charged)),
          holdId: hold.holdId,
          cost: price,
        },
        { ...reactingTo(event, NAME), subject: subjectOf(found.state.started) },
      )
      cost = handled.ok && handled.events.length > 0 ? price : 0
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
    } finally {
      credits.endHold(hold, cost)
    }
  }

  async function documentOf(
    tenant: string,
    { channel, conversationId, agentId, agentVersion }: Started,
  ): Promise<AgentDocument | undefined> {
    const draft = channel === 'test-panel' ? await deps.draftOf(tenant, conversationId) : undefined
    return draft ?? deps.agentDocument(tenant, agentId, agentVersion)
  }
}
