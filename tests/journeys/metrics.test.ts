/** What a workspace used its credits for: the five usage charts, as charts, by keyboard, as tables and as CSV. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

const region = 'na' as const
let started: TestPlatform
let person: Person
let page: Page

eachSignedIn(
  (given) => {
    ;({ started, person, page } = given)
  },
  // Of the test that lets the call fail.
  { expected: /503/ },
)

const part = (name: string) => page.getByRole('region', { name, exact: true })
const metrics = () => page.goto(`${started.url}/app/na/metrics`)

/** An agent with a conversation of so many replies, each of which costs a credit. */
async function agentWithReplies(agentName: string, replies: number): Promise<string> {
  const { agentCreated } = await person.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName, agentTemplate: 'blank-template' },
  })
  const params = { region, agentId: agentCreated.ID }
  const { conversationId, visitorToken } = await started
    .client()
    .call('conversations.start', { params, body: {} })
  const path = `/api/na/v2/public/agents/${agentCreated.ID}/conversations/${conversationId}/messages`
  for (let nth = 0; nth < replies; nth++) {
    const response = await fetch(started.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${visitorToken}`,
        accept: 'application/json',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ id: `m${nth}-${conversationId}`, text: 'When do you open?' }),
    })
    expect(response.status).toBe(200)
  }
  await started.settled()
  return agentCreated.ID
}

test('shows that nothing was used yet, and leads to the agents', async () => {
  await page.getByRole('link', { name: 'Metrics' }).click()
  await page.getByRole('heading', { name: 'No usage in this period' }).waitFor()
  await page.getByRole('link', { name: 'Open agents' }).click()
  await page.waitForURL(/\/agents/)
})

test('shows the usage by feature and agent and over time, and leads to an agent’s analytics', async () => {
  const tea = await agentWithReplies('Harbour Tea', 3)
  await agentWithReplies('Kestrel Cycles', 1)
  await metrics()
  await part('Credits usage').getByText('4 credits').waitFor()
  await part('Credits usage').getByText('$0.00').waitFor()
  const agents = page.getByRole('table', { name: 'Usage across agents' })
  expect(await agents.getByRole('row').allInnerTexts()).toEqual([
    expect.stringMatching(/Agent\s+Credits\s+Share/),
    expect.stringMatching(/Harbour Tea\s+3\s+75%/),
    expect.stringMatching(/Kestrel Cycles\s+1\s+25%/),
  ])
  await page
    .getByRole('table', { name: 'Usage across features' })
    .getByRole('row', { name: /Replies\s+4\s+100%/ })
    .waitFor()
  // The built-in answerer uses no tokens.
  await part('LLM tokens usage').getByText('No data in this period.').waitFor()
  await page.getByRole('button', { name: 'What Credits usage by agent means' }).focus()
  await page.getByRole('tooltip').getByText('Grants and transfers are not usage').waitFor()
  await page.keyboard.press('Escape')
  await lookAt(page, 'metrics')
  await page.setViewportSize({ width: 1280, height: 900 })
  await agents.getByRole('link', { name: 'Harbour Tea' }).click()
  await page.waitForURL(new RegExp(`/agents/${tea}/analytics\\?.*group=cost`))
})

test('is read by keyboard, as tables and as CSV', async () => {
  await agentWithReplies('Harbour Tea', 2)
  await metrics()
  const chart = part('Credits usage by agent').getByRole('slider', { name: 'Credits usage by agent by day' })
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('End')
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/, 2, Harbour Tea: 2$/)
  await page.getByText('Table', { exact: true }).click()
  await page.waitForURL(/table=true/)
  const table = page.getByRole('table', { name: 'Credits usage by agent by day' })
  await table.getByRole('columnheader', { name: 'Harbour Tea' }).waitFor()
  await expect.poll(() => table.getByRole('row').count()).toBe(31)
  await page.getByText('7 days', { exact: true }).click()
  await expect.poll(() => table.getByRole('row').count()).toBe(8)
  await table.getByRole('button').first().click()
  await page.waitForURL(/from=.*to=/)
  const hours = page.getByRole('table', { name: 'Credits usage by agent by hour' })
  await expect.poll(() => hours.getByRole('row').count()).toBeGreaterThan(20)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^usage-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}\.csv$/)
  const headers = { cookie: `parley_session=${person.token}` }
  const text = await (await fetch(download.url(), { headers })).text()
  expect(text.trimEnd().split('\r\n')).toEqual([
    expect.stringContaining(
      'Day,Agent,Agent ID,Used for,Model,Charges,Input tokens,Output tokens,Credits,Paid by',
    ),
    expect.stringMatching(/^\d{4}-\d{2}-\d{2},Harbour Tea,\w+,Replies,built-in,2,0,0,2,Workspace,$/),
  ])
})

test('says what happened when it can’t be loaded, and tries again', async () => {
  await page.route('**/usage?*', (route) => route.fulfill({ status: 503, body: '{}' }))
  await metrics()
  await page.getByRole('heading', { name: 'Metrics could not be loaded' }).waitFor()
  await page.unroute('**/usage?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'No usage in this period' }).waitFor()
})
