/** The monthly report of an organization: switched on, previewed and sent by the team, and downloaded by a client. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { pastEvents, shortConversation } from '../src/past-events.ts'
import { type AtAgency, eachAtAgency } from './at-agency.ts'
import { axeFindings } from './axe-findings.ts'
import { lookAt } from './look-at.ts'

let started: AtAgency['started']
let team: AtAgency['team']
let owner: AtAgency['owner']
let open: AtAgency['open']

eachAtAgency(
  (given) => {
    ;({ started, team, owner, open } = given)
  },
  { expected: /^$/ },
)

const PASSWORD = 'fifteen letters'
const place = () => ({ params: { region: 'na' as const, workspaceId: owner.workspaceId } })
const now = new Date()
const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 10, 12))
const month = last.toISOString().slice(0, 7)

/** An organization whose client may see figures, and with three conversations in the last month. */
async function acme() {
  await owner.client.call('agency.initialize', place())
  await owner.client.call('agency.save', { ...place(), body: { name: 'Pine & Co' } })
  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Harbour Tea', agentTemplate: 'blank-template' },
  })
  const { organisationId } = await owner.client.call('organisations.create', {
    ...place(),
    body: { name: 'Acme' },
  })
  const email = `cleo.${owner.workspaceId}@example.com`.toLowerCase()
  await owner.client.call('clients.create', {
    ...place(),
    body: {
      ...{ orgId: organisationId, name: 'Cleo Client', email, dashboardPassword: PASSWORD },
      ...{ widgetIDs: [agentCreated.ID], canAccess: ['/home', '/analytics'] },
    },
  })
  const past = pastEvents(started, owner)
  for (let nth = 0; nth < 3; nth += 1) {
    past.at = last.getTime() + nth * 60_000
    const conversationId = `${agentCreated.ID.slice(0, 8)}talk${nth}`
    const at = new Date(past.at).toISOString()
    const said = shortConversation({ agentId: agentCreated.ID, conversationId, at, grounded: true })
    await past.append('conversation', conversationId, said)
  }
  await started.settled()
  return { organisationId, email, agentId: agentCreated.ID }
}

/** The words of what is downloaded meanwhile. */
async function downloaded(page: Page, act: () => Promise<void>): Promise<{ name: string; words: string }> {
  const downloading = page.waitForEvent('download')
  await act()
  const file = await downloading
  const bytes = new Uint8Array(await readFile(await file.path()))
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true })
  return { name: file.suggestedFilename(), words: text.replace(/\s+/g, ' ') }
}

test('the team switches it on, looks at it and has it sent', async () => {
  const { organisationId } = await acme()
  await team.goto(
    `${started.url}/app/na/clients?organizations=true&organization=${organisationId}&organizationTab=report`,
  )
  const section = team.getByRole('region', { name: 'Monthly report' })
  const { name, words } = await downloaded(team, () => section.getByRole('link', { name: 'Preview' }).click())
  expect(name).toBe(`Acme-report-${month}.pdf`)
  expect(words).toContain('Pine & Co')
  expect(words).toContain('Conversations 3')
  await section.getByRole('switch').click()
  await section.getByText('Sent to Cleo Client. Next on', { exact: false }).waitFor()
  await section.getByRole('switch').scrollIntoViewIfNeeded()
  await lookAt(team, 'monthly-report')
  await section.getByRole('button', { name: 'Send now to me' }).click()
  await team.getByText('The report is on its way to you').waitFor()
  await team.reload()
  await section.getByText('Sent to Cleo Client. Next on', { exact: false }).waitFor()
})

test('a client downloads the report of a month', async () => {
  const { email, agentId } = await acme()
  const page = await open()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByRole('heading', { name: 'Harbour Tea' }).waitFor()
  await page.goto(`${started.url}/app/na/agents/${agentId}/analytics`)
  await page.getByRole('button', { name: 'Monthly report' }).click()
  const months = page.getByRole('menuitem')
  await months.first().waitFor()
  // None from before the first conversation.
  expect(await months.count()).toBe(1)
  await page.screenshot({ path: 'test-results/looks/monthly-reports-menu.png' })
  expect(await axeFindings(page)).toEqual([])
  const { name, words } = await downloaded(page, () => months.first().click())
  expect(name).toBe(`Acme-report-${month}.pdf`)
  expect(words).toContain('Conversations 3')
})
