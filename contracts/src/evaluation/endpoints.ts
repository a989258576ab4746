/** Test cases of an agent and their runs. */

import { z } from 'zod'
import { agentDocumentSchema } from '../agent/document.ts'
import { agentParams, defineEndpoints, pageQuery, wholeList } from '../endpoint.ts'
import { mostReplayed, runOutcomes, testCaseOrigins, testedVersions } from './names.ts'
import { testCaseSchema } from './test-case.ts'
import { gradedLineSchema } from './test-result.ts'

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const caseParams = agentParams.extend({ caseId: id })
const runParams = agentParams.extend({ runId: id })

export const testCaseView = z.object({
  caseId: z.string(),
  origin: z.enum(testCaseOrigins),
  /** The conversation that it was taken from. */
  conversationId: z.string().optional(),
  /** Undefined if the conversation that it was taken from was erased. */
  testCase: testCaseSchema.optional(),
  /** ISO 8601. */
  savedAt: z.string(),
  /** What came of it in the newest run that played it. */
  last: z
    .object({ runId: z.string(), draft: z.boolean().optional(), published: z.boolean().optional() })
    .optional(),
})
export type TestCaseView = z.infer<typeof testCaseView>

const figures = z.object({
  passed: z.number(),
  failed: z.number(),
  /** Replayed conversations that neither passed nor failed. */
  notComparable: z.number().optional(),
  cost: z.number(),
  tookMs: z.number(),
})

export const testRunView = z.object({
  runId: z.string(),
  /** ISO 8601. */
  startedAt: z.string(),
  endedAt: z.string().optional(),
  /** Undefined while it runs. */
  outcome: z.enum(runOutcomes).optional(),
  versions: z.array(z.enum(testedVersions)),
  /** How many cases it plays, each with every version. */
  cases: z.number(),
  played: z.number(),
  gradesTone: z.boolean(),
  /** Its cases are conversations that were replayed; the costs were not charged. */
  replays: z.boolean().optional(),
  draft: figures.optional(),
  published: figures.optional(),
})
export type TestRunView = z.infer<typeof testRunView>

export const testResultView = z.object({
  caseId: z.string(),
  version: z.enum(testedVersions),
  passed: z.boolean(),
  notComparable: z.boolean().optional(),
  cost: z.number(),
  tookMs: z.number(),
  lines: z.array(gradedLineSchema),
})
export type TestResultView = z.infer<typeof testResultView>

const publishGateView = z.object({ required: z.boolean() })

const draft = agentDocumentSchema.optional()

/** What is to be run. */
const runBody = z.object({
  /** The whole draft; without it only the published version is tested. */
  draft,
  versions: z.array(z.enum(testedVersions)).min(1).max(2),
  /** All cases if left out. */
  caseIds: z.array(id).min(1).max(200).optional(),
  /** Has a model grade the tone. */
  gradesTone: z.boolean().optional(),
  /** A version of a prompt of the library, which the draft plays in place of the published one; without `draft`, the published agent with it. */
  prompt: z.object({ promptId: id, version: z.number().int().min(1) }).optional(),
})

/** What is to be replayed. */
const replayBody = z.object({
  /** The whole draft; without it only the published version is replayed. */
  draft,
  versions: z.array(z.enum(testedVersions)).min(1).max(2),
  /** Certain conversations, instead of the newest. */
  conversationIds: z.array(id).min(1).max(mostReplayed).optional(),
  /** How many of the newest conversations with visitors. */
  newest: z.number().int().min(1).max(mostReplayed).optional(),
  /** Only conversations whose last message is of this time or later. */
  from: z.iso.datetime().optional(),
  /** Only conversations whose last message is older. */
  until: z.iso.datetime().optional(),
})

const caseRefusals = { 'too-many-test-cases': 403, 'test-cases-too-large': 403 } as const

export const evaluationEndpoints = defineEndpoints({
  'testCases.list': {
    summary: 'The test cases of an agent, newest first',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/test-cases',
    permission: 'test.read',
    params: agentParams,
    ...wholeList(testCaseView),
  },
  'testCases.add': {
    summary: 'Add a test case',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/test-cases',
    permission: 'test.manage',
    kind: 'command',
    params: agentParams,
    body: z.object({ testCase: testCaseSchema, origin: z.enum(['typed', 'knowledge']).optional() }),
    output: z.object({ caseId: z.string() }),
    refusals: caseRefusals,
  },
  'testCases.save': {
    summary: 'Change a test case',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/test-cases/{caseId}',
    permission: 'test.manage',
    kind: 'command',
    overwrites: 'testCases.list',
    params: caseParams,
    body: z.object({ testCase: testCaseSchema }),
    output: z.object({ success: z.literal(true) }),
    refusals: caseRefusals,
  },
  'testCases.delete': {
    summary: 'Delete a test case',
    method: 'DELETE',
    path: '/api/{region}/v2/agents/{agentId}/test-cases/{caseId}',
    permission: 'test.manage',
    kind: 'command',
    overwrites: 'testCases.list',
    params: caseParams,
    output: z.object({ success: z.literal(true) }),
  },
  'testCases.import': {
    summary: 'Add test cases from a CSV or JSON file: all of them, or none if a line has a problem',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/test-cases/import',
    permission: 'test.manage',
    kind: 'command',
    params: agentParams,
    body: z.object({
      format: z.enum(['csv', 'json']),
      text: z.string().min(1).max(1_000_000),
      /** `file` if not set. */
      origin: z.enum(['file', 'knowledge']).optional(),
    }),
    output: z.object({
      added: z.number(),
      problems: z.array(z.object({ line: z.number(), message: z.string() })),
    }),
    refusals: caseRefusals,
    maxBodyBytes: 3_100_000,
    largerBodies: 'Split the file into smaller ones.',
  },
  'testCases.addConversation': {
    summary: 'Add a conversation, or one exchange of it, as a test case',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/test-cases/conversations/{conversationId}',
    permission: 'test.manage',
    kind: 'command',
    params: agentParams.extend({ conversationId: id }),
    /** A message of the visitor, or a reply to it: then that exchange alone. */
    body: z.object({ messageId: z.string().max(128).optional() }),
    output: z.object({ caseId: z.string() }),
    refusals: { ...caseRefusals, 'nothing-to-test': 422 },
  },
  'testCases.suggest': {
    summary: 'Questions that the headings of the knowledge answer, as test cases that are not there yet',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/test-case-suggestions',
    permission: 'test.read',
    params: agentParams,
    ...wholeList(testCaseSchema),
  },
  'publishGate.get': {
    summary: 'Whether all tests must pass before a draft is published',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/publish-gate',
    permission: 'test.read',
    kind: 'query',
    params: agentParams,
    output: publishGateView,
  },
  'publishGate.set': {
    summary: 'Require that all tests pass before a draft is published, or no longer',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/publish-gate',
    permission: 'test.manage',
    kind: 'command',
    overwrites: 'publishGate.get',
    params: agentParams,
    body: publishGateView,
    output: z.object({ success: z.literal(true) }),
  },
  'testRuns.estimate': {
    summary: 'What a run would play and cost at most',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/test-runs/estimate',
    permission: 'test.read',
    kind: 'query',
    params: agentParams,
    body: runBody,
    output: z.object({
      cases: z.number(),
      replies: z.number(),
      /** Credits that the run costs at most, and about as many as it will cost; 0 without a model. */
      most: z.number(),
      about: z.number(),
      /** Whether a model is there to grade the tone. */
      canGradeTone: z.boolean(),
    }),
    maxBodyBytes: 8_000_000,
  },
  'testRuns.start': {
    summary: 'Play test cases against the draft, the published version or both, in the background',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/test-runs',
    permission: 'test.run',
    kind: 'command',
    params: agentParams,
    body: runBody,
    output: z.object({ runId: z.string() }),
    refusals: {
      'run-in-progress': 409,
      'no-test-cases': 422,
      'no-credits': 402,
      /** The replies of the third-party dialog API can't be had without side effects. */
      'dialog-not-testable': 422,
    },
    maxBodyBytes: 8_000_000,
  },
  'testRuns.replay': {
    summary:
      'Replay recorded conversations against the draft, the published version or both, in the background, without side effects or charges',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/test-runs/replays',
    permission: 'test.run',
    kind: 'command',
    params: agentParams,
    body: replayBody,
    output: z.object({ runId: z.string() }),
    refusals: {
      'run-in-progress': 409,
      'nothing-to-replay': 422,
      'replay-limit-reached': 429,
      'dialog-not-testable': 422,
    },
    maxBodyBytes: 8_000_000,
  },
  'testRuns.cancel': {
    summary: 'End a run early; what was played stays',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/test-runs/{runId}/cancel',
    permission: 'test.run',
    kind: 'command',
    params: runParams,
    output: z.object({ success: z.literal(true) }),
  },
  'testRuns.list': {
    summary: 'The newest runs of an agent’s tests, newest first, 20 at most',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/test-runs',
    permission: 'test.read',
    params: agentParams,
    ...wholeList(testRunView),
  },
  'testRuns.get': {
    summary: 'A run, and a page of what came of its cases',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/test-runs/{runId}',
    permission: 'test.read',
    kind: 'query',
    params: runParams,
    /** A result holds up to 20 replies, so that a page has fewer than those of other lists. */
    query: pageQuery.extend({ limit: z.coerce.number().int().min(1).max(50).optional() }),
    output: z.object({
      run: testRunView,
      /** By case, both versions of a case one after the other. */
      results: z.array(testResultView),
      next: z.string().optional(),
    }),
  },
})
