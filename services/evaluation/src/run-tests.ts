/**
 * Plays the cases of a run in the background. A run is a deadline that stays due until it has ended, so that it goes on
 * in another process after a kill. It is carried out in slices: after each, the runs of others have their turn.
 */

import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { testSetEvents } from '@parley/contracts/evaluation/events.ts'
import type { RunOutcome, TestedVersion } from '@parley/contracts/evaluation/names.ts'
import type { TestCase } from '@parley/contracts/evaluation/test-case.ts'
import type { GradedLine } from '@parley/contracts/evaluation/test-result.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type AnySinglePolicy, definePolicy } from '@parley/kernel/policies/policy.ts'
import type { DeadlineWork } from '@parley/kernel/process-managers/deadline-runner.ts'
import type { Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { z } from 'zod'
import { compareWithRecorded } from './compare-with-recorded.ts'
import type { DryRuns, Recording } from './evaluation.ports.ts'
import { grade } from './grade.ts'
import { playKey, testRun } from './test-run.decider.ts'
import { type RunningTests, testSet } from './test-set.decider.ts'
import { testSubject } from './test-subject.ts'

export type RunTestsDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  deadlines: Pick<Deadlines, 'set'>
  dryRuns: Pick<DryRuns, 'play' | 'judgeTone' | 'kept' | 'hashOf'>
  now?: () => number
  languageOf(text: string): Promise<string | undefined>
  recording(tenant: string, agentId: string, conversationId: string): Promise<Recording | undefined>
  isAgent(tenant: string, agentId: string): Promise<boolean>
  /**
   * The texts of cases with the subjects whose keys seal them, once the read models have reached the position `after`;
   * without those whose conversation was erased.
   */
  textsOf(
    tenant: string,
    agentId: string,
    caseIds: readonly string[],
    after: number,
  ): Promise<ReadonlyMap<string, { testCase: TestCase; subject: string }>>
}

const KIND = 'test-runs'
/** Cases that are played before the runs of others have their turn. */
const SLICE = 5
/** Maximum characters of a reply that are kept. */
const MOST_KEPT = 4_000

/** Lines of a conversation that are replayed, and their characters. */
export const MOST_LINES_REPLAYED = 20
const MOST_SAID = 2_000
const noTexts: ReadonlyMap<string, { testCase: TestCase; subject: string }> = new Map()

const noteSchema = z.object({ agentId: z.string(), after: z.number() })

/** Returns the policy and the deadline work to run in a region. */
export function runTests(deps: RunTestsDeps): { policy: AnySinglePolicy; deadlineWork: DeadlineWork } {
  const { handle, load, refresh, deadlines, dryRuns, now = Date.now } = deps

  return {
    policy: definePolicy({
      name: KIND,
      startFrom: 'current',
      events: pick(testSetEvents, 'TestRunStarted'),
      async react({ tenant, position, data: { runId, agentId } }) {
        const note = JSON.stringify({ agentId, after: position })
        await deadlines.set([{ kind: KIND, key: runId, tenant, due: now(), order: position, note }])
      },
    }),

    deadlineWork: {
      kind: KIND,
      async carryOut(deadline, signal) {
        const { key: runId, tenant, note, order } = deadline
        const { agentId, after } = noteSchema.parse(JSON.parse(note))
        const place = { tenant, agentId, runId }
        const outcome = await playSlice(place, after, signal)
        if (outcome === 'more') await deadlines.set([{ ...deadline, due: now(), order: order + 1 }])
        else if (outcome) await end(place, outcome)
      },
    },
  }

  /** Returns how the run ended, `more` if cases are left, and undefined if it has ended already. */
  async function playSlice(
    place: Place,
    after: number,
    signal: AbortSignal,
  ): Promise<RunOutcome | 'more' | undefined> {
    const { tenant, agentId, runId } = place
    await refresh(testRun.category, runId)
    const running = await runningOf(place)
    if (!running) return undefined
    const { cases } = (await load(testSet, agentId, tenant))?.state ?? testSet.decider.initialState
    const { replays = false } = running
    if (!(await deps.isAgent(tenant, agentId))) return 'agent-gone'
    const played = (await load(testRun, runId, tenant))?.state.played ?? new Set()
    const present = running.cases.filter(({ caseId }) => replays || cases.has(caseId))
    const left = present.flatMap(({ caseId }) =>
      running.versions
        .filter((version) => !played.has(playKey(caseId, version)))
        .map((version) => ({ caseId, version })),
    )
    const slice = left.slice(0, SLICE)
    const ids = slice.map(({ caseId }) => caseId)
    const texts = replays ? noTexts : await deps.textsOf(tenant, agentId, ids, after)
    for (const { caseId, version } of slice) {
      if (!(await runningOf(place))) return undefined
      const text = texts.get(caseId)
      const recording = replays ? await deps.recording(tenant, agentId, caseId) : undefined
      const document = await dryRuns.kept(tenant, runId, version)
      // The same request with another draft, at the same time, may have kept that one in its place.
      const { draftHash } = running
      const isDraft = version === 'draft' && draftHash !== undefined
      const isOther = isDraft && document && dryRuns.hashOf(document) !== draftHash
      if (!document || isOther) return 'draft-gone'
      const command = `${KIND}/${runId}/${caseId}/${version}`
      // The results of a case that was erased meanwhile hold nothing, yet are sealed like all others.
      const context = {
        ...contextOf(place, command),
        subject: (recording ?? text)?.subject ?? testSubject(agentId),
      }
      const played = { caseId, version, document }
      const lines = recording
        ? await replay(context, place, { ...played, recording }, signal)
        : text
          ? await play(context, place, running, { ...played, ...text }, signal)
          : []
      if (lines === 'no-credits') return lines
      // A process that stops leaves the case to the next one, instead of recording that no model graded it.
      signal.throwIfAborted()
      const record = {
        type: 'RecordPlay',
        agentId,
        runId,
        caseId,
        version,
        lines,
        replayed: replays,
      } as const
      const recorded = await handle(testRun, runId, record, context)
      if (!recorded.ok) throw new Error(recorded.rejection.code)
    }
    return left.length > slice.length ? 'more' : 'finished'
  }

  async function runningOf({ tenant, agentId, runId }: Place): Promise<RunningTests | undefined> {
    await refresh(testSet.category, agentId)
    const running = (await load(testSet, agentId, tenant))?.state.running
    return running?.runId === runId ? running : undefined
  }

  async function play(
    context: CommandContext,
    { agentId, runId }: Place,
    { gradesTone }: RunningTests,
    of: { caseId: string; version: TestedVersion; document: AgentDocument; testCase: TestCase },
    signal: AbortSignal,
  ): Promise<GradedLine[] | 'no-credits'> {
    const { document, testCase } = of
    const id = `${runId}.${of.caseId}.${of.version}`
    const shared = { agentId, document, runId, signal }
    const outcome = await dryRuns.play(context, {
      ...shared,
      id,
      lines: testCase.lines.map(({ says }) => says),
      toolResults: testCase.toolResults ?? [],
    })
    if (!outcome.ok) return outcome.reason
    const graded: GradedLine[] = []
    for (const [nth, { says, expects }] of testCase.lines.entries()) {
      const played = outcome.replies[nth]
      if (!played) continue
      const { reply } = played
      const tone =
        gradesTone && expects.tone !== undefined && reply !== undefined
          ? await dryRuns.judgeTone(context, {
              ...shared,
              id: `${id}.${nth}.tone`,
              tone: expects.tone,
              says,
              reply,
            })
          : undefined
      const language =
        expects.language !== undefined && reply !== undefined ? await deps.languageOf(reply) : undefined
      const cost = Math.round((played.cost + (tone?.cost ?? 0)) * 1_000) / 1_000
      const line = { ...played, says, cost }
      const checks = grade(expects, line, { language, tone })
      graded.push({ ...line, ...(reply === undefined ? {} : { reply: reply.slice(0, MOST_KEPT) }), checks })
    }
    return graded
  }

  /** Plays what the visitor said in a conversation, without a charge, and compares the replies. */
  async function replay(
    context: CommandContext,
    { agentId, runId }: Place,
    of: { caseId: string; version: TestedVersion; document: AgentDocument; recording: Recording },
    signal: AbortSignal,
  ): Promise<GradedLine[] | 'no-credits'> {
    const { exchanges, calls, lang, timeZone } = of.recording
    const taken = exchanges.slice(0, MOST_LINES_REPLAYED)
    const outcome = await dryRuns.play(context, {
      agentId,
      document: of.document,
      runId,
      signal,
      id: `${runId}.${of.caseId}.${of.version}`,
      lines: taken.map(({ says }) => says.slice(0, MOST_SAID)),
      recordedCalls: calls,
      visitor: { lang, timeZone },
      uncharged: true,
    })
    if (!outcome.ok) return outcome.reason
    return taken.flatMap(({ says, recorded }, nth) => {
      const played = outcome.replies[nth]
      if (!played) return []
      const line = {
        ...played,
        says: says.slice(0, MOST_SAID),
        reply: played.reply?.slice(0, MOST_KEPT),
        recorded: { ...recorded, reply: recorded.reply.slice(0, MOST_KEPT) },
      }
      return [{ ...line, checks: compareWithRecorded(recorded, line) }]
    })
  }

  async function end(place: Place, outcome: RunOutcome): Promise<void> {
    const { tenant, agentId, runId } = place
    const run = (await load(testRun, runId, tenant))?.state
    const { draft, published } = run?.figures ?? {}
    const { failedIds = [], ungradedIds = [] } = run ?? {}
    const ids = { failedIds, ungradedIds }
    const command = { type: 'EndRun', agentId, runId, outcome, draft, published, ...ids } as const
    const ended = await handle(testSet, agentId, command, contextOf(place, `${KIND}/${runId}/end`))
    if (!ended.ok) throw new Error(ended.rejection.code)
  }
}

type Place = { tenant: string; agentId: string; runId: string }

function contextOf({ tenant, runId }: Place, command: string): CommandContext {
  return {
    tenant,
    actor: { kind: 'policy', id: KIND },
    cause: { via: 'policy', by: KIND, command, correlation: runId },
  }
}
