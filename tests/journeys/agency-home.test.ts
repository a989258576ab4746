/** The home of an agency in a browser: nothing yet, what needs attention with its links, and the organizations beside each other. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { joinWorkspace } from '../src/join-workspace.ts'
import { pastEvents, shortConversation } from '../src/past-events.ts'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { axeFindings } from './axe-findings.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

let started: TestPlatform
let page: Page
let owner: Person

eachSignedIn(
  (given) => {
    ;({ started, page, person: owner } = given)
  },
  { env: () => ({ CLIENT_SEATS: '40', RATE_LIMIT_FACTOR: '1000' }), expected: /50[03] \(/ },
)

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const place = () => ({ params: { region: 'na' as const, workspaceId: owner.workspaceId } })
const home = () => `${started.url}/app/na/clients?overview=true`
const newOrganisation = async (body: object) =>
  (await owner.client.call('organisations.create', { ...place(), body })).organisationId
const attention = () => page.getByRole('region', { name: 'Needs attention' })
const table = () => page.getByRole('table', { name: 'Organizations' })
const names = () => table().getByRole('row').getByRole('link').allTextContents()
const asked = (name: string) => new URL(page.url()).searchParams.get(name)

/** Two agents and three organizations: of Acme's agents one answers less and has somebody waiting, and Brew's credits run out. */
async function agency() {
  const agentOf = async (agentName: string) =>
    (
      await owner.client.call('rpc.convertAgentTemplateToAgent', {
        params: { region: 'na' },
        body: { agentName, agentTemplate: 'blank-template' },
      })
    ).agentCreated.ID
  const [tea, bikes] = [await agentOf('Harbour Tea'), await agentOf('Tandem Bikes')]
  const acme = await newOrganisation({ name: 'Acme', widgetIDs: [tea] })
  const brew = await newOrganisation({ name: 'Brew & Sons', widgetIDs: [bikes], allowBilling: true })
  await newOrganisation({ name: 'Cedar' })
  const past = pastEvents(started, owner)
  past.at = Date.now() - 20 * DAY_MS
  const clientId = `absent${tea}`
  await past.append('client', clientId, [
    {
      type: 'ClientCreated',
      data: {
        ...{ clientId, orgId: acme, name: 'Clara Holm', squarePhotoURL: '', canAccess: ['/home'] },
        ...{
          clientTabOrder: [],
          widgetIDs: [],
          email: 'clara@example.com',
          emailHash: 'h',
          passwordHash: 'p',
        },
      },
    },
  ])
  const talk = async (agentId: string, name: string, ago: number, grounded: boolean, waits = false) => {
    past.at = Date.now() - ago
    const at = new Date(past.at).toISOString()
    const conversationId = `home${agentId.slice(0, 6)}${name}`
    const events = shortConversation({ agentId, conversationId, at, grounded, waits })
    await past.append('conversation', conversationId, events)
  }
  for (let nth = 0; nth < 10; nth++) {
    await talk(tea, `before${nth}`, 9 * DAY_MS - nth * MINUTE_MS, true)
    await talk(tea, `after${nth}`, 2 * DAY_MS - nth * MINUTE_MS, nth >= 6)
  }
  await talk(bikes, 'one', 3 * DAY_MS, true)
  await talk(tea, 'waits', 95 * MINUTE_MS, true, true)
  const transfer = (from: 'workspace' | 'organisation', amount: number) =>
    owner.client.call('organisations.transferCredits', {
      params: { ...place().params, organisationId: brew },
      body: { from, amount },
    })
  await transfer('workspace', 100)
  await started.settled()
  await transfer('organisation', 91)
  await started.settled()
}

test('an agency without organizations reads what its home will show', async () => {
  await page.goto(`${started.url}/app/na/clients`)
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByText('No organizations yet').waitFor()
  expect(asked('overview')).toBe('true')
  await newOrganisation({ name: 'Acme' })
  // The dashboard is told of it.
  await table().getByRole('link', { name: 'Acme' }).waitFor()
  await attention().getByText('Nothing needs attention.').waitFor()
  await lookAt(page, 'agency-home-quiet')
})

test('what needs attention is named, and each leads to where it is dealt with', async () => {
  await agency()
  await page.goto(home())
  await attention().getByText('A visitor of Harbour Tea waits for a person').waitFor()
  const items = await attention().getByRole('link').allTextContents()
  expect(items).toEqual([
    'A visitor of Harbour Tea waits for a person',
    'The credits of Brew & Sons are nearly used up',
    'Harbour Tea leaves more unanswered than before',
    'Clara Holm never signed in',
  ])
  await attention().getByText('waiting 1 h').waitFor()
  await attention().getByText('9 left of the 100 that were added last.').waitFor()
  expect(await names()).toEqual(['Acme', 'Brew & Sons', 'Cedar'])
  await lookAt(page, 'agency-home')
  await page.setViewportSize({ width: 1280, height: 900 })

  const follow = (name: RegExp) => attention().getByRole('link', { name }).click()
  await follow(/^The credits of Brew/)
  const credits = page.getByRole('dialog', { name: /Brew & Sons/ }).getByRole('tabpanel', { name: 'Credits' })
  await credits.getByText('9').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await follow(/^Clara Holm/)
  expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Clara Holm')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(asked('overview')).toBe('true')
  await follow(/^Harbour Tea leaves/)
  await page.waitForURL(/\/analytics\?.*behind=unanswered/)
  await page.goBack()
  await follow(/^A visitor of Harbour Tea/)
  await page.waitForURL(/\/convos\?.*conversation=home/)
})

test('organizations are searched, and sorted by any column by keyboard', async () => {
  await agency()
  await page.goto(home())
  await expect.poll(names).toEqual(['Acme', 'Brew & Sons', 'Cedar'])
  const row = table().getByRole('row', { name: /Brew & Sons/ })
  expect(await row.getByRole('cell').allTextContents()).toEqual([
    expect.stringContaining('0 clients · 1 agent'),
    expect.stringMatching(/^1/),
    expect.stringMatching(/^100%/),
    expect.stringMatching(/^0/),
    '0',
    expect.stringMatching(/^0/),
    expect.stringMatching(/\$0\.00cost .*\$0\.00$/),
    '9nearly used up',
    'never',
  ])
  const head = (name: string) => table().getByRole('columnheader', { name })
  await head('Balance').getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect.poll(names).toEqual(['Brew & Sons', 'Acme', 'Cedar'])
  expect(asked('homeSort')).toBe('balance')
  expect(await head('Balance').getAttribute('aria-sort')).toBe('descending')
  await head('Organization').getByRole('button').click()
  await head('Organization').getByRole('button').click()
  await expect.poll(names).toEqual(['Cedar', 'Brew & Sons', 'Acme'])
  // Once more, and what needs attention is first again.
  await head('Organization').getByRole('button').click()
  await expect.poll(names).toEqual(['Acme', 'Brew & Sons', 'Cedar'])
  expect(asked('homeSort')).toBeNull()
  await page.getByLabel('Search organizations').fill('ced')
  await expect.poll(names).toEqual(['Cedar'])
  await page.getByLabel('Search organizations').fill('nobody')
  await page.getByText('No organizations found').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect.poll(names).toHaveLength(3)
  await page.getByText('Compared with the 30 days before.').waitFor()
  await page.getByText('7 days', { exact: true }).click()
  await page.getByText('Compared with the 7 days before.').waitFor()
  expect(asked('days')).toBe('7')
  // Phones have no heads of columns.
  await page.setViewportSize({ width: 390, height: 900 })
  await page.getByRole('combobox', { name: 'Sort' }).click()
  await page.getByRole('option', { name: 'Balance' }).click()
  await expect.poll(names).toEqual(['Brew & Sons', 'Acme', 'Cedar'])
  expect(asked('homeSort')).toBe('balance')
})

test('a home that cannot be loaded says so, and is loaded at a second try', async () => {
  await newOrganisation({ name: 'Acme' })
  const broken = /\/agency\/home\//
  await page.route(broken, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 500, code: 'unexpected', title: 'Broken', message: 'Broken' }),
    }),
  )
  await page.goto(home())
  await page.getByText('The organizations could not be loaded').waitFor()
  await attention().getByText('The list could not be loaded').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.unroute(broken)
  await attention().getByRole('button', { name: 'Try again' }).click()
  await attention().getByText('Nothing needs attention.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await table().getByRole('link', { name: 'Acme' }).waitFor()
})

test('a member who may not see conversations is led to none', async () => {
  await agency()
  const member = await started.signUp()
  await joinWorkspace(started, owner, member, [
    ...['workspace.read', 'workspace.follow', 'agent.list', 'client.read'],
  ])
  await page.context().clearCookies()
  await page.context().addCookies([{ name: 'parley_session', value: member.token, url: started.url }])
  await page.goto(`${started.url}/app/na/agents`)
  await page.evaluate((id) => localStorage.setItem('parley_workspace', id), owner.workspaceId)
  await page.goto(home())
  await attention().getByText('A visitor of Harbour Tea waits for a person').waitFor()
  expect(await attention().getByRole('link').allTextContents()).toEqual([
    'The credits of Brew & Sons are nearly used up',
    'Clara Holm never signed in',
  ])
})
