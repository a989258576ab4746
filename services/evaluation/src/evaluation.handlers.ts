/** The endpoints of test cases and of runs that change something or look into other contexts, for one region. */

import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { evaluationEndpoints } from '@parley/contracts/evaluation/endpoints.ts'
import type { TestedVersion } from '@parley/contracts/evaluation/names.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse, refuseFor } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply, replyWithTag } from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { creditsOf } from './credits-of.ts'
import type { EvaluationNeeds } from './evaluation.ports.ts'
import { caseFrom } from './exchange-case.ts'
import { importCases } from './import-cases.ts'
import { MOST_LINES_REPLAYED } from './run-tests.ts'
import { suggestions } from './suggestions.ts'
import { type NewCase, type TestSetCommand, testSet } from './test-set.decider.ts'
import { testSubject } from './test-subject.ts'

export type EvaluationDeps = EvaluationNeeds & {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  limits: Pick<RateLimits, 'take'>
}

type AgentCall = Pick<Call, 'tenant' | 'context'> & { params: { agentId: string } }
type RunBody = {
  draft?: AgentDocument | undefined
  versions: TestedVersion[]
  caseIds?: string[] | undefined
  gradesTone?: boolean | undefined
  prompt?: { promptId: string; version: number } | undefined
}

type ReplayBody = {
  conversationIds?: string[] | undefined
  newest?: number | undefined
  from?: string | undefined
  until?: string | undefined
}
type StartRun = Extract<TestSetCommand, { type: 'StartRun' }>

/** Messages of a conversation that are looked at for a test case. */
const MOST_MESSAGES = 1_000
/**
 * Replies of replays that a workspace can have a day, with each version. A model's are paid for by the operator, since
 * replays are not charged; so many are about what a small agent replies in a day.
 */
const REPLIES_A_DAY = 500
/** Conversations that are replayed if nothing else is said. */
const USUAL_REPLAYED = 10

export function evaluationHandlers(
  deps: EvaluationDeps,
): Omit<Handlers<typeof evaluationEndpoints>, 'testCases.list' | 'testRuns.list' | 'testRuns.get'> {
  const { agents, conversations, dryRuns, handle, load, prompts } = deps

  return {
    async 'testCases.add'(call) {
      const { testCase, origin = 'typed' } = call.body
      const caseId = derivedId(20, call.tenant, call.context.cause.command)
      const handled = await saveAll(call, [{ caseId, testCase, origin }])
      return handled.ok ? reply({ caseId }, handled.position) : handled
    },

    async 'testCases.save'(call) {
      const { agentId, caseId } = call.params
      const known = (await stateOf(call.tenant, agentId)).cases.get(caseId)
      const { conversationId } = known ?? {}
      const from = conversationId === undefined ? {} : { conversationId }
      const saved: NewCase = {
        caseId,
        testCase: call.body.testCase,
        origin: conversationId === undefined ? 'typed' : 'conversation',
        ...from,
      }
      const handled = await saveAll(onCase(call, caseId), [saved], true)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'publishGate.get'(call) {
      const { agentId } = call.params
      if (!(await agents.document(call.tenant, agentId)))
        return refuse('not-found', 'This agent does not exist.')
      const loaded = await load(testSet, agentId, call.tenant)
      const required = loaded?.state.required ?? false
      return replyWithTag({ required }, loaded?.position ?? 0)
    },

    async 'publishGate.set'(call) {
      const { agentId } = call.params
      const context = overwriting(testSet, call.context, ['TestsRequired'])
      const { required } = call.body
      const handled = await run({ ...call, context }, { type: 'RequireTests', agentId, required })
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'testCases.delete'(call) {
      const { agentId, caseId } = call.params
      const handled = await run(onCase(call, caseId), { type: 'DeleteCase', agentId, caseId })
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'testCases.import'(call) {
      const { format, text, origin = 'file' } = call.body
      const { cases, problems } = importCases(format, text)
      if (problems.length > 0) return reply({ added: 0, problems })
      const handled = await saveAll(
        call,
        cases.map((testCase, nth) => ({
          caseId: derivedId(20, call.tenant, call.context.cause.command, String(nth)),
          testCase,
          origin,
        })),
      )
      return handled.ok ? reply({ added: cases.length, problems }, handled.position) : handled
    },

    async 'testCases.addConversation'(call) {
      const { agentId, conversationId } = call.params
      const exchanges = await conversations.exchanges(call.tenant, agentId, conversationId, MOST_MESSAGES)
      if (!exchanges) return refuse('not-found', 'This conversation does not exist.')
      const { messageId } = call.body
      const chosen =
        messageId === undefined
          ? exchanges
          : exchanges.filter(({ messageIds }) => messageIds.includes(messageId))
      if (chosen.length === 0)
        return messageId === undefined
          ? refuse('nothing-to-test', 'The visitor has written nothing in this conversation.')
          : refuse('not-found', 'This message does not exist.')
      const caseId = derivedId(20, call.tenant, call.context.cause.command)
      const testCase = caseFrom(chosen)
      const handled = await saveAll(call, [{ caseId, testCase, origin: 'conversation', conversationId }])
      return handled.ok ? reply({ caseId }, handled.position) : handled
    },

    async 'testCases.suggest'(call) {
      const { agentId } = call.params
      const [texts, cases] = await Promise.all([
        deps.knowledge.chunksOf(call.tenant, agentId),
        deps.testCases.ofAgent(call.tenant, agentId),
      ])
      const asked = cases.flatMap(({ lines }) => lines.map(({ says }) => says))
      return reply({ items: suggestions(texts, asked) })
    },

    async 'testRuns.estimate'(call) {
      const refused = await strangersIn(call, call.body)
      if (refused) return refused
      const documents = await documentsOf(call, call.body)
      const { cases } = await stateOf(call.tenant, call.params.agentId)
      const { caseIds = [...cases.keys()] } = call.body
      const chosen = caseIds.flatMap((caseId) => cases.get(caseId) ?? [])
      if (chosen.length < caseIds.length) return refuse('not-found', 'This test case does not exist.')
      const lines = chosen.reduce((sum, known) => sum + known.lines, 0)
      const credits = [...documents.values()].map(dryRuns.estimate)
      return reply({
        cases: chosen.length,
        replies: lines * documents.size,
        ...creditsOf(credits, lines),
        canGradeTone: credits.some(({ most }) => most > 0),
      })
    },

    async 'testRuns.start'(call) {
      const { agentId } = call.params
      const refused = await strangersIn(call, call.body)
      if (refused) return refused
      const documents = await documentsOf(call, call.body)
      const unfit = await unfitAmong(call.tenant, documents)
      if (unfit) return unfit
      const runId = derivedId(20, call.tenant, call.context.cause.command)
      const draft = documents.get('draft')
      const command: TestSetCommand = {
        type: 'StartRun',
        agentId,
        runId,
        versions: [...documents.keys()],
        caseIds: call.body.caseIds,
        gradesTone: call.body.gradesTone === true,
        draftHash: draft && dryRuns.hashOf(draft),
      }
      return start(call, command, documents)
    },

    async 'testRuns.replay'(call) {
      const { agentId } = call.params
      const refused = await strangersIn(call, call.body)
      if (refused) return refused
      const documents = await documentsOf(call, call.body)
      const unfit = await unfitAmong(call.tenant, documents)
      if (unfit) return unfit
      const chosen = await toReplay(call, call.body)
      if (!chosen) return refuse('not-found', 'This conversation does not exist.')
      if (chosen.length === 0) return refuse('nothing-to-replay', 'No visitor has talked to this agent yet.')
      const draft = documents.get('draft')
      const command: StartRun = {
        type: 'StartRun',
        agentId,
        runId: derivedId(20, call.tenant, call.context.cause.command),
        versions: [...documents.keys()],
        conversationIds: chosen,
        gradesTone: false,
        draftHash: draft && dryRuns.hashOf(draft),
      }
      const replies = (await repliesOf(call, chosen)) * documents.size
      return start(call, command, documents, () => limitRefusal(call.tenant, replies))
    },

    async 'testRuns.cancel'(call) {
      const { agentId, runId } = call.params
      const { running, runs } = await stateOf(call.tenant, agentId)
      if (!runs.some((known) => known.runId === runId)) return refuse('not-found', 'This run does not exist.')
      if (running?.runId !== runId) return reply({ success: true })
      const command = { type: 'EndRun', agentId, runId, outcome: 'cancelled', failedIds: [] } as const
      const handled = await run(call, command)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },
  }

  /** The call as one that overwrites a case. */
  function onCase(call: AgentCall, caseId: string): AgentCall {
    return {
      ...call,
      context: overwriting(testSet, call.context, ['TestCaseSaved', 'TestCaseDeleted'], { caseId }),
    }
  }

  /** Starts a run and keeps what it plays. */
  async function start(
    call: AgentCall,
    command: StartRun,
    documents: ReadonlyMap<TestedVersion, AgentDocument>,
    limited?: () => Promise<ReturnType<typeof refuse> | undefined>,
  ) {
    const { runId, agentId } = command
    // What will be refused keeps no documents.
    const decision = testSet.decider.decide(command, await stateOf(call.tenant, agentId), new Date())
    if (!decision.ok) return decision
    // The repeated command of a run in progress takes nothing.
    const refused = decision.events.length > 0 ? await limited?.() : undefined
    if (refused) return refused
    for (const [version, document] of documents) await dryRuns.keep(call.tenant, runId, version, document)
    const handled = await run(call, command)
    return handled.ok ? reply({ runId }, handled.position) : handled
  }

  /** Why one of the documents can't be played; undefined if all can. */
  async function unfitAmong(tenant: string, documents: ReadonlyMap<TestedVersion, AgentDocument>) {
    for (const document of documents.values()) {
      const code = await dryRuns.refusalOf(tenant, document)
      if (code === 'dialog-not-testable')
        return refuse(code, 'The dialog of a third party can not be tested: each reply would be a real one.')
      if (code === 'draft-too-large') return refuse(code, 'This draft is too large to be tested.')
      if (code)
        return refuse(
          code,
          'Your workspace has used up the storage that its plan allows. Delete files or knowledge that are no longer needed, or upgrade your plan.',
        )
    }
    return undefined
  }

  /** The conversations to replay; undefined if one is not of the agent. */
  async function toReplay(
    { tenant, params: { agentId } }: AgentCall,
    { conversationIds, newest = USUAL_REPLAYED, ...times }: ReplayBody,
  ): Promise<string[] | undefined> {
    if (!conversationIds) return deps.recent.conversationsOf(tenant, agentId, { ...times, most: newest })
    for (const conversationId of conversationIds)
      if ((await conversations.subjectOf(tenant, agentId, conversationId)) === undefined) return undefined
    return [...new Set(conversationIds)]
  }

  /** How many replies of one version a replay has. */
  async function repliesOf({ tenant, params: { agentId } }: AgentCall, conversationIds: readonly string[]) {
    let replies = 0
    for (const conversationId of conversationIds) {
      const exchanges = await conversations.exchanges(tenant, agentId, conversationId, MOST_MESSAGES)
      replies += Math.min(exchanges?.length ?? 0, MOST_LINES_REPLAYED)
    }
    return replies
  }

  async function limitRefusal(tenant: string, uses: number) {
    const limit = { key: `replays/${tenant}`, limit: REPLIES_A_DAY, windowSeconds: 86_400, uses }
    const taken = await deps.limits.take([limit])
    if (taken.allowed) return undefined
    return refuseFor(
      taken.retryAfterSeconds,
      'replay-limit-reached',
      `This replay has ${uses} replies. Replays are not charged, so a workspace can have ${REPLIES_A_DAY} replies of replays a day. Choose fewer conversations, try again later, or add the conversations to the tests and run those.`,
    )
  }

  async function stateOf(tenant: string, agentId: string) {
    return (await load(testSet, agentId, tenant))?.state ?? testSet.decider.initialState
  }

  /** Saves cases, sealed under the key of the conversation that they are from. All of one call are from the same. */
  async function saveAll(call: AgentCall, cases: NewCase[], mustExist?: true) {
    const { agentId } = call.params
    const conversationId = cases[0]?.conversationId
    const subject =
      conversationId === undefined
        ? testSubject(agentId)
        : await conversations.subjectOf(call.tenant, agentId, conversationId)
    if (subject === undefined) return refuse('not-found', 'The conversation of this test case was deleted.')
    const existing = mustExist ? { mustExist } : {}
    return run(call, { type: 'SaveCases', agentId, cases, ...existing }, subject)
  }

  async function run(call: AgentCall, command: TestSetCommand, subject?: string) {
    if (!(await agents.document(call.tenant, command.agentId)))
      return refuse('not-found', 'This agent does not exist.')
    const context: CommandContext = { ...call.context, subject: subject ?? testSubject(command.agentId) }
    return handle(testSet, command.agentId, command, context)
  }

  async function strangersIn(call: AgentCall, { draft, prompt }: RunBody) {
    const { agentId } = call.params
    if (prompt && (await prompts.textOf(call.tenant, prompt.promptId, prompt.version)) === undefined)
      return refuse('not-found', 'This version of the prompt does not exist, or is no longer kept.')
    return draft && agents.refuseStrangers({ tenant: call.tenant, agentId }, draft, 'draft.')
  }

  /**
   * The documents to play, by version. Without a draft there is the published one alone; with a version of a prompt, the
   * draft is the published one with it.
   */
  async function documentsOf(
    call: AgentCall,
    { draft, versions, prompt }: RunBody,
  ): Promise<Map<TestedVersion, AgentDocument>> {
    const { agentId } = call.params
    const documents = new Map<TestedVersion, AgentDocument>()
    const wanted = draft ?? (prompt && {})
    const saved =
      wanted && versions.includes('draft')
        ? await agents.afterSaving(call.tenant, agentId, wanted)
        : undefined
    if (saved)
      documents.set('draft', { ...(await prompts.expanded(call.tenant, saved, prompt)), ID: agentId })
    const published =
      versions.includes('published') || documents.size === 0
        ? await agents.document(call.tenant, agentId)
        : undefined
    if (published) documents.set('published', await prompts.expanded(call.tenant, published))
    return documents
  }
}
