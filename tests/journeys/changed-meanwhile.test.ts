/** Somebody else saves what a person has open in a form: nothing is overwritten silently, and nothing typed is lost. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../src/test-platform.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

let url: string
let page: Page
let owner: Person
eachSignedIn(
  (given) => {
    url = given.started.url
    page = given.page
    owner = given.person
  },
  // The browser reports each refusal.
  { expected: /412/ },
)

const region = 'na' as const
const settings = (description: string) => ({
  name: 'orders',
  description,
  fields: [],
  serverUrl: 'https://shop.example/orders',
  method: 'POST' as const,
})
let toolId: string
const agentId = () => `meanwhile${owner.userId}`.slice(0, 16)
const savedTool = async () => {
  const { items } = await owner.client.call('tools.list', { params: { region } })
  return items[0]?.description
}
const colleagueSaves = (description: string) =>
  owner.client.call('tools.save', { params: { region, toolId }, body: { settings: settings(description) } })

beforeEach(async () => {
  const made = await owner.client.call('tools.create', {
    params: { region },
    body: { settings: settings('Looks up an order.') },
  })
  toolId = made.id
})

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const question = () => page.getByRole('dialog', { name: 'Somebody else changed this meanwhile' })

test('a form asks, keeps what was typed, and saves it anyway', async () => {
  await page.goto(`${url}/app/na/integrations?tool=${toolId}`)
  await field('Description').fill('Mine.')
  await colleagueSaves('Theirs.')
  // The list behind the form shows it, the form does not.
  await page.getByText('Theirs.').waitFor()
  await button('Save').click()
  await question().waitFor()
  await lookAt(page, 'changed-meanwhile')
  await page.keyboard.press('Escape')
  await question().waitFor({ state: 'detached' })
  await page.getByText('Your changes were not saved.', { exact: false }).waitFor()
  expect(await field('Description').inputValue()).toBe('Mine.')
  expect(await savedTool()).toBe('Theirs.')

  await button('Save').click()
  await question().getByRole('button', { name: 'Save anyway' }).click()
  await question().waitFor({ state: 'detached' })
  await expect.poll(savedTool).toBe('Mine.')
  // What this form has saved, it overwrites without a question.
  await field('Description').fill('Mine again.')
  await button('Save').click()
  await expect.poll(savedTool).toBe('Mine again.')
  expect(await question().count()).toBe(0)
})

test('a reload shows what is saved now', async () => {
  await page.goto(`${url}/app/na/integrations?tool=${toolId}`)
  await field('Description').fill('Mine.')
  await colleagueSaves('Theirs.')
  await button('Save').click()
  await question().getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => field('Description').inputValue()).toBe('Theirs.')
  await field('Description').fill('After theirs.')
  await button('Save').click()
  await expect.poll(savedTool).toBe('After theirs.')
  expect(await question().count()).toBe(0)
})

test('edits that are kept while their drawer is closed are asked about, too', async () => {
  const params = { region, agentId: agentId() }
  await owner.client.call('agents.save', { params, body: { title: 'Desk' } })
  const { sourceId } = await owner.client.call('knowledge.addText', {
    params,
    body: { name: 'Hours', content: 'From nine to five.' },
  })
  const own = { params: { ...params, sourceId } }
  await page.goto(`${url}/app/na/agents/${agentId()}/kb?source=${sourceId}`)
  await field('Text').fill('Mine.')
  await page.keyboard.press('Escape')
  await owner.client.call('knowledge.edit', { ...own, body: { name: 'Hours', content: 'Theirs.' } })
  await page.getByText('Hours').first().click()
  expect(await field('Text').inputValue()).toBe('Mine.')
  await button('Save').click()
  await question().getByRole('button', { name: 'Save anyway' }).click()
  await page.getByText('Hours was saved').waitFor()
  expect(await owner.client.call('knowledge.get', own)).toMatchObject({ content: 'Mine.' })
})
