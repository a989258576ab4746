/** An agency moves an organization to its workspace of another region, by a file, and sees what was left out. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
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
  { env: () => ({ CLIENT_SEATS: '6' }), expected: /400 \(/ },
)

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (name: RegExp) => page.getByRole('dialog', { name })

/** An organization with an agent that has knowledge, and with two clients. */
async function organisationWithClients() {
  const { client, workspaceId } = owner
  const params = { region: 'na', workspaceId } as const
  const agentId = 'lampshop1'
  await client.call('agents.save', {
    params: { region: 'na', agentId },
    body: {
      ...{ title: 'Lamp shop', enableNodes: false, vg_systemPrompt: 'Sell lamps.' },
      vfSettings: { apiKey: 'key of a platform' },
    },
  })
  await client.call('knowledge.addText', {
    params: { region: 'na', agentId },
    body: { name: 'Lamps', content: 'A lamp costs nine euros.' },
  })
  const { organisationId } = await client.call('organisations.create', {
    params,
    body: { name: 'Lichthaus', widgetIDs: [agentId] },
  })
  for (const name of ['Cleo', 'Carl'])
    await client.call('clients.create', {
      params,
      body: {
        ...{ orgId: organisationId, name, email: `${name.toLowerCase()}@lichthaus.example` },
        ...{ dashboardPassword: 'fifteen letters', widgetIDs: [agentId] },
      },
    })
  const of = { params: { region: 'na' as const, agentId } }
  const { conversationId, visitorToken } = await started.client().call('conversations.start', of)
  const visitor = started.client(visitorToken)
  const chat = { params: { ...of.params, conversationId } }
  await visitor.call('conversations.identify', { ...chat, body: { name: 'Wim', email: 'w@example.com' } })
  await visitor.call('conversations.send', { ...chat, body: { id: 'm1', text: 'What does a lamp cost?' } })
  await started.settled('na')
  return organisationId
}

test('an organization is made a file of and imported in the other region, with a preview, progress and a summary', async () => {
  const organisationId = await organisationWithClients()
  await owner.client.call('workspaces.create', {
    params: { region: 'eu' },
    body: { workspaceName: 'Lampenladen' },
  })
  await page.goto(
    `${started.url}/app/na/clients?organizations=true&organization=${organisationId}&organizationTab=snapshot`,
  )
  await press('Make a snapshot')
  const making = dialog(/^Snapshot of/)
  await making.getByText(/without passwords/).waitFor()
  await making.getByRole('checkbox', { name: 'Conversations and leads' }).check()
  await making.getByRole('button', { name: 'Make snapshot', exact: true }).click()
  const link = making.getByRole('link', { name: /^Download/ })
  await link.waitFor()
  await making.getByText(/1 agent, 1 source, 2 clients, 1 conversation, 1 lead/).waitFor()
  await making.getByText('Lamp shop: Dialog platform').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await lookAt(page, 'organization-snapshot')
  await page.setViewportSize({ width: 1280, height: 900 })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^lichthaus-[\d-]+\.json\.gz$/)
  const path = await download.path()
  expect((await readFile(path)).length).toBeGreaterThan(100)

  // One client stays, so that its address is taken; the other moves.
  const { items } = await owner.client.call('clients.list', {
    params: { region: 'na', workspaceId: owner.workspaceId },
    query: { q: 'cleo' },
  })
  await owner.client.call('clients.delete', {
    params: { region: 'na', workspaceId: owner.workspaceId, clientId: items[0]?.ID ?? '' },
  })
  await started.settled('na')

  await page.goto(`${started.url}/app/eu/clients`)
  await press('Import and export')
  await page.getByRole('menuitem', { name: 'Import organization' }).click()
  const importing = dialog(/^Import an organization/)
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'a.gz', mimeType: 'application/gzip', buffer: Buffer.from('nothing') })
  await importing.getByText('This file is no snapshot of an organization.').waitFor()
  await input.setInputFiles(path)
  await importing
    .getByText('Will be made: 1 agent, 1 source of knowledge, 1 client, 1 conversation, 1 lead')
    .waitFor()
  await importing.getByText('carl@lichthaus.example').waitFor()
  await importing.getByText('Lamp shop: Dialog platform').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await lookAt(page, 'organization-import')
  await page.setViewportSize({ width: 1280, height: 900 })
  // The preview stays where it was after a reload.
  await page.reload()
  await importing.getByRole('button', { name: 'Import organization', exact: true }).click()
  await importing.getByText('The organization was imported, but for what is listed here.').waitFor()
  await importing.getByText(/^Client 2 of the file: This email is already in use/).waitFor()
  await lookAt(page, 'organization-imported')
  await page.setViewportSize({ width: 1280, height: 900 })
  await press('Open organization')
  const drawer = dialog(/Lichthaus/)
  expect(await drawer.getByLabel('Name').inputValue()).toBe('Lichthaus')
  await page.goto(`${started.url}/app/eu/clients`)
  await page.getByText('cleo@lichthaus.example').waitFor()

  // What was said is read there, and nobody can answer it.
  const { items: agents } = await owner.client.call('agents.list', { params: { region: 'eu' }, query: {} })
  const moved = agents.find(({ title }) => title === 'Lamp shop')?.ID ?? ''
  await page.goto(`${started.url}/app/eu/agents/${moved}/convos`)
  await page.getByText('Wim').first().click()
  await page.getByText('What does a lamp cost?').last().waitFor()
  await page
    .getByText('This conversation took place in another workspace. Its visitor can’t be reached from here.')
    .waitFor()
  await page.getByLabel('Note for the team').waitFor()
  expect(await page.getByRole('button', { name: 'Take over' }).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await lookAt(page, 'moved-conversation')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${started.url}/app/eu/clients`)

  await press('Import and export')
  await page.getByRole('menuitem', { name: 'Import organization' }).click()
  await importing.getByRole('button', { name: 'Show', exact: true }).click()
  // As if an agent could not be deleted.
  const answer = '**/organisation-imports/*'
  await page.route(answer, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    const preview = await response.json()
    const problems = ['Lamp shop: Something went wrong.']
    const isRemoved = preview.import.state === 'removed'
    const shown = isRemoved ? { ...preview.import, state: 'partly-removed', problems } : preview.import
    await route.fulfill({ response, json: { ...preview, import: shown } })
  })
  await importing.getByRole('button', { name: 'Remove what this import made' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await importing.getByText('What was imported was removed, but for what is listed here.').waitFor()
  await importing.getByRole('list', { name: 'Not removed' }).getByText('Lamp shop: Something').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await lookAt(page, 'organization-partly-removed')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.unroute(answer)
  await importing.getByRole('button', { name: 'Remove the rest' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await importing.getByText('What was imported was removed.', { exact: true }).waitFor()
  await importing.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('No clients yet').waitFor()
})
