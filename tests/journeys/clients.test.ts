/** Organizations and clients in a browser: both drawers, search, bulk actions, import, export and the transfer of credits. */
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
  { env: () => ({ CLIENT_SEATS: '4' }), expected: /40[0239] \(/ },
)

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const drawer = () => page.getByRole('dialog')
const place = () => ({ params: { region: 'na' as const, workspaceId: owner.workspaceId } })
const newOrganisation = async (body: object) =>
  (await owner.client.call('organisations.create', { ...place(), body })).organisationId
let nth = 0
const newClient = (orgId: string, name: string) =>
  owner.client.call('clients.create', {
    ...place(),
    body: { orgId, name, email: `journey${++nth}@example.com`, dashboardPassword: 'fifteen letters' },
  })

test('an agency adds an organization and a client, who has its agents, its access and a password shown once', async () => {
  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Harbour Tea', agentTemplate: 'blank-template' },
  })
  await owner.client.call('agency.initialize', place())
  await page.goto(`${started.url}/clients`)
  await page.getByText('No clients yet').waitFor()
  expect(new URL(page.url()).pathname).toBe('/app/na/clients')
  expect(await axeFindings(page)).toEqual([])
  await press('New client')
  await page.getByText('Add an organization first').waitFor()
  await press('New organization')
  await drawer().getByLabel('Name').fill('')
  await drawer().getByText('Organization name is required.').waitFor()
  await drawer().getByLabel('Name').fill('Acme')
  expect(await drawer().getByLabel('Conversations', { exact: true }).isChecked()).toBe(true)
  await drawer().getByLabel('Conversations', { exact: true }).uncheck()
  await drawer().getByRole('button', { name: 'Move Home down' }).click()
  expect(await drawer().getByLabel('Enable Billing').isDisabled()).toBe(true)
  await drawer().getByText('Connect Stripe account to enable billing features').waitFor()
  await press('Add organization')
  await page.getByText('Acme was added').waitFor()

  const [acme] = (await owner.client.call('organisations.names', place())).items
  await owner.client.call('organisations.save', {
    params: { ...place().params, organisationId: acme?.ID ?? '' },
    body: { widgetIDs: [agentCreated.ID] },
  })

  await press('New client')
  const password = await drawer().getByLabel('Dashboard password').inputValue()
  expect(password).toMatch(/^[A-Za-z0-9]{15}$/)
  await press('Add client')
  await drawer().getByRole('alert').first().waitFor()
  await drawer().getByText('Please fill out all fields.').first().waitFor()
  await drawer().getByLabel('Name').fill('Cleo Client')
  await drawer().getByLabel('Email').fill('Cleo@Example.com')
  expect(await drawer().getByLabel('Conversations', { exact: true }).isChecked()).toBe(false)
  // The only one of its organization.
  await drawer().getByText('Harbour Tea').waitFor()
  await lookAt(page, 'client-drawer')
  await page.setViewportSize({ width: 1280, height: 900 })
  await press('Add client')
  await drawer().getByText('Cleo Client was added').waitFor()
  await drawer().getByText(password, { exact: true }).waitFor()
  await drawer().getByText(`/client/login?agency=${place().params.workspaceId}`).waitFor()
  await press('Send the sign-in details')
  await drawer().getByRole('button', { name: 'Sign-in details sent' }).waitFor()
  await lookAt(page, 'client-sign-in-details')
  await page.setViewportSize({ width: 1280, height: 900 })
  await press('Done')
  await drawer().waitFor({ state: 'detached' })
  await page.getByText('cleo@example.com', { exact: true }).waitFor()
  await page.getByText('1 of 4 seats used').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await press('More actions')
  await page.getByRole('menuitem', { name: 'New organization' }).waitFor()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('link', { name: 'Cleo Client' }).click()
  expect(await drawer().getByLabel('Dashboard password').inputValue()).toBe('')
  await press('Replace')
  expect(await drawer().getByLabel('Dashboard password').inputValue()).toMatch(/^[A-Za-z0-9]{15}$/)
  await press('Save')
  await page.getByText('Updated client data').waitFor()
  const { items } = await owner.client.call('clients.list', { ...place(), query: {} })
  expect(items[0]).toMatchObject({ orgName: 'Acme', canAccess: expect.not.arrayContaining(['/convos']) })
  expect(items[0]?.widgetIDs).toHaveLength(1)

  await press('New client')
  await drawer().getByLabel('Name').fill('Other')
  await drawer().getByLabel('Email').fill('cleo@example.com')
  await press('Add client')
  await drawer().getByText('This email is already in use by another client.').waitFor()
})

test('clients are searched, sorted, moved and deleted together, by keyboard too, and looked at on a phone', async () => {
  const [acme, brew] = [await newOrganisation({ name: 'Acme' }), await newOrganisation({ name: 'Brew' })]
  for (const name of ['Zoe', 'Anna', 'Mia']) await newClient(acme, name)
  await page.goto(`${started.url}/app/na/clients?sort=name`)
  const names = () => page.getByRole('row').getByRole('link').allTextContents()
  await page.getByRole('link', { name: 'Zoe' }).waitFor()
  expect(await names()).toEqual(['Anna', 'Mia', 'Zoe'])
  await page.getByLabel('Search clients').fill('mia')
  await expect.poll(names).toEqual(['Mia'])
  expect(new URL(page.url()).searchParams.get('q')).toBe('mia')
  await page.getByLabel('Search clients').fill('')
  await expect.poll(names).toEqual(['Anna', 'Mia', 'Zoe'])
  await page.getByLabel('Select Anna').focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Select Zoe').check()
  await page.getByText('2 selected').waitFor()
  await lookAt(page, 'clients')
  await page.setViewportSize({ width: 1280, height: 900 })
  await press('Move')
  await page.getByRole('menuitem', { name: 'Brew' }).click()
  await page.getByText('2 clients moved to Brew').waitFor()
  await press('Undo')
  await page.getByText('2 clients as before').waitFor()
  await page.goto(`${started.url}/app/na/clients?org=${acme}&sort=name`)
  await expect.poll(names).toEqual(['Anna', 'Mia', 'Zoe'])
  await page.getByLabel('Select Anna').check()
  await page.getByLabel('Select Zoe').check()
  const exporting = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  const exported = await readFile(await (await exporting).path(), 'utf8')
  expect(exported.match(/^(?:Anna|Mia|Zoe)/gm)).toEqual(['Anna', 'Zoe'])
  await press('Move')
  await page.getByRole('menuitem', { name: 'Brew' }).click()
  await page.getByText('2 clients moved to Brew').waitFor()
  await page.goto(`${started.url}/app/na/clients?org=${brew}&sort=name`)
  await expect.poll(names).toEqual(['Anna', 'Zoe'])
  await page.getByLabel('Select all shown').check()
  await press('Delete')
  await press('Delete 2 clients')
  await page.getByText('2 clients deleted').waitFor()
  await page.getByText('No clients found').waitFor()
  await page.getByRole('tab', { name: 'Organizations' }).click()
  await page.getByRole('link', { name: 'Brew', exact: true }).waitFor()
  await lookAt(page, 'organizations')
})

test('organizations are changed and deleted together; one that can’t be stays selected, with the reason', async () => {
  await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Harbour Tea', agentTemplate: 'blank-template' },
  })
  const acme = await newOrganisation({ name: 'Acme' })
  for (const name of ['Brew', 'Cove']) await newOrganisation({ name })
  await newClient(acme, 'Zoe')
  await page.goto(`${started.url}/app/na/clients?organizations=true`)
  await page.getByLabel('Select Acme').check()
  await page.getByLabel('Select Brew').check()
  await press('Assign agents')
  await drawer().getByRole('combobox', { name: 'Agents' }).click()
  await page.getByRole('option', { name: 'Harbour Tea' }).click()
  await page.keyboard.press('Escape')
  await drawer().getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByText('2 organizations changed').waitFor()
  const listed = async () =>
    (await owner.client.call('organisations.list', { ...place(), query: {} })).items.map(
      ({ name, widgetIDs }) => [name, widgetIDs.length],
    )
  expect(await listed()).toEqual([
    ['Acme', 1],
    ['Brew', 1],
    ['Cove', 0],
  ])

  await page.getByLabel('Select all shown').check()
  await press('Delete')
  await press('Delete 3 organizations')
  await page.getByText('2 organizations deleted').waitFor()
  const bar = page.getByRole('toolbar', { name: 'Selected organizations' })
  await bar.getByText('Acme: This organization still has clients. Move or delete them first.').waitFor()
  await bar.getByText('1 selected').waitFor()
  await lookAt(page, 'organizations-refused')
  expect(await listed()).toEqual([['Acme', 1]])
})

test('all that match are selected, loaded or not, and organizations given credits together, which is undone', async () => {
  for (let nth = 10; nth < 65; nth++) await newOrganisation({ name: `Shop ${nth}`, allowBilling: true })
  for (const name of ['Acme', 'Zed']) await newOrganisation({ name })
  await page.goto(`${started.url}/app/na/clients?organizations=true`)
  await page.getByLabel('Select Acme').check()
  await press('Select all that match')
  const bar = page.getByRole('toolbar', { name: 'Selected organizations' })
  await bar.getByText('57 selected').waitFor()
  await press('Clear selection')
  for (const name of ['Acme', 'Shop 10', 'Shop 11']) await page.getByLabel(`Select ${name}`).check()
  await press('Give credits')
  await drawer().getByRole('button', { name: 'Give credits' }).click()
  await drawer().getByText('Please enter a valid amount to transfer.').waitFor()
  await drawer().getByLabel('Credits for each').fill('40')
  await drawer().getByText('120 credits in all, of 1,000 in the workspace').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('40 credits given to each of 2 organizations').waitFor()
  await bar.getByText(/^Acme: /).waitFor()
  await lookAt(page, 'organizations-credits')
  const balances = async () =>
    (await owner.client.call('organisations.list', { ...place(), query: { q: 'Shop 1' } })).items
      .slice(0, 3)
      .map(({ balance }) => balance)
  expect(await balances()).toEqual([40, 40, 0])
  await press('Undo')
  await page.getByText('2 organizations as before').waitFor()
  expect(await balances()).toEqual([0, 0, 0])
})

test('a file is imported: what cannot be is refused before and after, with the reason, and the passwords are saved once', async () => {
  const acme = await newOrganisation({ name: 'Acme' })
  await newClient(acme, 'Taken')
  const taken = `journey${nth}@example.com`
  await page.goto(`${started.url}/app/na/clients`)
  await press('Import and export')
  await page.getByRole('menuitem', { name: 'Import CSV' }).click()
  const rows = [
    'name,email',
    'Ada,ada.import@example.com',
    'Nobody,',
    `Double,${taken}`,
    'Bo,bo',
    'Cy,cy.import@example.com',
  ]
  await drawer()
    .locator('input[type=file]')
    .setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
  await drawer().getByText('3 clients will be added, 2 rows can’t be imported').waitFor()
  await drawer().getByText('Line 3: Nobody, –').waitFor()
  await drawer().getByText('Please enter a valid email').waitFor()
  await lookAt(page, 'import')
  await page.setViewportSize({ width: 1280, height: 900 })
  await press('Import 3 clients')
  await drawer().getByText('2 clients added, 3 rows refused').waitFor()
  await drawer().getByText('This email is already in use by another client.').waitFor()
  const downloading = page.waitForEvent('download')
  await press('Download passwords')
  const saved = await readFile(await (await downloading).path(), 'utf8')
  expect(saved).toMatch(/"Ada","ada\.import@example\.com","[A-Za-z0-9]{15}"/)
  await press('Done')
  await page.getByText('3 of 4 seats used').waitFor()
  await press('Import and export')
  const exporting = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export CSV' }).click()
  const exported = await readFile(await (await exporting).path(), 'utf8')
  expect(exported).toContain('Cy,cy.import@example.com,Acme')
})

test('credits go to an organization and back, and the history of the workspace says so', async () => {
  const acme = await newOrganisation({ name: 'Acme', allowBilling: true })
  await page.goto(`${started.url}/app/na/clients?organizations=true&organization=${acme}`)
  const amount = drawer().getByLabel('Amount of credits')
  await drawer().getByText('Its agents’ replies to visitors use its own credits first').waitFor()
  await drawer().getByLabel('Name').fill('Acme Ltd')
  await drawer().getByRole('tab', { name: 'Credits' }).click()
  await drawer().getByRole('button', { name: 'Transfer' }).click()
  await drawer().getByText('Please enter a valid amount to transfer.').waitFor()
  await amount.fill('2000')
  await page.keyboard.press('Enter')
  await drawer().getByText('Not enough credits in workspace.').waitFor()
  await amount.fill('250.5')
  await page.keyboard.press('Enter')
  await page.getByText('Credits transferred successfully!').waitFor()
  await drawer().getByText('+250.5').waitFor()
  await page.getByText('749 credits').waitFor()
  await lookAt(page, 'organization-drawer')
  await page.setViewportSize({ width: 1280, height: 900 })
  await drawer().getByText('To the workspace', { exact: true }).first().click()
  await amount.fill('300')
  await page.keyboard.press('Enter')
  await drawer().getByText('Not enough credits in org.').waitFor()
  await amount.fill('50.5')
  await page.keyboard.press('Enter')
  await drawer().getByText('−50.5').waitFor()
  // What was edited in another tab is still there.
  await drawer().getByRole('tab', { name: 'Settings' }).click()
  expect(await drawer().getByLabel('Name').inputValue()).toBe('Acme Ltd')
  await page.goto(`${started.url}/app/na/credits`)
  await page.getByText('Transfer to Acme').waitFor()
  await page.getByText('Transfer from Acme').waitFor()
  await page.getByText('+50.5').waitFor()
  await page.goto(`${started.url}/app/na/audit`)
  await page.getByText('250.5 credits').first().waitFor()
})

test('an organization has inbox rules, each saved as it is changed', async () => {
  const acme = await newOrganisation({ name: 'Acme' })
  await page.goto(`${started.url}/app/na/clients?organizations=true&organization=${acme}`)
  await drawer().getByRole('tab', { name: 'Inbox' }).click()
  const rules = async () => {
    const params = { ...place().params, organisationId: acme }
    const { predefinedTags, disallowAnyTags, enableCannedResponses, ...view } = await owner.client.call(
      'organisations.get',
      { params },
    )
    const { disableHandoff, smartHandoff, disableHandoffMessages } = view
    return {
      ...{ predefinedTags, disallowAnyTags, enableCannedResponses },
      ...{ disableHandoff, smartHandoff, disableHandoffMessages },
    }
  }
  const field = drawer().getByRole('combobox', { name: 'Predefined tags' })
  for (const tag of ['Order', 'Return']) {
    await field.fill(tag)
    await page.keyboard.press('Enter')
  }
  const named = (name: string) => drawer().getByRole('switch', { name })
  expect(await named('Enable human handoff').isChecked()).toBe(true)
  for (const name of ['Allow Only Predefined Tags', 'Enable Canned Responses', 'Disable Handoff Messages'])
    await named(name).click()
  await named('Enable human handoff').click()
  await expect.poll(rules).toEqual({
    ...{ predefinedTags: ['Order', 'Return'], disallowAnyTags: true, enableCannedResponses: true },
    ...{ disableHandoff: true, smartHandoff: false, disableHandoffMessages: true },
  })
  // Without handoff there is none to be smart about. The page learns of what was saved after the server.
  await expect.poll(() => named('Smart Handoff').isDisabled()).toBe(true)
  await lookAt(page, 'organization-inbox')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.reload()
  await drawer().getByText('Order', { exact: true }).waitFor()
  expect(await named('Enable human handoff').isChecked()).toBe(false)
  await named('Enable human handoff').click()
  await named('Smart Handoff').click()
  await expect.poll(async () => (await rules()).smartHandoff).toBe(true)
})

test('an organization without billing shows no transfer', async () => {
  const acme = await newOrganisation({ name: 'Acme' })
  await page.goto(`${started.url}/app/na/clients?organizations=true&organization=${acme}`)
  await drawer().getByText('SOON').waitFor()
  expect(await drawer().getByRole('tab', { name: 'Credits' }).count()).toBe(0)
  expect(await drawer().getByLabel('Amount of credits').count()).toBe(0)
  // An address of a tab that there is not shows the settings, with their buttons.
  await page.goto(`${page.url()}&organizationTab=credits`)
  await drawer().getByLabel('Name').fill('Acme Ltd')
  await press('Save')
  await page.getByText('Organization updated successfully!').waitFor()
})
