/** The log of the workspace in a browser: entries appear as servers add them, and are searched, filtered and opened. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

let started: TestPlatform
let owner: Person
let page: Page

eachSignedIn((given) => {
  ;({ started, page, person: owner } = given)
})

const add = (body: { type: string; content: string; metadata?: Record<string, string>; channel?: string }) =>
  owner.client.call('log.add', {
    params: { region: 'na', workspaceId: owner.workspaceId },
    body: { ...body, withEmail: false },
  })
const rows = () => page.getByRole('list', { name: 'Entries' }).getByRole('button')
const contents = () => rows().locator('bdi').allTextContents()

test('entries appear as they are added, and are searched, opened, and shown by their type', async () => {
  await page.goto(`${started.url}/app/na/events`)
  await page.getByRole('tab', { name: 'Log', exact: true }).click()
  await page.getByText('No entries yet').waitFor()
  await lookAt(page, 'log-empty')
  await page.setViewportSize({ width: 1280, height: 900 })
  expect(await page.getByText('curl -X POST').textContent()).toContain(
    `/api/na/workspace/${owner.workspaceId}/logs`,
  )

  await add({ type: 'order.shipped', content: 'Order 1204 was shipped.', metadata: { carrier: 'Northline' } })
  await rows().first().waitFor()
  await add({ type: 'import.failed', content: 'The shop did not answer.', channel: 'erp' })
  await expect.poll(contents).toEqual(['The shop did not answer.', 'Order 1204 was shipped.'])
  await lookAt(page, 'log')
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('searchbox', { name: 'Search the log' }).fill('northline')
  await expect.poll(contents).toEqual(['Order 1204 was shipped.'])
  await page.getByRole('searchbox', { name: 'Search the log' }).fill('nothing like it')
  await page.getByText('No entries found').waitFor()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect.poll(contents).toHaveLength(2)

  await rows().last().click()
  const drawer = page.getByRole('dialog', { name: 'order.shipped' })
  await drawer.getByText('"carrier": "Northline"').waitFor()
  await page.reload()
  await drawer.getByRole('button', { name: 'Show entries of this type only' }).click()
  await expect.poll(contents).toEqual(['Order 1204 was shipped.'])
  await page.getByRole('button', { name: 'Remove the filter by type order.shipped' }).click()
  await expect.poll(contents).toHaveLength(2)

  await rows().first().click()
  await page
    .getByRole('dialog', { name: 'import.failed' })
    .getByRole('button', { name: 'Show entries of this channel only' })
    .click()
  await expect.poll(contents).toEqual(['The shop did not answer.'])
  await page.getByRole('button', { name: 'Remove the filter by channel erp' }).click()
  await expect.poll(contents).toHaveLength(2)
})
