/** A function is changed, its versions are compared, one is restored, and the agents that use it are named. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

const region = 'na' as const
let started: TestPlatform
let page: Page
let owner: Person
eachSignedIn((given) => {
  started = given.started
  page = given.page
  owner = given.person
})

test('a function has versions, of which one is restored, and says which agents use it', async () => {
  const settings = {
    ...{ name: 'Find an order', description: 'Tells when it arrives.', method: 'GET' as const },
    serverUrl: 'https://api.lamps.example/orders',
    fields: [{ in: 'header' as const, key: 'x-shop', type: 'string' as const, value: 'lamps' }],
  }
  const body = { settings }
  const { id: toolId } = await owner.client.call('tools.create', { params: { region }, body })
  for (const title of ['Bikes', 'Lamps'])
    await owner.client.call('agents.save', {
      params: { region, agentId: `versions${title}` },
      body: { title, assignedToolsIds: [toolId] },
    })
  await started.settled()
  await page.goto(`${started.url}/app/na/integrations`)
  await page.getByText('Used by 2 agents').waitFor()
  await page.getByRole('button', { name: /Find an order/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Find an order' })
  const used = drawer.getByRole('region', { name: 'Used by' })
  expect(await used.getByRole('link').allTextContents()).toEqual(['Bikes', 'Lamps'])

  await drawer.getByLabel('Server URL', { exact: false }).first().fill('https://api.lamps.example/v2/orders')
  await drawer.getByLabel('Fixed value').fill('lamps-2')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Find an order was saved').waitFor()
  const versions = drawer.getByRole('region', { name: 'Versions' })
  await versions.getByText('Fields, Server URL').waitFor()
  await versions.getByRole('button', { name: 'View changes' }).first().click()
  await versions.getByRole('insertion').filter({ hasText: 'v2/orders' }).waitFor()
  await versions.getByRole('insertion').filter({ hasText: 'Fixed value: lamps-2' }).waitFor()
  await lookAt(page, 'function-versions')
  await versions.getByRole('button', { name: 'Hide changes' }).click()
  await versions.getByRole('button', { name: 'View changes' }).last().click()
  await versions.getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByText('Version 1 was restored as version 3').waitFor()
  await versions.getByText('Restored from version 1').waitFor()
  expect(await drawer.getByLabel('Fixed value').inputValue()).toBe('lamps')
  expect(await drawer.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  // What is saved after restoring overwrites nothing of others.
  await drawer.getByLabel('Fixed value').fill('lamps-3')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await versions.getByText('Version 4').waitFor()

  await drawer.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog')
    .getByText('Used by 2 agents, which will get an error', { exact: false })
    .waitFor()
})
