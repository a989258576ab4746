/**
 * The test cases of an agent, and when they were run. Stream `testset-<agentId>`. The state has no texts: they are sealed
 * under keys that may be erased, and the read models have them.
 */

import { type TestSetEvent, testSetEvents } from '@parley/contracts/evaluation/events.ts'
import {
  mostTestCaseBytes,
  mostTestCases,
  type RunOutcome,
  type TestCaseOrigin,
  type TestedVersion,
} from '@parley/contracts/evaluation/names.ts'
import type { TestCase } from '@parley/contracts/evaluation/test-case.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'

/** How many runs of an agent are kept. */
export const runsKept = 20

export type Figures = {
  passed: number
  failed: number
  notComparable?: number | undefined
  cost: number
  tookMs: number
}

export type KnownCase = { at: string; bytes: number; lines: number; conversationId?: string | undefined }

/** What came of the newest finished runs of one and the same draft. */
export type DraftRun = {
  runId: string
  draftHash: string
  cases: readonly { caseId: string; at: string }[]
  failedIds: readonly string[]
  /** Those that passed, but expect a tone that no model graded. */
  ungradedIds: readonly string[]
  /** When it ended (ISO 8601). */
  at: string
}

export type RunningTests = {
  runId: string
  versions: readonly TestedVersion[]
  cases: readonly { caseId: string; at: string }[]
  gradesTone: boolean
  /** The cases are conversations. */
  replays?: boolean | undefined
  draftHash?: string | undefined
}

export type TestSetState = {
  cases: ReadonlyMap<string, KnownCase>
  /** The run in progress. */
  running: RunningTests | undefined
  /** The newest runs, oldest first. */
  runs: readonly { runId: string; caseIds: readonly string[] }[]
  lastOfDraft: DraftRun | undefined
  /** Whether all tests must pass before a draft is published. */
  required: boolean
}

export type NewCase = {
  caseId: string
  testCase: TestCase
  origin: TestCaseOrigin
  conversationId?: string
}

export type TestSetCommand =
  /** Adds cases, or changes the one that exists; all or none. */
  | { type: 'SaveCases'; agentId: string; cases: readonly NewCase[]; mustExist?: true }
  | { type: 'DeleteCase'; agentId: string; caseId: string }
  | {
      type: 'StartRun'
      agentId: string
      runId: string
      versions: readonly TestedVersion[]
      /** All if left out. */
      caseIds?: readonly string[] | undefined
      gradesTone: boolean
      /** Conversations to replay in place of cases. */
      conversationIds?: readonly string[] | undefined
      draftHash?: string | undefined
    }
  /** Ends the run of this id if it is in progress. */
  | {
      type: 'EndRun'
      agentId: string
      runId: string
      outcome: RunOutcome
      draft?: Figures | undefined
      published?: Figures | undefined
      failedIds: readonly string[]
      ungradedIds?: readonly string[] | undefined
    }
  | { type: 'RequireTests'; agentId: string; required: boolean }
  | { type: 'DeleteTestSet'; agentId: string }

/** Refuses with `not-found`, `too-many-test-cases`, `test-cases-too-large`, `run-in-progress`, `no-test-cases`. */
export const testSet: Aggregate<TestSetState, TestSetCommand, TestSetEvent> = {
  category: 'testset',
  events: testSetEvents,
  decider: {
    initialState: { cases: new Map(), running: undefined, runs: [], lastOfDraft: undefined, required: false },
    evolve,
    decide,
  },
}

function decide(command: TestSetCommand, state: TestSetState, now: Date): Decision<TestSetEvent> {
  const at = now.toISOString()
  const { agentId } = command
  switch (command.type) {
    case 'SaveCases':
      return saveCases(command, state, at)
    case 'DeleteCase': {
      const { caseId } = command
      if (!state.cases.has(caseId)) return noSuchCase
      return accept({ type: 'TestCaseDeleted', data: { agentId, caseId, at } })
    }
    case 'StartRun':
      return startRun(command, state, at)
    case 'EndRun': {
      if (state.running?.runId !== command.runId) return accept()
      const { runId, outcome, draft, published } = command
      const figures = { ...(draft ? { draft } : {}), ...(published ? { published } : {}) }
      const { failedIds, ungradedIds = [] } = command
      const ids = {
        failedIds: [...failedIds],
        ...(ungradedIds.length === 0 ? {} : { ungradedIds: [...ungradedIds] }),
      }
      return accept({ type: 'TestRunEnded', data: { agentId, runId, at, outcome, ...figures, ...ids } })
    }
    case 'RequireTests': {
      const { required } = command
      if (required === state.required) return accept()
      return accept({ type: 'TestsRequired', data: { agentId, at, required } })
    }
    case 'DeleteTestSet': {
      if (state.cases.size === 0 && state.runs.length === 0 && !state.required) return accept()
      const runs = state.runs.map(({ runId, caseIds }) => ({ runId, caseIds: [...caseIds] }))
      return accept({ type: 'TestSetDeleted', data: { agentId, at, caseIds: [...state.cases.keys()], runs } })
    }
  }
}

const tooManyCases = refuse(
  'too-many-test-cases',
  `An agent can have ${mostTestCases} test cases. Delete some first.`,
)

function saveCases(
  { agentId, cases, mustExist }: Extract<TestSetCommand, { type: 'SaveCases' }>,
  state: TestSetState,
  at: string,
): Decision<TestSetEvent> {
  if (cases.length > mostTestCases) return tooManyCases
  if (mustExist && cases.some(({ caseId }) => !state.cases.has(caseId))) return noSuchCase
  const events = cases.map(({ caseId, testCase, origin, conversationId }): TestSetEvent => {
    const bytes = Buffer.byteLength(JSON.stringify(testCase))
    const from = conversationId === undefined ? {} : { conversationId }
    const lines = testCase.lines.length
    return { type: 'TestCaseSaved', data: { agentId, caseId, at, origin, ...from, testCase, bytes, lines } }
  })
  const after = events.reduce(evolve, state).cases
  if (after.size > mostTestCases) return tooManyCases
  const bytes = [...after.values()].reduce((sum, known) => sum + known.bytes, 0)
  if (bytes > mostTestCaseBytes)
    return refuse(
      'test-cases-too-large',
      'The test cases of an agent can have 1 MB together. Delete or shorten some first.',
    )
  return accept(...events)
}

function startRun(command: Extract<TestSetCommand, { type: 'StartRun' }>, state: TestSetState, at: string) {
  const { agentId, runId, versions, caseIds, conversationIds, gradesTone, draftHash } = command
  if (state.running?.runId === runId) return accept<TestSetEvent>()
  if (state.running) return refuse('run-in-progress', 'The tests of this agent are being run already.')
  if (caseIds?.some((caseId) => !state.cases.has(caseId))) return noSuchCase
  const ids = conversationIds ?? caseIds
  const chosen = ids ? [...new Set(ids)] : [...state.cases.keys()]
  if (chosen.length === 0) return refuse('no-test-cases', 'There are no test cases to run.')
  const cases = chosen.map((caseId) => ({ caseId, at: state.cases.get(caseId)?.at ?? at }))
  const hash = draftHash === undefined ? {} : { draftHash }
  const replays = conversationIds ? { replays: true } : {}
  const started: TestSetEvent = {
    type: 'TestRunStarted',
    data: { agentId, runId, at, versions: [...versions], cases, gradesTone, ...hash, ...replays },
  }
  const dropped = state.runs.slice(0, Math.max(0, state.runs.length + 1 - runsKept))
  return accept<TestSetEvent>(
    started,
    ...dropped.map(
      (run): TestSetEvent => ({
        type: 'TestRunDropped',
        data: { agentId, runId: run.runId, at, caseIds: [...run.caseIds] },
      }),
    ),
  )
}

function evolve(state: TestSetState, event: TestSetEvent): TestSetState {
  switch (event.type) {
    case 'TestCaseSaved': {
      const { caseId, at, bytes, lines, conversationId } = event.data
      return { ...state, cases: new Map(state.cases).set(caseId, { at, bytes, lines, conversationId }) }
    }
    case 'TestCaseDeleted': {
      const cases = new Map(state.cases)
      cases.delete(event.data.caseId)
      return { ...state, cases }
    }
    case 'TestRunStarted': {
      const { runId, versions, cases, gradesTone, draftHash, replays } = event.data
      const caseIds = cases.map(({ caseId }) => caseId)
      return {
        ...state,
        running: { runId, versions, cases, gradesTone, draftHash, replays },
        runs: [...state.runs, { runId, caseIds }],
      }
    }
    case 'TestRunEnded': {
      const { running } = state
      const { outcome, failedIds, ungradedIds = [], at } = event.data
      const ended = { ...state, running: undefined }
      // A replayed conversation is no test that has to pass.
      if (outcome !== 'finished' || running?.draftHash === undefined || running.replays) return ended
      return {
        ...ended,
        lastOfDraft: afterRun(state.lastOfDraft, { ...running, failedIds, ungradedIds, at }),
      }
    }
    case 'TestsRequired':
      return { ...state, required: event.data.required }
    case 'TestRunDropped':
      return { ...state, runs: state.runs.filter(({ runId }) => runId !== event.data.runId) }
    case 'TestSetDeleted':
      return testSet.decider.initialState
  }
}

/** Of the same draft, what was not played again stays as it was. */
function afterRun(
  before: DraftRun | undefined,
  {
    runId,
    draftHash = '',
    cases,
    failedIds,
    ungradedIds,
    at,
  }: RunningTests & Pick<DraftRun, 'failedIds' | 'ungradedIds' | 'at'>,
): DraftRun {
  const again = new Set(cases.map(({ caseId }) => caseId))
  const same = before?.draftHash === draftHash ? before : { cases: [], failedIds: [], ungradedIds: [] }
  return {
    ...{ runId, draftHash, at },
    cases: [...same.cases.filter(({ caseId }) => !again.has(caseId)), ...cases],
    failedIds: [...same.failedIds.filter((caseId) => !again.has(caseId)), ...failedIds],
    ungradedIds: [...same.ungradedIds.filter((caseId) => !again.has(caseId)), ...ungradedIds],
  }
}

const noSuchCase = refuse('not-found', 'This test case does not exist.')
