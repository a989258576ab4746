/** Conversation tests: the test cases of agents, and their runs against drafts and published versions. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { evaluationEndpoints } from '@parley/contracts/evaluation/endpoints.ts'
import { testRunEvents, testSetEvents } from '@parley/contracts/evaluation/events.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { creditsOf } from './credits-of.ts'
import { deleteTests } from './delete-tests.policy.ts'
import { evaluationHandlers } from './evaluation.handlers.ts'
import type { EvaluationNeeds } from './evaluation.ports.ts'
import { untestedRefusal, untestedWords } from './publish-gate.ts'
import { runTests } from './run-tests.ts'
import { testRun } from './test-run.decider.ts'
import { testSet } from './test-set.decider.ts'
import { testSubject } from './test-subject.ts'

export const evaluationModule = defineModule({
  name: 'evaluation',
  endpoints: evaluationEndpoints,
  aggregates: [testSet, testRun],
  audited: { ...testSetEvents, ...testRunEvents },

  start({ engines, ports }: ModuleScope<EvaluationNeeds>) {
    const { handle, load, refresh } = engines.commands
    const { agents, conversations, dryRuns, knowledge, prompts, recent, testCases } = ports
    const running = runTests({
      handle,
      load,
      refresh,
      deadlines: createDeadlines(engines.state),
      dryRuns,
      languageOf: knowledge.languageOf,
      recording: conversations.recording,
      isAgent: async (tenant, agentId) => (await agents.document(tenant, agentId)) !== undefined,
      async textsOf(tenant, agentId, caseIds, after) {
        const found = await testCases.textsOf(tenant, caseIds, after)
        const texts = [...found].map(async ([caseId, { testCase, conversationId }]) => {
          const subject =
            conversationId === undefined
              ? testSubject(agentId)
              : await conversations.subjectOf(tenant, agentId, conversationId)
          return subject === undefined ? [] : [[caseId, { testCase, subject }] as const]
        })
        return new Map((await Promise.all(texts)).flat())
      },
    })
    /** A run may have ended in another process. */
    const newestTestsOf = async (tenant: string, agentId: string) => {
      await refresh(testSet.category, agentId)
      return (await load(testSet, agentId, tenant))?.state
    }
    return {
      handlers: evaluationHandlers({
        handle,
        load,
        limits: engines.rateLimits,
        agents,
        conversations,
        dryRuns,
        knowledge,
        prompts,
        recent,
        testCases,
      }),
      policies: [running.policy, deleteTests({ handle })],
      deadlines: [running.deadlineWork],
      provides: {
        tests: {
          /**
           * Whether the tests passed with what is to be published, and why not. Undefined where they need not.
           * Where only looks are changed, it replies as before.
           */
          async publishGate(
            tenant: string,
            agentId: string,
            { published, wanted }: { published: AgentDocument; wanted: AgentDocument },
          ) {
            const found = await newestTestsOf(tenant, agentId)
            if (!found?.required) return undefined
            const hashOf = async (document: AgentDocument) =>
              dryRuns.hashOf(await prompts.expanded(tenant, document))
            const hash = await hashOf(wanted)
            if (hash === (await hashOf(published))) return { refused: undefined }
            return { refused: untestedRefusal(found, hash) }
          },

          /**
           * The tests of an agent as it is published, as far as they passed with a version of a prompt. Undefined if it
           * has none, or replies as before by that version.
           */
          async ofPrompt(tenant: string, agentId: string, prompt: { promptId: string; version: number }) {
            const found = await newestTestsOf(tenant, agentId)
            if (!found || found.cases.size === 0) return undefined
            const wanted = await agents.afterSaving(tenant, agentId, {})
            if (!wanted) return undefined
            const played = await prompts.expanded(tenant, wanted, prompt)
            const hash = dryRuns.hashOf(played)
            if (hash === dryRuns.hashOf(await prompts.expanded(tenant, wanted))) return undefined
            const lines = [...found.cases.values()].reduce((sum, known) => sum + known.lines, 0)
            const why = untestedWords(found, hash, 'this version')
            return {
              ...{ required: found.required, cases: found.cases.size, replies: lines },
              ...creditsOf([dryRuns.estimate(played)], lines),
              ...(why === undefined ? {} : { why }),
            }
          },
        },
      },
    }
  },
})
