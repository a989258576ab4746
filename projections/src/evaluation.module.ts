/** The read models of tests. */
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { untilProjected } from '@parley/kernel/read-models/projection-follower.ts'
import { testCasesProjection } from './test-cases/test-cases.projection.ts'
import { casesById, casesOf, testCaseQueries } from './test-cases/test-cases.queries.ts'
import { testResultsProjection } from './test-runs/test-results.projection.ts'
import { testRunsProjection } from './test-runs/test-runs.projection.ts'
import { testRunQueries } from './test-runs/test-runs.queries.ts'

/** How long the read models are waited for, in ms. */
const WAIT_MS = 10_000

export const evaluationReadModels = defineModule({
  name: 'evaluation read models',
  projections: [testCasesProjection, testRunsProjection, testResultsProjection],

  start: ({ reader, projections }: ModuleScope) => ({
    handlers: { ...testCaseQueries({ reader }), ...testRunQueries({ reader }) },
    provides: {
      testCases: {
        /** The texts of an agent's cases, without those that were erased. */
        ofAgent: async (tenant: string, agentId: string) =>
          (await casesOf(reader, tenant, agentId)).flatMap(({ testCase }) => testCase ?? []),
        /** The cases of these ids, once the read models have reached the position `after`. */
        async textsOf(tenant: string, caseIds: readonly string[], after: number) {
          await untilProjected(projections, after, WAIT_MS)
          return casesById(reader, tenant, caseIds)
        },
      },
    },
  }),
})
