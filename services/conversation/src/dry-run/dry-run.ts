/**
 * Lets an agent reply to the lines of a visitor in a conversation that exists in memory alone: nothing is appended, no
 * tool is called, nobody is notified. The replies come about as in a turn, by the same decider and the same steps. With a
 * model they are charged like replies, unless a conversation is replayed; the built-in answerer is free.
 */
import { randomUUID } from 'node:crypto'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { type ConversationCommand, type ConversationState, conversation } from '../conversation.decider.ts'
import { isDialog } from '../dialog/dialog.ts'
import { handoffTerms } from '../handoff/handoff.ts'
import { defaultModelId } from '../models/models.ts'
import { languageOf } from '../phrases.ts'
import { type Credits, costIn } from '../turn/charge/credits.ts'
import { endOnError, openReplyHold, type ReplyHold } from '../turn/charge/reply-hold.ts'
import { BUILT_IN } from '../turn/generate/built-in-answerer.ts'
import { withFallbackModel } from '../turn/generate/fallback-model.ts'
import { type GenerateDeps, generateReply } from '../turn/generate/generate-reply.ts'
import type { GeneratedReply, ToolCallRecord } from '../turn/generate/generated-reply.ts'
import { maxRequest } from '../turn/generate/generation.ts'
import type { Tools } from '../turn/generate/tools.ts'
import { firstMessages } from '../visiting/first-messages.ts'
import { answeredTools, type GivenResults, type RecordedAnswers, recordedAnswers } from './answered-tools.ts'
import { textRead } from './text-read.ts'
import { judgeTone, MOST_TONE_TOKENS } from './tone.ts'

export type DryRunDeps = Omit<GenerateDeps, 'dialog' | 'costOf' | 'tools'> & {
  credits: Credits
  tools?: Tools
  now?: () => number
}

export type DryRunRequest = {
  agentId: string
  document: AgentDocument
  /** Unique for each conversation that is played: what it costs is charged once under it. */
  id: string
  /** The run that it belongs to, which stands in the ledger in place of a conversation. */
  runId: string
  lines: readonly string[]
  signal: AbortSignal
  /** Whom the agent talks to. */
  visitor?: { lang?: string | undefined; timeZone?: string | undefined }
  /** Nothing is charged; `cost` says what would have been. */
  uncharged?: boolean
} & GivenResults

/** What the agent did with one line. */
export type DryReply = {
  /** The text that a visitor reads; undefined if there was no reply, for the reason `failure`. */
  reply: string | undefined
  failure?: string
  sources: { name: string; url?: string }[]
  /** The names of the tools that were called, which answered with given results. */
  tools: string[]
  /** Of `tools`, those whose call is not on record. */
  notRecorded?: string[]
  handedOver: boolean
  /** Whether the reply follows from the agent's knowledge or its instructions. */
  answered: boolean
  modelId: string
  tookMs: number
  cost: number
}

/** `no-credits`: there were none for a reply. */
export type DryRunOutcome = { ok: true; replies: DryReply[] } | { ok: false; reason: 'no-credits' }

export type DryRuns = {
  /** Returns the reply to each line, in order. */
  play(context: CommandContext, request: DryRunRequest): Promise<DryRunOutcome>
  /** Has the agent's model judge the tone of a reply; undefined if there is no model, no credits or no answer. */
  judgeTone(
    context: CommandContext,
    request: Omit<DryRunRequest, 'lines' | keyof GivenResults> & {
      tone: string
      says: string
      reply: string
    },
  ): Promise<{ fits: boolean | undefined; why: string; cost: number } | undefined>
  /** Credits that a reply of the agent costs at most, and about; 0 without a model. */
  estimate(document: AgentDocument): { most: number; about: number }
}

/** About the length of a reply, and the part of the longest prompt that is usual. */
const USUAL_TOKENS = 150
const USUAL_PART = 0.5

export function createDryRuns(deps: DryRunDeps): DryRuns {
  const { credits, models, now = Date.now } = deps

  return {
    async play(context, request) {
      const { document, agentId } = request
      if (isDialog(document)) throw new Error('a dialog of a third party has side effects')
      const replies: DryReply[] = []
      const recorded = request.recordedCalls && recordedAnswers(request.recordedCalls)
      let state = begun(document, agentId, request.id, request.visitor)
      for (const [nth, line] of request.lines.entries()) {
        const messageId = `line${nth}`
        state = after(state, { type: 'ReceiveVisitorMessage', messageId, text: line })
        if (state.owner !== 'agent') {
          replies.push({ ...unanswered, failure: 'A person answers from here on.' })
          continue
        }
        const played = await play(context, { ...request, recorded }, state, messageId, nth)
        if (!played) return { ok: false, reason: 'no-credits' }
        state = played.state
        replies.push(played.reply)
      }
      return { ok: true, replies }
    },

    async judgeTone(context, request) {
      const { agentId, document, id: holdId, runId, tone, says, reply, signal } = request
      const modelId = document.vg_defaultModel || defaultModelId
      if (!models.describe(modelId).configured) return undefined
      const hold = openReplyHold(credits, context.tenant, { holdId, agentId })
      const promptTokens = Math.ceil((tone.length + says.length + reply.length + 1_000) / 3)
      if (!(await hold.take({ modelId, promptTokens, maxTokens: MOST_TONE_TOKENS }, document)))
        return undefined
      const verdict = await endOnError(hold, judgeTone(models, { modelId, tone, says, reply, signal }))
      if (!verdict) return void hold.end(0)
      const { fits, why, ...tokens } = verdict
      const cost = credits.costOf({ modelId, ...tokens })
      const paid = { holdId, agentId, runId, cost, reply: { modelId, ...tokens } }
      return (await charge(context, hold, paid)) ? { fits, why, cost } : undefined
    },

    estimate(document) {
      const estimates = configuredModels(document).map((modelId) => {
        const size = maxRequest(document, modelId, [])
        const inputTokens = Math.ceil(size.promptTokens * USUAL_PART)
        const outputTokens = Math.min(USUAL_TOKENS, size.maxTokens)
        return {
          most: credits.estimateMaxCost(size),
          about: credits.costOf({ modelId, inputTokens, outputTokens }),
        }
      })
      const [dearest] = estimates.sort((one, other) => other.most - one.most)
      return dearest ?? { most: 0, about: 0 }
    },
  }

  /** The models that replies of an agent may call, of those that are configured. */
  function configuredModels({ vg_defaultModel, vg_fallbackModel, vg_kb_llm, nodes = [] }: AgentDocument) {
    const ofNodes = nodes.flatMap((node) => ('modelId' in node ? [node.modelId] : []))
    const all = [vg_defaultModel || defaultModelId, vg_fallbackModel, vg_kb_llm?.modelId, ...ofNodes]
    return [...new Set(all)].flatMap((modelId) =>
      modelId && models.describe(modelId).configured ? [modelId] : [],
    )
  }

  async function play(
    context: CommandContext,
    request: DryRunRequest & { recorded: RecordedAnswers | undefined },
    state: ConversationState,
    messageId: string,
    nth: number,
  ): Promise<{ reply: DryReply; state: ConversationState } | undefined> {
    const { tenant } = context
    const { agentId, runId, signal } = request
    // What a test is answered doesn't depend on the hour.
    const { openingHours: _hours, ...document } = request.document
    const startedAt = now()
    const holdId = `${request.id}.${nth}`
    const hold = openReplyHold(credits, tenant, { holdId, agentId })
    const toolCalls: ToolCallRecord[] = []
    // bounded: by the calls of a turn
    const missing = new Set<string>()
    const answered = answeredTools(deps.tools, request, (name) => missing.add(name))
    const fallbackModelId = document.vg_fallbackModel || undefined
    const own = withFallbackModel(models, {
      signal,
      ...(fallbackModelId === undefined ? {} : { fallbackModelId }),
    })
    const generated = await endOnError(
      hold,
      generateReply(
        { ...deps, models: own, tools: answered, costOf: credits.costOf },
        {
          tenant,
          agentId,
          document,
          state,
          messageId,
          turnId: holdId,
          streamText: () => undefined,
          takeBack: () => undefined,
          signal,
          toolCalls,
          // A request for a person then counts as one in working hours, each time.
          teamOnline: async () => true,
        },
        // Only what a model replies is paid for, whichever of the agent's models is called.
        (size) =>
          !request.uncharged && configuredModels(document).length > 0
            ? hold.take(size, document)
            : Promise.resolve({}),
      ),
    )
    const tools = toolCalls.map(({ name }) => name)
    if (!generated.ok) {
      hold.end(0)
      if (generated.reason === 'no-credits') return undefined
      const failure = [generated.reason, generated.detail].filter(Boolean).join(': ')
      const tookMs = now() - startedAt
      const failed = { ...unanswered, failure, tools, tookMs }
      const messageOf = { messageId: `reply${nth}`, inReplyTo: messageId, attempt: 1, notice: '' }
      return {
        reply: failed,
        state: after(state, { type: 'RecordFailure', ...messageOf, reason: generated.reason }),
      }
    }
    const modelId = own.fallbackUsed() ?? generated.reply.modelId
    const {
      handoff,
      otherModels,
      free: _,
      trace: __,
      ...reply
    }: GeneratedReply = { ...generated.reply, modelId }
    const usesModel = reply.inputTokens + reply.outputTokens > 0
    const cost = usesModel ? costIn(credits, { ...reply, otherModels }) : 0
    const charged = { holdId, agentId, runId, cost: request.uncharged ? 0 : cost, reply }
    if (!(await charge(context, hold, charged))) return undefined
    const terms = handoff && handoffTerms(document, true, now())
    const tookMs = now() - startedAt
    return {
      reply: {
        reply: textRead(reply.blocks),
        sources: reply.sources.map(({ name, url }) => ({ name, ...(url === undefined ? {} : { url }) })),
        tools,
        ...(missing.size > 0 ? { notRecorded: [...missing] } : {}),
        handedOver: terms !== undefined,
        answered: reply.grounded,
        modelId: usesModel ? modelId : BUILT_IN,
        tookMs,
        cost,
      },
      state: after(state, {
        type: 'RecordReply',
        reply: {
          ...reply,
          messageId: `reply${nth}`,
          inReplyTo: messageId,
          toolCalls,
          tookMs,
          cost,
          ...(handoff && terms ? { handoff: { ...handoff, ...terms } } : {}),
        },
      }),
    }
  }

  async function charge(
    context: CommandContext,
    hold: ReplyHold,
    paid: {
      holdId: string
      agentId: string
      runId: string
      cost: number
      reply: Pick<GeneratedReply, 'modelId' | 'inputTokens' | 'outputTokens'>
    },
  ): Promise<boolean> {
    const { holdId, agentId, runId, cost, reply } = paid
    const charged = cost > 0 ? await endOnError(hold, hold.reservation()) : undefined
    if (!charged) {
      hold.end(0)
      return cost === 0
    }
    const { reservationId, organisationId } = charged
    const { modelId, inputTokens, outputTokens } = reply
    const used = { modelId, inputTokens, outputTokens, amount: cost }
    const at = new Date(now()).toISOString()
    const charge = {
      ...used,
      reservationId,
      holdId,
      agentId,
      conversationId: runId,
      at,
      purpose: 'test',
    } as const
    const cause = { ...context.cause, command: `test/${holdId}` }
    let ended: number | 'unknown' = 'unknown'
    try {
      const { ok } = await credits.chargeOutsideTurn(
        { workspaceId: context.tenant, organisationId, charge },
        { ...context, cause },
      )
      if (ok) ended = cost
      return ok
    } finally {
      hold.end(ended)
    }
  }
}

const unanswered = {
  reply: undefined,
  sources: [],
  tools: [],
  handedOver: false,
  answered: false,
  modelId: BUILT_IN,
  tookMs: 0,
  cost: 0,
}

/** Folds a command into the state as if it had been appended. Throws if it is refused. */
function after(state: ConversationState, command: ConversationCommand): ConversationState {
  const decision = conversation.decider.decide(command, state, new Date())
  if (!decision.ok) throw new Error(decision.rejection.code)
  return decision.events.reduce(conversation.decider.evolve, state)
}

function begun(
  document: AgentDocument,
  agentId: string,
  conversationId: string,
  { lang, timeZone }: NonNullable<DryRunRequest['visitor']> = {},
): ConversationState {
  const { messages, flow } = firstMessages(document, languageOf(document.lang, lang))
  const visitor = { ...(lang === undefined ? {} : { lang }), ...(timeZone === undefined ? {} : { timeZone }) }
  return after(conversation.decider.initialState, {
    type: 'StartConversation',
    conversation: { conversationId, agentId, visitorId: randomUUID(), channel: 'test-panel', ...visitor },
    firstMessages: messages.map((blocks, nth) => ({ messageId: `first${nth}`, blocks })),
    ...(flow === undefined ? {} : { flow }),
  })
}
