/** The bell of a client's dashboard: what waits for a person at its agents, and what its agency lets it be told. */
import { expect, test } from 'vitest'
import { type AtAgency, eachAtAgency } from './at-agency.ts'
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
  { expected: /a^/ },
)

const PASSWORD = 'fifteen letters'
const place = () => ({ params: { region: 'na' as const, workspaceId: owner.workspaceId } })

test('a client is told of a visitor who waits for a person, at once and under its bell', async () => {
  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Harbour Tea', agentTemplate: 'blank-template' },
  })
  const agent = { region: 'na' as const, agentId: agentCreated.ID }
  await owner.client.call('agents.save', {
    params: agent,
    body: { enableHumanHandoff: true, showHandoffEvenIfOffline: true },
  })
  await owner.client.call('agency.initialize', place())
  const { organisationId: orgId } = await owner.client.call('organisations.create', {
    ...place(),
    body: { name: 'Acme' },
  })
  const email = `cleo.${owner.workspaceId}@example.com`.toLowerCase()
  const { clientId } = await owner.client.call('clients.create', {
    ...place(),
    body: {
      ...{ orgId, name: 'Cleo Client', email, dashboardPassword: PASSWORD },
      ...{ widgetIDs: [agent.agentId], canAccess: ['/home', '/convos'] },
    },
  })
  const visitorAsks = async (text: string) => {
    const { conversationId, visitorToken } = await started
      .client()
      .call('conversations.start', { params: agent })
    const visitor = started.client(visitorToken)
    const params = { ...agent, conversationId }
    await visitor.call('conversations.send', { params, body: { id: 'm1', text } })
    await visitor.call('conversations.requestHandoff', { params })
    return conversationId
  }
  await visitorAsks('Where is my kettle?')
  const latest = await visitorAsks('Is the kettle back?')
  await started.settled()

  // One of both is told, the other one stays unread.
  const page = await open()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page
    .getByRole('alert')
    .getByText(/kettle/)
    .waitFor()
  await page.getByRole('button', { name: 'Notifications, some unread' }).press('Enter')
  const panel = page.getByRole('region', { name: 'Notifications' })
  await panel.getByText('“Where is my kettle?”').waitFor()
  expect(await panel.getByRole('button', { name: 'Show earlier' }).count()).toBe(0)
  await lookAt(page, 'client-notifications')
  await page.setViewportSize({ width: 1280, height: 900 })
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await panel.getByText('“Is the kettle back?”').click()
  await page.waitForURL(`**/app/na/agents/${agent.agentId}/convos?conversation=${latest}`)

  // Without being asked for.
  await visitorAsks('Nobody there?')
  await page.getByRole('alert').getByText('“Nobody there?”').waitFor()

  // The choices of members. On phones, an open conversation takes the place of the bar.
  await page.getByRole('alert').getByText('“Nobody there?”').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await panel.getByRole('button', { name: 'Notification settings' }).click()
  const choices = page.getByRole('region', { name: 'Notification settings' })
  await choices.getByText('E-mail', { exact: true }).click()
  await choices.getByText('Send push notifications').waitFor({ state: 'detached' })
  const settings = async () => {
    const params = { ...place().params, clientId }
    return (await owner.client.call('clients.get', { params })).notificationsSettings
  }
  await expect.poll(settings).toEqual({ notifyThrough: 'email', notifyIf: 'requestsOnly' })
  await lookAt(page, 'client-notification-settings')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.keyboard.press('Escape')

  await team.goto(`${started.url}/app/na/clients?client=${clientId}`)
  await team.getByRole('combobox', { name: 'Notify about' }).click()
  await team.getByRole('option', { name: 'Nothing' }).click()
  // As the client itself has chosen.
  expect(await team.getByRole('combobox', { name: 'Deliver via' }).inputValue()).toBe('E-mail')
  await team.getByRole('combobox', { name: 'Deliver via' }).click()
  await team.getByRole('option', { name: 'None' }).click()
  await animationsOver(team)
  await lookAt(team, 'client-drawer-notify')
  await team.setViewportSize({ width: 1280, height: 900 })
  await team.getByRole('button', { name: 'Save', exact: true }).click()
  await team.getByText('Updated client data').waitFor()
  expect(await settings()).toEqual({ notifyThrough: 'none', notifyIf: 'none' })
  await expect
    .poll(async () => {
      await page.reload()
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await panel.waitFor()
      return panel.getByText('Nothing yet').count()
    })
    .toBe(1)
})
