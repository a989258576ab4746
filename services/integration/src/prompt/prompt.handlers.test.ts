import { openTestRegion } from '@parley/engines/test-region.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { expect, onTestFinished, test } from 'vitest'
import { prompt } from './prompt.decider.ts'
import { promptHandlers } from './prompt.handlers.ts'

test('two prompts of an agent that are published at a time are not published on tests without each other', async () => {
  const region = await openTestRegion()
  onTestFinished(() => region.close())
  const { handle, load, inTurn, commands } = region
  let calls = 0
  const context = (): CommandContext => ({
    ...{ tenant: 'w1', actor: { kind: 'user', id: 'u1' } },
    cause: { via: 'dashboard', command: `k${++calls}`, correlation: 'c' },
  })
  const ids = ['p1', 'p2'] as const
  for (const promptId of ids) {
    const about = { promptId, name: promptId, description: '', text: 'former' }
    await handle(prompt, promptId, { type: 'CreatePrompt', ...about }, context())
    await handle(prompt, promptId, { type: 'SavePromptVersion', promptId, text: 'next' }, context())
  }
  const publishedOf = async (promptId: string) => {
    const state = (await load(prompt, promptId, 'w1'))?.state
    return state?.status === 'live' ? state.published : 0
  }
  const handlers = promptHandlers({
    ...{ handle, load, refresh: commands.refresh, inTurn },
    usedBy: async () => [{ agentId: 'a1', title: 'Shop' }],
    // They passed with each of the versions, and never with both.
    async testsOf(_, __, { promptId }) {
      const other = await publishedOf(ids.find((id) => id !== promptId) ?? '')
      await new Promise((resolve) => setImmediate(resolve))
      const figures = { required: true, cases: 1, replies: 1, about: 0, most: 0 }
      return other === 1 ? figures : { ...figures, why: '1 of 1 tests was not run' }
    },
    promptLimit: async () => 10,
  })
  const published = await Promise.all(
    ids.map((promptId) =>
      handlers['prompts.publish']!({
        ...{ tenant: 'w1', context: context(), params: { promptId }, body: { version: 2 } },
      } as never),
    ),
  )
  expect(published.filter(({ ok }) => ok)).toHaveLength(1)
  expect(published.find(({ ok }) => !ok)).toMatchObject({ rejection: { code: 'tests-not-passed' } })
  expect((await Promise.all(ids.map(publishedOf))).toSorted()).toEqual([1, 2])
})
