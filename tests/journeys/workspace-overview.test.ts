/** What there is to do over all agents of a workspace, how they do beside each other, and their report by mail. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

const region = 'na' as const
let started: TestPlatform
let person: Person
let page: Page

eachSignedIn((given) => {
  ;({ started, person, page } = given)
})

const part = (name: string) => page.getByRole('region', { name, exact: true })

async function agent(agentName: string): Promise<string> {
  const { agentCreated } = await person.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName, agentTemplate: 'blank-template' },
  })
  const params = { region, agentId: agentCreated.ID }
  const { data } = await person.client.call('agents.get', { params })
  const body = { ...data, enableHumanHandoff: true, showHandoffEvenIfOffline: true }
  await person.client.call('agents.save', { params, body })
  return agentCreated.ID
}

async function visit(agentId: string, text: string) {
  const params = { region, agentId }
  const { conversationId, visitorToken } = await started
    .client()
    .call('conversations.start', { params, body: {} })
  const path = `/api/na/v2/public/agents/${agentId}/conversations/${conversationId}/messages`
  const response = await fetch(started.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${visitorToken}`,
      accept: 'application/json',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ id: `m-${conversationId}`, text }),
  })
  expect(response.status).toBe(200)
  return { conversationId, call: started.client(visitorToken) }
}

test('a workspace without agents begins with one', async () => {
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await page.getByRole('heading', { name: 'No agents yet' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'New Agent' }).click()
  await page.getByText('Create a new AI agent').waitFor()
})

test('shows who waits and what was not answered, with the agent of each, as it happens', async () => {
  const [tea, bikes] = [await agent('Harbour Tea'), await agent('Kestrel Cycles')]
  await page.goto(`${started.url}/app/na/overview`)
  await part('Waiting for a person').getByText('Nobody waits for a person.').waitFor()
  await part('Problems')
    .getByText(/Harbour Tea/)
    .waitFor()
  const { conversationId, call } = await visit(tea, 'Where is my parcel?')
  await call.call('conversations.requestHandoff', { params: { region, agentId: tea, conversationId } })
  const row = part('Waiting for a person').getByRole('listitem')
  await row.getByText('Harbour Tea · Where is my parcel?').waitFor()
  await visit(bikes, 'Do you rent tandems?')
  await page.reload()
  const question = part('Not answered').getByRole('listitem').filter({ hasText: 'Do you rent tandems?' })
  await question.getByText(/Kestrel Cycles · /).waitFor()
  await question.getByRole('button', { name: 'Answer this: Do you rent tandems?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Answer this question' })
  await dialog.getByLabel('Answer', { exact: true }).fill('Yes, two of them.')
  await dialog.getByRole('button', { name: 'Add to knowledge' }).click()
  await question.waitFor({ state: 'detached' })
  await row.getByRole('link', { name: /^Visitor / }).click()
  await page.waitForURL(new RegExp(`/agents/${tea}/convos\\?.*conversation=${conversationId}`))
})

test('compares the agents, sorts them by keyboard, and leads to each figure', async () => {
  const [tea, bikes] = [await agent('Harbour Tea'), await agent('Kestrel Cycles')]
  for (const text of ['When do you open?', 'Where are you?']) await visit(tea, text)
  await visit(bikes, 'Do you rent tandems?')
  await started.settled()
  await page.goto(`${started.url}/app/na/overview`)
  const table = page.getByRole('table', { name: 'Agents' })
  const names = () =>
    table
      .getByRole('row')
      .getByRole('link', { name: /^(Harbour Tea|Kestrel Cycles)$/ })
      .allInnerTexts()
  await expect.poll(names).toEqual(['Harbour Tea', 'Kestrel Cycles'])
  await part('All agents').getByRole('listitem').filter({ hasText: 'Conversations' }).getByText('3').waitFor()
  const head = table.getByRole('columnheader', { name: 'Conversations' })
  expect(await head.getAttribute('aria-sort')).toBe('descending')
  await head.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect.poll(names).toEqual(['Kestrel Cycles', 'Harbour Tea'])
  expect(await head.getAttribute('aria-sort')).toBe('ascending')
  await table.getByRole('button', { name: 'Agent' }).click()
  await expect.poll(names).toEqual(['Harbour Tea', 'Kestrel Cycles'])
  await page.waitForURL(/column=name/)
  await lookAt(page, 'workspace-overview')
  await page.setViewportSize({ width: 1280, height: 900 })
  await table.getByRole('link', { name: 'Conversations of Harbour Tea: 2' }).click()
  await page.waitForURL(new RegExp(`/agents/${tea}/analytics\\?.*behind=conversations`))
  await expect.poll(() => page.getByRole('dialog').getByRole('link').count()).toBe(2)
  await page.goBack()
  await table.getByRole('link', { name: 'Kestrel Cycles', exact: true }).click()
  await page.waitForURL(new RegExp(`/agents/${bikes}/overview`))
})

test('mails a report that somebody scheduled, previewed and asked for, until they stop it', async () => {
  await agent('Harbour Tea')
  const saved = () =>
    person.client.call('reports.get', { params: { region, workspaceId: person.workspaceId } })
  await page.goto(`${started.url}/app/na/overview`)
  await page.getByRole('link', { name: 'Report by mail' }).click()
  await page.waitForURL(/\/workspace#report$/)
  const report = part('Report by mail')
  await report.getByText('Weekly', { exact: true }).click()
  await expect.poll(saved).toMatchObject({ frequency: 'weekly', recipientIds: [person.userId], mine: true })
  await report.getByRole('combobox', { name: 'Day' }).click()
  await page.getByRole('option', { name: 'Thursday' }).click()
  await expect.poll(saved).toMatchObject({ weekday: 4 })
  await report.getByText('Next report').waitFor()
  await lookAt(page, 'report-settings')
  await page.setViewportSize({ width: 1280, height: 900 })
  await report.getByRole('button', { name: 'Preview' }).click()
  const drawer = page.getByRole('dialog', { name: /^Weekly report of / })
  const mail = drawer.frameLocator('iframe')
  await mail.getByRole('heading', { name: /^Weekly report of / }).waitFor()
  await mail.getByText('Harbour Tea').waitFor()
  await lookAt(page, 'report-preview')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.keyboard.press('Escape')
  await report.getByRole('button', { name: 'Send it to me now' }).click()
  await page.getByText('The report is on its way to you').waitFor()
  const outbox = async () => {
    const { items } = await (await fetch(`${started.url}/dev/mail.json`)).json()
    return items.filter(
      (item: { to: string; subject: string }) =>
        item.to === person.email && item.subject.startsWith('Weekly report of '),
    )
  }
  await expect.poll(outbox).toHaveLength(1)
  await report.getByRole('button', { name: 'Stop sending it to me' }).click()
  await expect.poll(saved).toMatchObject({ recipientIds: [], mine: false })
  await report.getByText('Not sent while nobody gets it').waitFor()
})
