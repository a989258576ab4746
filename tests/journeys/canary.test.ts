/** A canary version in a browser: started from the draft, compared with the published version, changed and promoted. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

let started: TestPlatform
let page: Page
let owner: Person

eachSignedIn((given) => {
  ;({ started, page, person: owner } = given)
})

const place = () => ({ region: 'na' as const, agentId: `bakery${owner.userId}`.slice(0, 16) })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const banner = () => page.getByRole('banner')
const drawer = () => page.getByRole('dialog', { name: 'Canary' })
const canary = async () => (await owner.client.call('canary.get', { params: place() })).canary

beforeEach(async () => {
  const body = { title: 'Bakery', enableNodes: false, nodes: [], vg_initPrompt: 'Hello.' }
  await owner.client.call('agents.save', { params: place(), body })
  await page.goto(`${started.url}/app/na/agents/${place().agentId}/prompt?panel=canary`)
})

async function visit(): Promise<void> {
  const { conversationId, visitorToken } = await started
    .client()
    .call('conversations.start', { params: place() })
  const params = { ...place(), conversationId }
  const body = { id: 'm1', text: 'Do you bake bread?' }
  await started.client(visitorToken).call('conversations.send', { params, body })
}

test('starts with the draft, shows its figures beside the published version, and is promoted', async () => {
  await drawer().getByText('No canary is running', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Launch message' }).fill('Good morning.')
  await button('More publishing options').click()
  await page.getByRole('menuitem', { name: 'Canary', exact: true }).click()
  await drawer().getByText('Launch message', { exact: false }).first().waitFor()
  await drawer().getByLabel('Share of new conversations').fill('50')
  await lookAt(page, 'canary-start')
  await page.setViewportSize({ width: 1440, height: 900 })
  await drawer().getByRole('button', { name: 'Start canary' }).click()
  await drawer().getByText('answers 50 % of new conversations', { exact: false }).waitFor()

  for (let visits = 0; visits < 30; visits++) await visit()
  await expect
    .poll(async () => {
      const found = await canary()
      return (found?.canary.engaged ?? 0) + (found?.control.engaged ?? 0)
    })
    .toBe(30)
  const row = (name: string) => drawer().getByRole('row', { name: new RegExp(`^${name}`) })
  await expect
    .poll(async () => {
      const cells = await row('Conversations').getByRole('cell').allInnerTexts()
      return cells.reduce((sum, text) => sum + Number(text), 0)
    })
    .toBe(30)
  expect(await row('Handed to a person').innerText()).toContain('0%')
  await lookAt(page, 'canary')
  await page.setViewportSize({ width: 1440, height: 900 })

  await drawer().getByLabel('Share of new conversations').fill('80')
  await drawer().getByRole('button', { name: 'Change share' }).click()
  await drawer().getByText('answers 80 % of new conversations', { exact: false }).waitFor()
  await page.keyboard.press('Escape')
  await button('Canary 80 %').click()
  await drawer().getByRole('button', { name: 'Promote' }).click()
  await drawer().getByText('No canary is running', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await banner().getByText('Published', { exact: true }).waitFor()
  const { data } = await owner.client.call('agents.get', { params: place() })
  expect(data.vg_initPrompt).toBe('Good morning.')
})

test('is withdrawn in one click, and the draft stays', async () => {
  await drawer().getByText('No canary is running', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Launch message' }).fill('Good morning.')
  await button('More publishing options').click()
  await page.getByRole('menuitem', { name: 'Canary', exact: true }).click()
  await drawer().getByRole('button', { name: 'Start canary' }).click()
  await drawer().getByText('answers 10 % of new conversations', { exact: false }).waitFor()
  await drawer().getByRole('button', { name: 'Withdraw' }).click()
  await drawer().getByRole('button', { name: 'Start canary' }).waitFor()
  expect(await canary()).toBeUndefined()
  await page.keyboard.press('Escape')
  await banner().getByText('1 unpublished change', { exact: true }).waitFor()
})
