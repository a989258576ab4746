/** The test cases of agents, each with what came of it last. Texts stay sealed. */

import { testRunEvents, testSetEvents } from '@parley/contracts/evaluation/events.ts'
import type { TestCaseOrigin } from '@parley/contracts/evaluation/names.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'

export type TestCaseDocument = {
  caseId: string
  agentId: string
  origin: TestCaseOrigin
  conversationId?: string
  /** Sealed JSON. */
  testCase: string
  savedAt: string
  last?: { runId: string; draft?: boolean; published?: boolean }
}

export const testCasesProjection = tenantProjection<TestCaseDocument>()({
  name: 'test-cases',
  version: 1,
  events: {
    ...pick(testSetEvents, 'TestCaseSaved', 'TestCaseDeleted', 'TestSetDeleted'),
    ...testRunEvents,
  },
  indexes: { byAgent: ['agentId', 'savedAt'] },
  identify: ({ data }) => ('caseIds' in data ? data.caseIds : data.caseId),
  project(document, event) {
    switch (event.type) {
      case 'TestCaseSaved': {
        const { caseId, agentId, origin, conversationId, testCase, at } = event.data
        // Changed by hand, a case still comes from where it was first taken.
        const first = document ?? { origin, ...(conversationId === undefined ? {} : { conversationId }) }
        const last = document?.last ? { last: document.last } : {}
        const from = first.conversationId === undefined ? {} : { conversationId: first.conversationId }
        return { caseId, agentId, origin: first.origin, ...from, testCase, savedAt: at, ...last }
      }
      case 'TestCasePlayed': {
        if (!document) return undefined
        const { runId, version, passed } = event.data
        const before = document.last?.runId === runId ? document.last : { runId }
        return { ...document, last: { ...before, [version]: passed } }
      }
      default:
        return undefined
    }
  },
})
