import type { evaluationEndpoints, TestRunView } from '@parley/contracts/evaluation/endpoints.ts'
import { storedLines } from '@parley/contracts/evaluation/events.ts'
import { readJson } from '@parley/contracts/message.ts'
import { refuse } from '@parley/kernel/decider.ts'
import { type Handlers, reply } from '@parley/kernel/handler.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { type TestResultDocument, testResultsProjection } from './test-results.projection.ts'
import { type TestRunDocument, testRunsProjection } from './test-runs.projection.ts'

/** As many as are kept. */
const MOST_RUNS = 20

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
      const results: TestResultDocument[] = []
      let cursor: string | undefined
      do {
        const query = { index: 'byRun', where: { runId }, limit: 400, cursor }
        const page = await reader.find(testResultsProjection, call.tenant, query)
        results.push(...page.items)
        cursor = page.next
      } while (cursor !== undefined)
      const texts = await reader.open(
        call.tenant,
        results.map(({ lines }) => lines),
      )
      return reply({
        run: viewOf(run),
        results: results.map(({ runId: _, agentId: __, ...result }, nth) => ({
          ...result,
          lines: readJson(storedLines, texts[nth] ?? ''),
        })),
      })
    },
  }
}

const viewOf = ({ agentId: _, ...run }: TestRunDocument): TestRunView => run
