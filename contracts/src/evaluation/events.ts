import { z } from 'zod'
import { defineEvents, type EventOf, personalJson } from '../message.ts'
import { runOutcomes, testCaseOrigins, testedVersions } from './names.ts'
import { testCaseSchema } from './test-case.ts'
import { gradedLineSchema } from './test-result.ts'

/** Sealed under the key of the conversation that a case was taken from, else under that of the agent's test cases. */
export const storedTestCase = personalJson(testCaseSchema, undefined)
export const storedLines = personalJson(z.array(gradedLineSchema), [])

const figures = z.object({
  passed: z.number(),
  failed: z.number(),
  /** Replayed conversations that neither passed nor failed. */
  notComparable: z.number().optional(),
  /** Credits. */
  cost: z.number(),
  /** Milliseconds that replies took. */
  tookMs: z.number(),
})

/** Stream `testset-<agentId>`: the test cases of an agent, and when they were run. */
export const testSetEvents = defineEvents({
  TestCaseSaved: {
    version: 1,
    summary: 'Saved a test case',
    data: z.object({
      agentId: z.string(),
      caseId: z.string(),
      at: z.string(),
      origin: z.enum(testCaseOrigins),
      /** The conversation that it was taken from. */
      conversationId: z.string().optional(),
      testCase: storedTestCase,
      /** The size of its JSON in bytes. */
      bytes: z.number(),
      lines: z.number(),
    }),
  },
  TestCaseDeleted: {
    version: 1,
    summary: 'Deleted a test case',
    data: z.object({ agentId: z.string(), caseId: z.string(), at: z.string() }),
  },
  TestsRequired: {
    version: 1,
    summary: 'Changed whether tests must pass before publishing',
    data: z.object({ agentId: z.string(), at: z.string(), required: z.boolean() }),
  },
  TestRunStarted: {
    version: 1,
    summary: 'Started a run of the tests',
    data: z.object({
      agentId: z.string(),
      runId: z.string(),
      at: z.string(),
      versions: z.array(z.enum(testedVersions)),
      /** With the moment at which each was saved, which tells whether it has changed since. */
      cases: z.array(z.object({ caseId: z.string(), at: z.string() })),
      /** Whether a model grades the tone. */
      gradesTone: z.boolean(),
      /** The cases are conversations, by their ids, that are replayed as they were recorded. */
      replays: z.boolean().optional(),
      /** SHA-256 of what the draft says. */
      draftHash: z.string().optional(),
    }),
  },
  TestRunEnded: {
    version: 1,
    summary: 'A run of the tests ended',
    data: z.object({
      agentId: z.string(),
      runId: z.string(),
      at: z.string(),
      outcome: z.enum(runOutcomes),
      draft: figures.optional(),
      published: figures.optional(),
      /** The cases that failed with the draft. */
      failedIds: z.array(z.string()),
      /** Those that passed, but expect a tone that no model graded. */
      ungradedIds: z.array(z.string()).optional(),
    }),
  },
  /** Of the runs of an agent only the newest are kept in the read models. */
  TestRunDropped: {
    version: 1,
    summary: 'Removed the oldest run of the tests',
    data: z.object({
      agentId: z.string(),
      runId: z.string(),
      at: z.string(),
      caseIds: z.array(z.string()),
    }),
  },
  TestSetDeleted: {
    version: 1,
    summary: 'Deleted the tests of an agent',
    data: z.object({
      agentId: z.string(),
      at: z.string(),
      caseIds: z.array(z.string()),
      runs: z.array(z.object({ runId: z.string(), caseIds: z.array(z.string()) })),
    }),
  },
})
export type TestSetEvent = EventOf<typeof testSetEvents>

/** Stream `testrun-<runId>`: what came of each case. */
export const testRunEvents = defineEvents({
  TestCasePlayed: {
    version: 1,
    summary: 'Played a test case',
    data: z.object({
      agentId: z.string(),
      runId: z.string(),
      caseId: z.string(),
      at: z.string(),
      version: z.enum(testedVersions),
      passed: z.boolean(),
      /** A tone that is expected was graded by no model. */
      ungraded: z.boolean().optional(),
      /** Of a replayed conversation: it neither passed nor failed, since too little can be compared. */
      notComparable: z.boolean().optional(),
      cost: z.number(),
      tookMs: z.number(),
      lines: storedLines,
    }),
  },
})
export type TestRunEvent = EventOf<typeof testRunEvents>
