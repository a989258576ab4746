/** An agency's admin in a browser sees the dashboard of a client as the client does, acts in it, and comes back. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

let started: TestPlatform
let page: Page
let owner: Person

eachSignedIn(
  (given) => {
    ;({ started, page, person: owner } = given)
  },
  // Calls of views that have ended.
  { env: () => ({ CLIENT_SEATS: '20' }), expected: /40[13] \(/ },
)

let nth = 0
const place = () => ({ region: 'na' as const, workspaceId: owner.workspaceId })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const bar = () => page.getByRole('region', { name: 'View as client' })
const pathOf = () => new URL(page.url()).pathname

async function agentNamed(agentName: string): Promise<string> {
  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName, agentTemplate: 'blank-template' },
  })
  return agentCreated.ID
}

async function clientWith(more: object): Promise<string> {
  const params = place()
  await owner.client.call('agency.initialize', { params })
  const { organisationId: orgId } = await owner.client.call('organisations.create', {
    params,
    body: { name: 'Acme' },
  })
  const email = `cleo${++nth}@example.com`
  const body = { orgId, name: 'Cleo Client', email, dashboardPassword: 'fifteen letters', ...more }
  return (await owner.client.call('clients.create', { params, body })).clientId
}

async function viewAs(clientId: string): Promise<void> {
  await page.goto(`${started.url}/app/na/clients?client=${clientId}`)
  await press('View as client')
  await bar().getByText('Viewing as Cleo Client').waitFor()
}

test('an admin views as a client, acts under both names, and leaves', async () => {
  const [tea, other] = [await agentNamed('Harbour Tea'), await agentNamed('Somebody else’s')]
  const clientId = await clientWith({
    widgetIDs: [tea],
    canAccess: ['/home', '/settings'],
    clientTabOrder: ['home'],
  })
  await viewAs(clientId)
  await page.waitForURL(`**/app/na/agents/${tea}/home`)
  await page.getByRole('heading', { name: 'Harbour Tea' }).waitFor()
  expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()).toEqual([
    'Home',
    'Settings',
  ])
  await bar().getByText('30 min left').waitFor()
  await lookAt(page, 'view-as-client')
  await page.setViewportSize({ width: 1280, height: 900 })
  // What is the client's own stays as it is.
  expect(await page.getByLabel('Online').isDisabled()).toBe(true)
  await press('Profile')
  await expect
    .poll(() => page.getByRole('menuitem', { name: 'Account' }).getAttribute('data-disabled'))
    .toBe('true')
  await page.keyboard.press('Escape')
  // No page of the agency, and no other agent.
  for (const path of [`/app/na/agents/${other}/overview`, '/app/na/clients', '/app/account']) {
    await page.goto(started.url + path)
    await page.waitForURL(`**/app/na/agents/${tea}/home`)
    await bar().waitFor()
  }

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: 'Core' }).click()
  await page.getByLabel('Agent Name').first().fill('Harbour Tea & Co')
  await press('Publish')
  await page.getByText('Published', { exact: true }).waitFor()

  // Another tab of the same browser stays the admin's.
  const beside = await page.context().newPage()
  await beside.goto(`${started.url}/app/na/clients`)
  await beside.getByRole('link', { name: 'Cleo Client' }).waitFor()
  expect(await beside.getByText('Viewing as').count()).toBe(0)
  await beside.close()

  await bar().getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('**/app/na/clients')
  await page.getByRole('link', { name: 'Cleo Client' }).waitFor()
  expect(await bar().count()).toBe(0)
  expect((await owner.client.call('clients.get', { params: { ...place(), clientId } })).status).toBe(
    'offline',
  )
  await page.goto(`${started.url}/app/na/audit`)
  const { displayName } = (await owner.client.call('auth.session', {})).user
  for (const words of ['began to view as Cleo Client', 'stopped viewing as Cleo Client'])
    await page.getByText(`${displayName} ${words}`).first().waitFor()
  await page.getByText(`${displayName} as Cleo Client`).first().waitFor()
})

test('a view whose time is over leads back to the clients, and says so', async () => {
  const tea = await agentNamed('Harbour Tea')
  const clientId = await clientWith({ widgetIDs: [tea], canAccess: ['/home'] })
  await page.clock.install()
  await viewAs(clientId)
  await page.getByRole('heading', { name: 'Harbour Tea' }).waitFor()
  await page.clock.fastForward('29:15')
  await bar()
    .getByText(/^\d+ s left$/)
    .waitFor()
  await page.clock.fastForward('01:00')
  await page.waitForURL('**/app/na/clients')
  await page.getByText('The time of viewing as Cleo Client is over.').waitFor()
  await page.getByRole('link', { name: 'Cleo Client' }).waitFor()
})

test('a view that is over elsewhere leads back to the clients, and says so', async () => {
  const tea = await agentNamed('Harbour Tea')
  const clientId = await clientWith({ widgetIDs: [tea], canAccess: ['/home'] })
  await viewAs(clientId)
  await page.getByRole('heading', { name: 'Harbour Tea' }).waitFor()
  await owner.client.call('clients.delete', { params: { ...place(), clientId } })
  await page.waitForURL('**/app/na/clients')
  await page.getByText('Viewing as Cleo Client has ended.').waitFor()
})

test('a client without an agent is seen as it is, and the view is left', async () => {
  await viewAs(await clientWith({ canAccess: ['/home'] }))
  await page.getByRole('heading', { name: 'No Access' }).waitFor()
  await lookAt(page, 'view-as-client-without-access')
  await bar().getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('**/app/na/clients')
  expect(pathOf()).toBe('/app/na/clients')
})
