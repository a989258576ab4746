/** What is published of an agent and what is not, in a browser: the status, the review of changes, and discarding them. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { axeFindings } from './axe-findings.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

let started: TestPlatform
let page: Page
let owner: Person

eachSignedIn((given) => {
  ;({ started, page, person: owner } = given)
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const banner = () => page.getByRole('banner')
const text = (name: string) => page.getByRole('textbox', { name, exact: true })

beforeEach(async () => {
  const body = { title: 'Bakery', enableNodes: false, nodes: [], vg_systemPrompt: 'You help.\nBe brief.' }
  const { data } = await owner.client.call('agents.save', {
    params: { region: 'na', agentId: `bakery${owner.userId}`.slice(0, 16) },
    body,
  })
  await started.settled()
  await page.goto(`${started.url}/app/na/agents/${data.ID}/prompt`)
  await banner().getByText('Published', { exact: true }).waitFor()
})

test('says that all is published, and in a draft what is not, field by field', async () => {
  expect(await button('Publish').count()).toBe(0)
  await text('System prompt').fill('You help.\nBe kind.')
  await text('Launch message').fill('Ask me about bread.')
  await banner().getByText('2 unpublished changes', { exact: true }).waitFor()
  await banner().getByText('Only in this tab until you publish').waitFor()

  await button('Review').click()
  const changes = page.getByRole('dialog', { name: '2 unpublished changes' })
  expect(new URL(page.url()).searchParams.get('panel')).toBe('changes')
  await changes.getByText('System prompt').waitFor()
  expect(await changes.getByRole('deletion').first().innerText()).toContain('Be brief.')
  expect(await changes.getByRole('insertion').first().innerText()).toContain('Be kind.')
  await changes.getByText('Launch message').waitFor()
  expect(await axeFindings(page)).toEqual([])

  // One of them is undone alone, and brought back.
  await changes.getByRole('button', { name: 'Undo the change of Launch message' }).click()
  await page.getByRole('dialog', { name: '1 unpublished change' }).getByText('System prompt').waitFor()
  expect(await text('Launch message').inputValue()).not.toBe('Ask me about bread.')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await changes.getByText('Launch message').waitFor()
  await lookAt(page, 'review')

  await changes.getByRole('button', { name: 'Publish' }).click()
  await changes.waitFor({ state: 'detached' })
  await banner().getByText('Published', { exact: true }).waitFor()
})

test('discards a draft when told so, and brings it back', async () => {
  await text('System prompt').fill('You help.\nBe kind.')
  await banner().getByText('1 unpublished change', { exact: true }).waitFor()

  await button('Discard').click()
  const asked = page.getByRole('dialog', { name: 'Discard 1 unpublished change?' })
  await asked.getByText('System prompt').waitFor()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await asked.waitFor({ state: 'detached' })
  expect(await text('System prompt').innerText()).toContain('Be kind.')

  await button('Discard').click()
  await asked.getByRole('button', { name: 'Discard' }).click()
  await banner().getByText('Published', { exact: true }).waitFor()
  await expect.poll(() => text('System prompt').innerText()).toContain('Be brief.')

  await text('Launch message').fill('Ask me about bread.')
  await button('Undo').click()
  await banner().getByText('2 unpublished changes', { exact: true }).waitFor()
  expect(await text('System prompt').innerText()).toContain('Be kind.')
  expect(await text('Launch message').inputValue()).toBe('Ask me about bread.')
})

test('offers both in the menu where the screen is narrow', async () => {
  await text('System prompt').fill('You help.\nBe kind.')
  await page.setViewportSize({ width: 390, height: 844 })
  await button('More publishing options').click()
  await page.getByRole('menuitem', { name: 'Review 1 unpublished change' }).click()
  const changes = page.getByRole('dialog', { name: '1 unpublished change' })
  await changes.getByRole('button', { name: 'Discard' }).click()
  await page
    .getByRole('dialog', { name: /^Discard/ })
    .getByRole('button', { name: 'Discard' })
    .click()
  await changes.waitFor({ state: 'detached' })
  await banner().getByText('Published', { exact: true }).waitFor()
})

test('compares a version with the one before and with the current one, and restores it', async () => {
  const params = { region: 'na', agentId: new URL(page.url()).pathname.split('/')[4] ?? '' } as const
  for (const prompt of ['You help.\nBe brief, please.', 'You help.\nBe kind.', 'You help.\nBe funny.']) {
    const { data } = await owner.client.call('agents.get', { params })
    await owner.client.call('agents.save', { params, body: { ...data, vg_systemPrompt: prompt } })
    await owner.client.call('rpc.saveAgentBackup', {
      params: { region: 'na' },
      body: { agentId: params.agentId, workspaceId: owner.workspaceId, userEmail: owner.email },
    })
  }
  await started.settled()
  const { items } = await owner.client.call('agents.versions', { params })
  const [newest = 0, kind = 0, brief = 0] = items.map(({ version }) => version)
  await page.goto(`${page.url()}?panel=versions`)
  const history = page.getByRole('dialog', { name: 'Version History' })
  const entry = (version: number) =>
    history.locator('[class*=Timeline-item]:has-text("Version")').filter({ hasText: `Version ${version}` })
  const texts = (version: number) => [
    entry(version).getByRole('deletion').first().innerText(),
    entry(version).getByRole('insertion').first().innerText(),
  ]

  await entry(kind).getByRole('button', { name: 'View changes' }).click()
  await entry(kind)
    .getByRole('radio', { name: `With version ${brief}` })
    .and(page.locator(':checked'))
    .waitFor({ state: 'attached' })
  expect(await Promise.all(texts(kind))).toEqual([
    expect.stringContaining('Be brief, please.'),
    expect.stringContaining('Be kind.'),
  ])
  await entry(kind).getByText(`With current (${newest})`).click()
  await entry(kind).getByText('Be funny.').waitFor()
  expect(await Promise.all(texts(kind))).toEqual([
    expect.stringContaining('Be funny.'),
    expect.stringContaining('Be kind.'),
  ])
  expect(await axeFindings(page)).toEqual([])

  await entry(newest).getByRole('button', { name: 'View changes' }).click()
  await entry(newest).getByText('Be kind.').waitFor()
  expect(await entry(newest).getByRole('radio').count()).toBe(0)
  expect(
    await entry(newest)
      .getByRole('button', { name: /^Restore/ })
      .count(),
  ).toBe(0)

  const question = page.getByRole('dialog', { name: `Restore version ${kind}?` })
  const restore = entry(kind).getByRole('button', { name: `Restore version ${kind}` })
  await restore.click()
  await question.getByText(`To undo this, restore version ${newest}.`).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  const { data: kept } = await owner.client.call('agents.get', { params })
  expect(kept.vg_systemPrompt).toContain('Be funny.')
  await restore.click()
  await question.getByRole('button', { name: 'Restore and publish' }).click()
  await history.waitFor({ state: 'detached' })
  await expect.poll(() => text('System prompt').innerText()).toContain('Be kind.')
})
