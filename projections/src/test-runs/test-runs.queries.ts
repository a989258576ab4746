import type { evaluationEndpoints, TestRunView } from '@parley/contracts/evaluation/endpoints.ts'
import { storedLines } from '@parley/contracts/evaluation/events.ts'
import { readJson } from '@parley/contracts/message.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { testResultsProjection } from './test-results.projection.ts'
import { type TestRunDocument, testRunsProjection } from './test-runs.projection.ts'

/** As many as are kept. */
const MOST_RUNS = 20
const DEFAULT_LIMIT = 40

export function testRunQueries({
  reader,
}: {
  reader: Reader
}): Pick<Handlers<typeof evaluationEndpoints>, 'testRuns.list' | 'testRuns.get'> {
  return {
    async 'testRuns.list'(call) {
      const { agentId } = call.params
      const query = { index: 'byAgent', where: { agentId }, order: 'desc', limit: MOST_RUNS } as const
      const { items } = await reader.find(testRunsProjection, call.tenant, query)
      return reply({ items: items.map(viewOf) })
    },

    async 'testRuns.get'(call) {
      const { agentId, runId } = call.params
      const run = await reader.get(testRunsProjection, call.tenant, runId)
      if (run?.agentId !== agentId) return refuse('not-found', 'This run does not exist.')
      const { cursor, limit = DEFAULT_LIMIT } = call.query
      const query = { index: 'byRun', where: { runId }, limit, cursor }
      const { items, next } = await reader.find(testResultsProjection, call.tenant, query)
      const texts = await reader.open(
        call.tenant,
        items.map(({ lines }) => lines),
      )
      return reply({
        run: viewOf(run),
        results: items.map(({ runId: _, agentId: __, ...result }, nth) => ({
          ...result,
          lines: readJson(storedLines, texts[nth] ?? ''),
        })),
        ...(next === undefined ? {} : { next }),
      })
    },
  }
}

const viewOf = ({ agentId: _, ...run }: TestRunDocument): TestRunView => run
