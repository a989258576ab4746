import { expect, test } from 'vitest'
import { type EvaluationDeps, evaluationHandlers } from './evaluation.handlers.ts'

/** Replays conversations of 30 messages each, and returns the limit that was taken with the refusal. */
async function replay(conversationIds: string[], allowed: boolean) {
  const taken: unknown[] = []
  const started: string[] = []
  const deps = {
    limits: {
      async take(limits: unknown[]) {
        taken.push(...limits)
        return { allowed }
      },
    },
    load: async () => undefined,
    async handle() {
      started.push('run')
      return { ok: true, position: 1, events: [] }
    },
    agents: { document: async () => ({}) },
    prompts: { expanded: async (_tenant: string, document: object) => document },
    conversations: {
      subjectOf: async () => 'subject',
      exchanges: async () => Array.from({ length: 30 }, () => ({})),
    },
    dryRuns: { refusalOf: async () => undefined, keep: async () => {}, hashOf: () => 'hash' },
  } as unknown as EvaluationDeps
  const call = {
    tenant: 't',
    params: { region: 'na', agentId: 'a' },
    body: { versions: ['published'], conversationIds },
    context: { tenant: 't', cause: { command: 'c' } },
  }
  const outcome = await evaluationHandlers(deps)['testRuns.replay']?.(call as never)
  return { outcome, taken, started }
}

test('a replay takes its replies from those of the day, and starts nothing if they are not left', async () => {
  const { taken, started } = await replay(['c1', 'c2', 'c1'], true)
  expect(taken).toEqual([{ key: 'replays/t', limit: 500, windowSeconds: 86_400, uses: 40 }])
  expect(started).toEqual(['run'])

  const refused = await replay(['c1'], false)
  expect(refused.outcome).toMatchObject({ ok: false, rejection: { code: 'replay-limit-reached' } })
  expect(refused.started).toEqual([])
})
