/** What an owner does for the whole workspace, in a browser: its credits, its name and its secret. */
import { creditsCommands } from '@parley/credits/credits.commands.ts'
import { grantCredits } from '@parley/host/operators/credit-grant.ts'
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { axeFindings } from './axe-findings.ts'
import { patience } from './browser.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

let started: TestPlatform
let page: Page
let owner: Person

eachSignedIn(
  (given) => {
    ;({ started, page, person: owner } = given)
  },
  // Chromium itself reports an answer that refuses.
  { expected: /status of 400/ },
)

/** A PNG of one pixel. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const link = (name: string) => page.getByRole('link', { name, exact: true })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

test('credits that an operator grants appear at once, with who and why, and a reply leads to its conversation', async () => {
  await link('1,000 credits').click()
  await page.getByText('Sign-up credits').waitFor()

  const { engines } = started.platform.regions.get('na')!
  const grant = { workspaceId: owner.workspaceId, amount: 250.5, operator: 'Grace', note: 'Outage on Friday' }
  expect(await grantCredits(engines, grant, 'grant')).toMatchObject({ ok: true, balance: 1_250.5 })
  await link('1,250 credits').waitFor()
  await page.getByText('Outage on Friday, by Grace').waitFor()
  await page.getByText('+250.5').waitFor()

  const agent = await owner.client.call('agents.save', {
    params: { region: 'na', agentId: 'credits-agent-01' },
    body: { title: 'Lamps', enableNodes: false },
  })
  const charge = { workspaceId: owner.workspaceId, holdId: 'h1', amount: 0.125 }
  const ledger = creditsCommands(started.platform.regions.get('na')!.engines.commands)
  const because = (command: string) => ({
    tenant: owner.workspaceId,
    actor: { kind: 'system', id: 'test' } as const,
    cause: { via: 'system', command, correlation: command } as const,
  })
  const about = { agentId: agent.data.ID, conversationId: 'c1' }
  await ledger.holdCredits({ ...charge, ...about }, because('hold'))
  const used = { modelId: 'gpt-4o', inputTokens: 1_200, outputTokens: 34 }
  await ledger.settleCredits({ ...charge, ...used }, because('settle'))
  await page.getByText('1,234 tokens, gpt-4o').waitFor()
  await page.getByText('−0.125').waitFor()

  // What an organisation pays is told apart, and leaves the workspace's balance as it is.
  const params = { region: 'na', workspaceId: owner.workspaceId } as const
  const body = { name: 'Acme & Sons', allowBilling: true }
  const { organisationId } = await owner.client.call('organisations.create', { params, body })
  await owner.client.call('organisations.transferCredits', {
    params: { ...params, organisationId },
    body: { from: 'workspace', amount: 0.375 },
  })
  await link('1,250 credits').waitFor()
  await ledger.chargeOutsideTurn(
    {
      ...{ workspaceId: owner.workspaceId, organisationId },
      charge: {
        ...{ ...about, ...used, reservationId: 'r1', holdId: 'h2', amount: 0.25 },
        at: new Date().toISOString(),
        purpose: 'translation',
      },
    },
    because('charge'),
  )
  await page.getByText('Paid by Acme & Sons, 1,234 tokens, gpt-4o').waitFor()
  await page.getByText('−0.25', { exact: true }).waitFor()
  await lookAt(page, 'credits-paid-by-organisation')
  expect(await page.getByRole('region', { name: 'Balance' }).textContent()).toContain('1,250credits')
  expect(await axeFindings(page)).toEqual([])
  expect(await page.getByRole('link', { name: 'Reply of Lamps' }).getAttribute('href')).toContain(
    `/agents/${agent.data.ID}/convos?conversation=c1`,
  )
})

test('the history of credits goes on while one scrolls, without gaps or repetitions', async () => {
  const ledger = creditsCommands(started.platform.regions.get('na')!.engines.commands)
  for (let nth = 1; nth <= 120; nth++) {
    const command = `grant-${nth}`
    await ledger.grantCredits(
      { workspaceId: owner.workspaceId, amount: nth, reason: 'support', note: `Grant ${nth}.` },
      {
        tenant: owner.workspaceId,
        actor: { kind: 'system', id: 'test' },
        cause: { via: 'system', command, correlation: command },
      },
    )
  }
  await page.goto(`${started.url}/app/na/credits`)
  await page.getByText('Grant 120.').waitFor()
  await expect
    .poll(
      async () => {
        await page.getByRole('row').last().scrollIntoViewIfNeeded()
        return page.getByRole('row').count()
      },
      { timeout: patience },
    )
    .toBe(122)
  const notes = await page.getByText(/^Grant \d+\.$/).allTextContents()
  expect(notes).toEqual(Array.from({ length: 120 }, (_, nth) => `Grant ${120 - nth}.`))
})

test('the owner adds a photo, removes it and undoes that', async () => {
  const photoNow = async () => (await owner.client.call('auth.session', {})).workspaces[0]?.workspacePhotoURL
  await link('Workspace').click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from(picture, 'base64'),
  })
  await page.getByRole('button', { name: 'Replace photo' }).waitFor()
  const photo = await photoNow()
  expect(photo).toMatch(/^data:image\/jpeg;base64,/)
  expect(await page.locator('header img').getAttribute('src')).toBe(photo)
  await press('Remove photo')
  await page.getByRole('button', { name: 'Add photo' }).waitFor()
  expect(await photoNow()).toBeUndefined()
  expect(await page.locator('header img').count()).toBe(0)
  await page
    .getByRole('alert')
    .filter({ hasText: 'Successfully saved workspace data.' })
    .last()
    .getByRole('button', { name: 'Undo' })
    .click()
  await page.getByRole('button', { name: 'Replace photo' }).waitFor()
  expect(await photoNow()).toBe(photo)
  await page.locator('input[type=file]').setInputFiles({
    name: 'letter.png',
    mimeType: 'image/png',
    buffer: Buffer.from('Dear shop'),
  })
  await page.getByText('Only pictures (PNG, JPEG, WebP)').waitFor()
  const tooLarge = { workspacePhotoURL: `data:image/png;base64,${'A'.repeat(60_000)}` }
  const params = { region: 'na', workspaceId: owner.workspaceId } as const
  await expect(owner.client.call('workspaces.save', { params, body: tooLarge })).rejects.toThrow(
    'smaller picture',
  )
  expect(await photoNow()).toBe(photo)
})

test('the owner renames the workspace, and replaces its secret', async () => {
  await link('Workspace').click()
  const name = page.getByRole('textbox', { name: 'Workspace name' })
  await name.fill('  ')
  await press('Save name')
  await page.getByText('Please enter a workspace name.').waitFor()
  const save = (route: Route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { code: 'refused', message: 'Not today.' } })
      : route.continue()
  const address = `**/workspaces/${owner.workspaceId}`
  await page.route(address, save)
  await name.fill('Lamp shop')
  await press('Save name')
  await page.getByText('Failed to save workspace.').waitFor()
  await page.getByText('Not today.').waitFor()
  await page.unroute(address, save)
  await press('Save name')
  await page.getByText('Successfully saved workspace data.').waitFor()
  await page.getByRole('button', { name: 'Workspace: Lamp shop' }).waitFor()

  const secret = page.getByRole('textbox', { name: 'Workspace secret' })
  const former = await secret.inputValue()
  expect(await secret.getAttribute('type')).toBe('password')
  await press('Reveal the secret')
  expect(await secret.getAttribute('type')).toBe('text')
  expect(await axeFindings(page)).toEqual([])
  await press('Replace')
  await press('Replace the secret')
  await expect.poll(() => secret.inputValue(), { timeout: patience }).not.toBe(former)
  const params = { region: 'na', workspaceId: owner.workspaceId } as const
  const byFormer = started.client(former).call('workspaces.get', { params })
  await expect(byFormer).rejects.toMatchObject({ status: 401 })
  const byNew = await started.client(await secret.inputValue()).call('workspaces.get', { params })
  expect(byNew.workspaceName).toBe('Lamp shop')
})
