/** The organisation of a client in its top bar: who belongs to it, what its admin changes, and its credits. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type AtAgency, eachAtAgency } from './at-agency.ts'
import { axeFindings } from './axe-findings.ts'
import { animationsOver } from './browser.ts'
import { lookAt } from './look-at.ts'

let started: AtAgency['started']
let team: AtAgency['team']
let owner: AtAgency['owner']
let open: AtAgency['open']

eachAtAgency(
  (given) => {
    ;({ started, team, owner, open } = given)
  },
  // An address that another client has.
  { expected: /409 \(/ },
)

const PASSWORD = 'fifteen letters'
const place = () => ({ params: { region: 'na' as const, workspaceId: owner.workspaceId } })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** An organisation with an agent, Cleo, who is none of its admins, and others. */
async function acme(others: string[] = []) {
  await owner.client.call('agency.initialize', place())
  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Harbour Tea', agentTemplate: 'blank-template' },
  })
  const { organisationId: orgId } = await owner.client.call('organisations.create', {
    ...place(),
    body: { name: 'Acme', defaultClientAccess: ['/home', '/convos'] },
  })
  const add = (name: string) =>
    owner.client.call('clients.create', {
      ...place(),
      body: {
        ...{ orgId, name, email: emailOf(name), dashboardPassword: PASSWORD },
        ...{ widgetIDs: [agentCreated.ID], canAccess: ['/home', '/convos'] },
      },
    })
  const { clientId } = await add('Cleo Client')
  for (const name of others) await add(name)
  return { clientId, orgId }
}
/** Nobody has the address of a client of another test. */
const emailOf = (name: string) =>
  `${name.split(' ')[0]?.toLowerCase()}.${owner.workspaceId}@example.com`.toLowerCase()

async function signIn(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Sign In')
  await page.getByRole('heading', { name: 'Harbour Tea' }).waitFor()
}
const item = (page: Page, name: string) => page.getByRole('menuitem', { name })

/** As `lookAt`, at the width that it has: on phones the menu is somewhere else. */
async function lookHere(page: Page, name: string) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    await animationsOver(page)
    await page.screenshot({ path: `test-results/looks/${name}-${colorScheme}.png` })
    expect(await axeFindings(page)).toEqual([])
  }
}

test('a client sees who belongs to its organization, and changes nothing of it', async () => {
  await acme(['Ben Boone', 'Dana Dee', 'Eli Ernst'])
  const page = await open()
  await signIn(page, emailOf('Cleo'))
  await press(page, 'Organization: Acme')
  for (const name of ['About', '+ Add User']) {
    await expect.poll(() => item(page, name).getAttribute('data-disabled')).toBe('true')
    expect(await item(page, name).innerText()).toContain('You are not an admin')
  }
  await page.getByText('+1', { exact: true }).waitFor()
  await lookHere(page, 'client-organization-menu-1280')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Organization: Acme' }).press('Enter')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Organisation Agents' })
  await drawer.getByText('Eli Ernst').waitFor()
  expect(await drawer.getByRole('listitem').count()).toBe(4)
  expect(await drawer.getByRole('listitem').first().innerText()).toMatch(/Cleo Client\s*\(you\)\s*online/i)
  expect(await drawer.getByText('@example.com').count()).toBe(0)
  await lookAt(page, 'client-organization-members')
})

test('an agency makes a client the admin of its organization, who renames it and adds a user', async () => {
  const { clientId } = await acme()
  const page = await open()
  await signIn(page, emailOf('Cleo'))
  await team.goto(`${started.url}/app/na/clients?client=${clientId}`)
  await team.getByLabel('Org Admin').check({ force: true })
  await lookAt(team, 'client-drawer-org-admin')
  await team.setViewportSize({ width: 1280, height: 900 })
  await press(team, 'Save')
  await team.getByText('Updated client data').waitFor()

  // It takes effect without being asked for.
  await press(page, 'Organization: Acme')
  await expect.poll(() => item(page, 'About').getAttribute('data-disabled')).toBe(null)
  await item(page, 'About').click()
  const about = page.getByRole('dialog', { name: 'About' })
  await about.getByLabel('Name').fill('')
  await about.getByText('Organization name is required.').waitFor()
  await about.getByLabel('Name').fill('Acme & Sons')
  await lookAt(page, 'client-organization-about')
  await page.setViewportSize({ width: 1280, height: 900 })
  await about.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Organization updated successfully!').waitFor()
  await press(page, 'Organization: Acme & Sons')

  await item(page, '+ Add User').click()
  const adding = page.getByRole('dialog', { name: 'Add User' })
  await adding.getByRole('button', { name: 'Add user' }).click()
  await adding.getByText('Please fill out all fields.').first().waitFor()
  await adding.getByLabel('Name').fill('Ben Boone')
  await adding.getByLabel('Email').fill(emailOf('Cleo'))
  const password = await adding.getByLabel('Dashboard password').inputValue()
  expect(password).toHaveLength(15)
  await adding.getByText('Harbour Tea').waitFor()
  await adding.getByRole('button', { name: 'Add user' }).click()
  await adding.getByText('This email is already in use by another client.').waitFor()
  await lookAt(page, 'client-organization-add-user')
  await page.setViewportSize({ width: 390, height: 844 })
  await adding.getByLabel('Email').fill(emailOf('Ben'))
  await adding.getByRole('combobox', { name: 'Notify about' }).click()
  await page.getByRole('option', { name: 'Everything' }).click()
  await adding.getByRole('button', { name: 'Add user' }).click()
  await page.getByText('Ben Boone was added').waitFor()
  const found = await owner.client.call('clients.list', { ...place(), query: { q: 'Ben Boone' } })
  expect(found.items[0]?.notificationsSettings).toEqual({ notifyThrough: 'all', notifyIf: 'all' })

  // On a phone the organization is in the navigation.
  await press(page, 'Open navigation')
  await press(page, 'Organization: Acme & Sons')
  await lookHere(page, 'client-organization-menu-390')
  await item(page, 'Organisation Agents').click()
  const members = page.getByRole('dialog', { name: 'Organisation Agents' })
  await members.getByText(emailOf('Ben')).waitFor()
  await members.getByText('Admin', { exact: true }).waitFor()
  await lookHere(page, 'client-organization-members-admin-390')

  await page.context().clearCookies()
  await page.goto('about:blank')
  await page.goto(`${started.url}/client/login?agency=${owner.workspaceId}`)
  await signIn(page, emailOf('Ben'), password)
})

test('a client sees the credits of its organization, which change as they are used, where it has some of its own', async () => {
  const { orgId } = await acme()
  const page = await open()
  await signIn(page, emailOf('Cleo'))
  await page.getByRole('button', { name: 'Organization: Acme' }).waitFor()
  const button = page.getByRole('button', { name: /credits$/ })
  expect(await button.count()).toBe(0)
  const params = { ...place().params, organisationId: orgId }
  await owner.client.call('organisations.save', { params, body: { allowBilling: true } })
  await page.getByRole('button', { name: '0.0 credits' }).waitFor()
  const body = { amount: 12.34, from: 'workspace' as const }
  await owner.client.call('organisations.transferCredits', { params, body })
  await page.getByRole('button', { name: '12.3 credits' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Billing Dashboard' })
  await dialog.getByText('Available credits').waitFor()
  await dialog.getByText('12.3', { exact: true }).waitFor()
  await lookHere(page, 'client-credits-1280')
  await page.keyboard.press('Escape')
  await lookHere(page, 'client-top-bar-1280')
  await page.setViewportSize({ width: 390, height: 844 })
  await press(page, 'Open navigation')
  await press(page, '12.3 credits')
  await dialog.waitFor()
  await lookHere(page, 'client-credits-390')
})
