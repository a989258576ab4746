/** The owner of an agent reads how far the embedding of its sources is, and why it does not go on. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { type EmbeddingDouble, startEmbeddingDouble } from '../src/embedding-double.ts'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

let started: TestPlatform
let person: Person
let page: Page
let provider: EmbeddingDouble
beforeAll(async () => {
  provider = await startEmbeddingDouble()
})
eachSignedIn(
  (given) => {
    ;({ started, person, page } = given)
  },
  { env: () => ({ OPENAI_BASE_URL: provider.url, LOG_LEVEL: 'silent' }) },
)
afterAll(() => provider?.stop())

test('the knowledge page says why sources are not embedded, and how many are', async () => {
  const params = { region: 'na', agentId: 'embedded' } as const
  provider.behave('wrong-key')
  await person.client.call('agents.save', { params, body: { title: 'Shop', enableNodes: false } })
  for (const name of ['Hours', 'Pets'])
    await person.client.call('knowledge.addText', { params, body: { name, content: `${name} of the shop.` } })
  await page.goto(`${started.url}/app/na/agents/embedded/kb`)
  await page.getByText('0 of 2 sources are embedded').waitFor()
  await page.getByText(/refuses the key \(status 401\)\. Check the key/).waitFor()
  await lookAt(page, 'embedding-fault')

  await page.route(/\/agents\/embedded\/knowledge\?/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      json: { ...(await response.json()), embedding: { done: 12, total: 40 } },
    })
  })
  await page.getByText('Embedding 12 of 40 sources.').waitFor()
  await lookAt(page, 'embedding-progress')
})
