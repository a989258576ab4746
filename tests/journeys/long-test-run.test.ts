/** The owner of an agent reads the results of a run that has more of them than a page of the list. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { eachSignedIn } from './signed-in.ts'

let started: TestPlatform
let person: Person
let page: Page
eachSignedIn((given) => {
  ;({ started, person, page } = given)
})

test('results beyond the first page are loaded, those to look at without being asked for', async () => {
  const params = { region: 'na', agentId: 'tested' } as const
  await person.client.call('agents.save', { params, body: { title: 'Shop', enableNodes: false } })
  const cases = Array.from({ length: 60 }, (_, nth) => ({
    lines: [{ says: `Question ${nth}`, expects: {} }],
  }))
  const text = JSON.stringify(cases)
  const { added } = await person.client.call('testCases.import', { params, body: { format: 'json', text } })
  expect(added).toBe(60)
  const { runId } = await person.client.call('testRuns.start', { params, body: { versions: ['published'] } })
  const run = () => person.client.call('testRuns.get', { params: { ...params, runId }, query: {} })
  await expect.poll(async () => (await run()).run.outcome, { timeout: 20_000 }).toBe('finished')
  await started.settled()
  await page.goto(`${started.url}/app/na/agents/tested/tests?run=${runId}`)
  const tab = (name: RegExp) => page.getByRole('radiogroup', { name: 'Results' }).getByText(name)
  // None is to look at, which is certain once all pages were read.
  await page.getByText('Every test passed.').waitFor()
  await tab(/^All \(60\)$/).waitFor()
  await page.goto(`${started.url}/app/na/agents/tested/tests?run=${runId}&all=true`)
  await tab(/^All \(40\+\)$/).waitFor()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded()
    await page.screenshot({ path: `test-results/looks/tests-results-long-${width}-light.png` })
  }
  await page.getByRole('button', { name: 'Show more' }).click()
  await tab(/^All \(60\)$/).waitFor()
  expect(await page.getByRole('region', { name: /^Question \d+$/ }).count()).toBe(60)
})
