/** The owner of an agent replays what visitors wrote, and ends a run early. */
import { type ModelDouble, startModelDouble } from '@parley/conversation/models/model-double.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

let model: ModelDouble
let started: TestPlatform
let person: Person
let page: Page
beforeAll(async () => {
  model = await startModelDouble({ behaviour: 'hang' })
})
eachSignedIn(
  (given) => {
    ;({ started, person, page } = given)
  },
  { env: () => ({ ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: `${model.url}/v1` }) },
)
afterAll(() => model?.stop())

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const params = { region: 'na', agentId: 'replayed' } as const
/** No key of its provider is set, so that the built-in answerer replies. */
const vg_defaultModel = 'gpt-4o'

async function visit(text: string): Promise<string> {
  const { conversationId, visitorToken } = await started.client().call('conversations.start', { params })
  const of = { ...params, conversationId }
  await started.client(visitorToken).call('conversations.send', { params: of, body: { id: 'm1', text } })
  return conversationId
}

test('conversations are replayed beside what was recorded, and become tests', async () => {
  await person.client.call('agents.save', {
    params,
    body: { title: 'Shop', enableNodes: false, vg_defaultModel },
  })
  const { sourceId } = await person.client.call('knowledge.addText', {
    params,
    body: { name: 'Opening hours', content: '# When are you open?\n\nWe are open from nine to five.' },
  })
  await started.settled()
  const first = await visit('When are you open?')
  await visit('Do you sell bread?')
  await person.client.call('knowledge.delete', { params: { ...params, sourceId } })
  await person.client.call('knowledge.addText', {
    params,
    body: { name: 'New hours', content: '# When are you open?\n\nWe are open from ten to six.' },
  })
  await started.settled()

  await page.goto(`${started.url}/app/na/agents/replayed/tests`)
  await button('Replay conversations').click()
  await page.getByRole('dialog', { name: 'Replay conversations' }).waitFor()
  await lookAt(page, 'replay-dialog')
  await page.setViewportSize({ width: 1280, height: 900 })
  await button('Replay').click()
  await page.getByRole('heading', { name: 'Replayed conversations' }).waitFor()
  await page.getByText('Published: 1 same, 1 different').waitFor()
  const hours = page.getByRole('region', { name: 'When are you open?' })
  await hours.getByText('We are open from nine to five.').waitFor()
  await hours.getByText('ten', { exact: false }).first().waitFor()
  await lookAt(page, 'replay-results')
  await page.setViewportSize({ width: 1280, height: 900 })
  await hours.getByRole('button', { name: 'Add to tests' }).click()
  await hours.getByRole('button', { name: 'Added to tests' }).waitFor()
  await button('All tests').click()
  await page.getByText('When are you open?', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Runs' }).click()
  await page.getByText('2 replayed conversations').waitFor()
  await lookAt(page, 'replay-runs')
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.goto(`${started.url}/app/na/agents/replayed/convos?conversation=${first}`)
  await button('Conversation actions').click()
  await page.getByRole('menuitem', { name: 'Replay…' }).click()
  await page.getByRole('dialog', { name: 'Replay conversations' }).waitFor()
  await button('Replay').click()
  await page.getByText('Published: 1 different').waitFor()
})

test('a run that waits for a model is ended early', async () => {
  const slow = { region: 'na', agentId: 'slow' } as const
  const body = { title: 'Shop', enableNodes: false, vg_defaultModel: 'claude-opus-4' }
  await person.client.call('agents.save', { params: slow, body })
  const testCase = { lines: [{ says: 'Are you open?', expects: {} }] }
  await person.client.call('testCases.add', { params: slow, body: { testCase } })
  await started.settled()
  await page.goto(`${started.url}/app/na/agents/slow/tests`)
  await button('Run tests').click()
  await button('Run').click()
  await page.getByRole('status').getByText('0 of 1 play done').waitFor()
  await expect.poll(() => model.underway()).toBe(1)
  await button('Cancel run').click()
  await page.getByText('Cancelled. Results up to that point are below.').waitFor()
  expect(await button('Cancel run').count()).toBe(0)
})
