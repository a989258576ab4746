/** The choice of a model, with those of a server of one's own. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ChatStage, startChatStage } from './chat-stage.ts'

let stage: ChatStage
beforeAll(async () => {
  stage = await startChatStage({ names: ['llama3:8b', 'gpt-4o'] })
})
afterEach(() => expect(stage.faults()).toEqual([]))
afterAll(() => stage?.close())

it('marks a model of the server that has no price, and says what follows', async () => {
  const agentId = await stage.agent({})
  const page = await stage.dashboard()
  await page.goto(`${stage.origin}/app/na/agents/${agentId}/prompt`)
  const field = page.getByRole('combobox', { name: 'Model', exact: true })
  await field.fill('llama3')
  const option = page.getByRole('option', { name: /llama3:8b/ })
  expect(await option.innerText()).toMatch(/^llama3:8b\s+no price\s+No price$/i)
  await option.click()
  await page
    .getByRole('status')
    .filter({ hasText: 'llama3:8b has no price. Choose a model of the list' })
    .waitFor()
  await field.fill('gpt-4o')
  const priced = page.getByRole('option', { name: /^gpt-4o\b/ }).first()
  expect(await priced.innerText()).toContain('per million tokens')
  expect(await priced.innerText()).not.toMatch(/no price/i)
})
