/** The test cases of an agent, and two runs of them: what failed before is put right, but for one. */
import { agent } from '@parley/agent/agent.decider.ts'
import type { TestCase } from '@parley/contracts/evaluation/test-case.ts'
import type { GradedLine } from '@parley/contracts/evaluation/test-result.ts'
import { phrases } from '@parley/conversation/phrases.ts'
import { grade } from '@parley/evaluation/grade.ts'
import { testRun } from '@parley/evaluation/test-run.decider.ts'
import { type Figures, testSet } from '@parley/evaluation/test-set.decider.ts'
import { testSubject } from '@parley/evaluation/test-subject.ts'
import type { Business, Topic } from './business.ts'
import { chanceOf, stableId } from './chance.ts'
import { agentIdFor, byHand, DAY_MS, done, HOUR_MS, type Stage, type Step } from './stage.ts'

type Case = { caseId: string; testCase: TestCase; topic: Topic | undefined }

/** Of each run, days ago, with the numbers of the cases that fail in it. */
const runs = [
  { name: 'first', days: 6, fails: [2, 5, 7] },
  { name: 'second', days: 1.5, fails: [5] },
] as const

const MOST_TOPICS = 7

export function testCases(stage: Stage, business: Business): Step[] {
  const { past, now } = stage
  const { handle, load } = past.commands
  const agentId = agentIdFor(stage, business)
  const cases = casesOf(business)
  const context = (name: string) => ({
    ...byHand(stage, `${business.key}/tests/${name}`),
    subject: testSubject(agentId),
  })
  const step = (at: number, run: () => Promise<unknown>): Step => ({ at, kind: 'agent', run })
  return [
    step(now - 7 * DAY_MS, () => {
      const saved = cases.map(({ caseId, testCase }) => ({ caseId, testCase, origin: 'typed' as const }))
      return done(handle(testSet, agentId, { type: 'SaveCases', agentId, cases: saved }, context('cases')))
    }),
    ...runs.map(({ name, days, fails }) =>
      step(now - days * DAY_MS - HOUR_MS, () => play(name, new Set<number>(fails))),
    ),
  ]

  async function play(name: string, fails: ReadonlySet<number>) {
    const runId = stableId(agentId, 'run', name)
    const versions = ['draft'] as const
    const start = { type: 'StartRun', agentId, runId, versions, gradesTone: false } as const
    await done(handle(testSet, agentId, start, context(`${name}/start`)))
    const modelId = (await load(agent, agentId))?.state.document.vg_defaultModel ?? ''
    const figures: Figures = { passed: 0, failed: 0, cost: 0, tookMs: 0 }
    const failedIds: string[] = []
    for (const [nth, { caseId, testCase, topic }] of cases.entries()) {
      const lines = [playedLine(testCase, topic, fails.has(nth), `${runId} ${nth}`, modelId)]
      const played = { type: 'RecordPlay', agentId, runId, caseId, version: 'draft', lines } as const
      await done(handle(testRun, runId, played, context(`${name}/${nth}`)))
      figures[fails.has(nth) ? 'failed' : 'passed'] += 1
      figures.cost = Math.round((figures.cost + (lines[0]?.cost ?? 0)) * 1_000) / 1_000
      figures.tookMs += lines[0]?.tookMs ?? 0
      if (fails.has(nth)) failedIds.push(caseId)
    }
    const end = { type: 'EndRun', agentId, runId, outcome: 'finished', draft: figures, failedIds } as const
    await done(handle(testSet, agentId, end, context(`${name}/end`)))
    await past.release(`testrun-${runId}`)
  }
}

/** One for each topic, and one that the knowledge does not answer. */
function casesOf({ key, topics, unknown }: Business): Case[] {
  const english = topics.filter(({ lang }) => lang === 'en').slice(0, MOST_TOPICS)
  const known = english.map((topic): Case => {
    const says = topic.asked[0] ?? ''
    const [, bold] = /\*\*(.+?)\*\*/.exec(topic.answer) ?? []
    const expects = { source: topic.source, ...(bold && { mentions: [bold] }) }
    return { caseId: stableId(key, 'case', says), testCase: { lines: [{ says, expects }] }, topic }
  })
  const says = unknown[0] ?? ''
  const testCase = { name: 'Says when it does not know', lines: [{ says, expects: { answered: false } }] }
  return [...known, { caseId: stableId(key, 'case', says), testCase, topic: undefined }]
}

/** Fails by answering from elsewhere, or by answering what it does not know. */
function playedLine(
  { lines: [line] }: TestCase,
  topic: Topic | undefined,
  fails: boolean,
  name: string,
  modelId: string,
): GradedLine {
  const chance = chanceOf(name)
  const answered = topic ? true : fails
  const invented = 'Yes, of course. Send us the offer and we match it.'
  const reply = topic
    ? fails
      ? 'I am not sure, but usually that is no problem.'
      : topic.answer
    : fails
      ? invented
      : phrases.en.unknown
  const played = {
    says: line?.says ?? '',
    reply,
    sources: topic && !fails ? [{ name: topic.source }] : [],
    tools: [],
    handedOver: false,
    answered,
    modelId,
    tookMs: chance.between(700, 2_600),
    cost: chance.between(20, 60) / 1_000,
  }
  return { ...played, checks: grade(line?.expects ?? {}, played) }
}
