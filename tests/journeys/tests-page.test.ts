/** The owner of an agent collects tests, runs them against the draft and the published version, and reads the answers. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

let started: TestPlatform
let person: Person
let page: Page
eachSignedIn(
  (given) => {
    ;({ started, person, page } = given)
    // The browser reports that publishing was refused.
  },
  { expected: /status of 409/ },
)

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })

const look = (name: string) => lookAt(page, name)

test('tests are suggested, written, run with the draft beside the published version, and read', async () => {
  const params = { region: 'na', agentId: 'tested' } as const
  const own = { title: 'Shop', enableNodes: false, enableHumanHandoff: true, showHandoffEvenIfOffline: true }
  await person.client.call('agents.save', { params, body: own })
  await person.client.call('knowledge.addText', {
    params,
    body: { name: 'Opening hours', content: 'When are you open?\n\nWe are open from nine to five.' },
  })
  await person.client.call('knowledge.addPairs', {
    params,
    body: { name: 'Pets', pairs: [{ question: 'Can I bring my dog?', answer: 'Dogs are welcome.' }] },
  })
  await started.settled()
  await page.goto(`${started.url}/app/na/agents/tested/tests`)
  await page.getByText('No tests yet').waitFor()
  await look('tests-empty')

  await button('Suggest from knowledge').click()
  await page.getByLabel('Can I bring my dog?').waitFor()
  await look('tests-suggested')
  await button(/^Add \d tests?$/).click()
  await page.getByRole('link', { name: 'Can I bring my dog?' }).waitFor()

  await page.keyboard.press('n')
  const drawer = page.getByRole('dialog', { name: 'New test' })
  await drawer.getByLabel('The visitor says').fill('I want to talk to a human')
  await drawer.getByLabel('Must mention').first().fill('colleague')
  await page.keyboard.press('Enter')
  await drawer.getByRole('radiogroup', { name: 'Handover to a person' }).getByText('Yes').click()
  await look('tests-new')
  await drawer.getByRole('button', { name: 'Add test' }).click()
  await page.getByRole('link', { name: 'I want to talk to a human' }).waitFor()
  await look('tests-list')

  // An unpublished change: nobody is to be asked for.
  await page.goto(`${started.url}/app/na/agents/tested/settings?tab=handoff`)
  await page.getByLabel('Visitors may ask for a person').click({ force: true })
  await page.getByRole('link', { name: 'Tests' }).click()
  await page.getByRole('link', { name: 'I want to talk to a human' }).waitFor()
  await page.keyboard.press('r')
  await page.getByText('The built-in answerer replies, so this run is free.').waitFor()
  await look('tests-run')
  await page.getByRole('dialog', { name: 'Run tests' }).getByRole('button', { name: 'Run' }).click()
  await page.getByText(/Draft: \d of \d passed/).waitFor()
  await page.getByText(/Published: \d of \d passed/).waitFor()
  await page.getByRole('region', { name: 'I want to talk to a human' }).waitFor()
  await page.getByText('All (', { exact: false }).click()
  await page.getByRole('region', { name: 'Can I bring my dog?' }).waitFor()
  await look('tests-results')

  await button('All tests').click()
  await page.getByRole('tab', { name: 'Runs' }).click()
  await page.getByRole('link', { name: /just now|ago/ }).waitFor()
  await look('tests-runs')

  // With passing tests required, what failed is only published with a reason.
  await page.getByRole('tab', { name: 'Test cases' }).click()
  await page.getByText('Require passing tests').waitFor()
  await page.getByLabel('Require passing tests').click({ force: true })
  await expect.poll(() => page.getByLabel('Require passing tests').isChecked()).toBe(true)
  await look('tests-required')
  await button('Publish').click()
  const refused = page.getByRole('dialog', { name: 'Tests must pass before publishing' })
  await refused.getByText(/tests? failed with this draft/).waitFor()
  await refused.getByText('The built-in answerer replies, so this run is free.').waitFor()
  await look('tests-refused')

  // Run from here, the test that fails is linked to its result.
  await refused.getByRole('button', { name: 'Run tests' }).click()
  await refused.getByText(/1 of \d tests failed with this draft. It is not published./).waitFor()
  await look('tests-refused-failed')
  const failures = refused.getByRole('list', { name: 'Failed tests' })
  await failures.getByRole('link', { name: 'I want to talk to a human' }).click()
  await page.getByRole('region', { name: 'I want to talk to a human' }).waitFor()
  await refused.waitFor({ state: 'detached' })
  await button('Publish').click()
  await refused.getByLabel('Reason for publishing anyway').fill('The colleagues are away')
  await refused.getByRole('button', { name: 'Publish anyway' }).click()
  await page.getByRole('banner').getByText('Published', { exact: true }).waitFor()

  // A draft with which all tests pass is published as soon as they have.
  const { items } = await person.client.call('testCases.list', { params })
  const failing = items.filter(({ last }) => last?.draft === false)
  expect(failing).toHaveLength(1)
  for (const { caseId } of failing)
    await person.client.call('testCases.delete', { params: { ...params, caseId } })
  await page.goto(`${started.url}/app/na/agents/tested/settings?tab=handoff`)
  await page.getByLabel('Visitors may ask for a person').click({ force: true })
  await button('Publish').click()
  await refused.getByText(/not run with this draft/).waitFor()
  await refused.getByRole('button', { name: 'Run tests' }).click()
  await page.getByRole('banner').getByText('Published', { exact: true }).waitFor()
  await refused.waitFor({ state: 'detached' })
})
