/** Whoever has the agency secret enters its clients' dashboard by an address that carries it, and nothing later does. */
import { expect, test } from 'vitest'
import { searchFiles } from '../src/search-files.ts'
import { type AtAgency, eachAtAgency } from './at-agency.ts'
import { lookAt } from './look-at.ts'

let started: AtAgency['started']
let owner: AtAgency['owner']
let team: AtAgency['team']
let open: AtAgency['open']

eachAtAgency(
  (given) => {
    ;({ started, owner, team, open } = given)
  },
  {
    // The refusals of a wrong secret and of an ended session.
    expected: /401 \(/,
  },
)

const place = () => ({ params: { region: 'na' as const, workspaceId: owner.workspaceId } })
const addressWith = (more: Record<string, string>) =>
  `${started.url}/client/login?${new URLSearchParams({ agency: owner.workspaceId, ...more })}`

async function agencyWithAgents(): Promise<{ secret: string; newest: string; other: string }> {
  const { client } = owner
  await client.call('agency.initialize', place())
  await client.call('agency.save', { ...place(), body: { name: 'Harbour & Sons' } })
  const agentNamed = async (agentName: string) =>
    (
      await client.call('rpc.convertAgentTemplateToAgent', {
        params: { region: 'na' },
        body: { agentName, agentTemplate: 'blank-template' },
      })
    ).agentCreated.ID
  const other = await agentNamed('Harbour Coffee')
  const newest = await agentNamed('Harbour Tea')
  await started.settled()
  const secret = (await client.call('agency.get', place())).agency?.secret ?? ''
  expect(secret).toHaveLength(25)
  return { secret, newest, other }
}

test('the agency secret signs in, and nothing that comes after carries it', async () => {
  const { secret, other } = await agencyWithAgents()
  const page = await open()
  const asked: { url: string; referer: string | undefined; at: string; body: string; path: string }[] = []
  const said: string[] = []
  const answers: { status: number; policy: string | undefined; path: string }[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('request', (request) => {
    const { pathname: path } = new URL(request.url())
    asked.push({
      ...{ url: request.url(), referer: request.headers().referer, at: page.url(), path },
      body: request.postData() ?? '',
    })
  })
  page.on('response', (response) => {
    const { pathname: path } = new URL(response.url())
    answers.push({ status: response.status(), policy: response.headers()['referrer-policy'], path })
  })
  await page.goto(addressWith({ secret }))
  await page.waitForURL('**/app/na/agents/*/home')
  const bar = page.getByRole('region', { name: 'Agency admin' })
  await bar.getByText('Signed in with the agency secret').waitFor()

  // The five pages in the order of the catalogue, with all agents of the owner.
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  expect(await entries.allTextContents()).toEqual([
    ...['Home', 'Conversations', 'Leads & Campaigns', 'Analytics & Metrics', 'Settings'],
  ])
  for (const label of await entries.allTextContents()) {
    await entries.filter({ hasText: label }).click()
    await page.getByRole('main').getByRole('heading').first().waitFor()
    expect(await page.getByRole('main').getByText('You are not allowed to do this.').count()).toBe(0)
  }
  await page.goto(`${started.url}/app/na/agents/${other}/home`)
  await bar.waitFor()
  expect(page.url()).toContain(other)
  await page.getByRole('button', { name: /Harbour Coffee/ }).waitFor()
  await lookAt(page, 'agency-admin')
  await page.setViewportSize({ width: 1280, height: 900 })

  const [first, ...others] = asked
  expect(first?.url).toContain(secret)
  expect(answers.find(({ path }) => path === '/client/login')?.policy).toBe('no-referrer')
  expect(others.filter(({ url, referer }) => `${url} ${referer}`.includes(secret))).toEqual([])
  // The browser fetches scripts and fonts ahead of the first script, which takes the secret out before any call.
  const calls = others.filter(({ path }) => path.startsWith('/api/'))
  expect(calls.length).toBeGreaterThan(10)
  expect(calls.filter(({ at }) => at.includes(secret))).toEqual([])
  const carrying = others.filter(({ body }) => body.includes(secret))
  expect(carrying.map(({ path }) => path)).toEqual(['/api/auth/client/agency-admin'])
  const kept = await page.evaluate(() =>
    JSON.stringify([
      ...[{ ...localStorage }, { ...sessionStorage }, document.cookie, window.name, history.state],
      ...[document.documentElement.outerHTML, document.referrer, location.href],
    ]),
  )
  expect(kept).not.toContain(secret)
  expect(JSON.stringify(await page.context().cookies())).not.toContain(secret)
  expect(said.join('\n')).not.toContain(secret)
  expect((await searchFiles(started.dataDir, [secret])).places).toEqual([])

  // Going back in the history does not show it either.
  await page.goBack()
  expect(page.url()).not.toContain(secret)
})

test('the agency sees the session in its settings and ends it, and the page leads to the sign-in', async () => {
  const { secret } = await agencyWithAgents()
  const page = await open()
  await page.goto(addressWith({ secret }))
  await page.getByRole('region', { name: 'Agency admin' }).waitFor()

  await team.goto(`${started.url}/app/na/agency`)
  await team.getByText('Sessions with the secret key').scrollIntoViewIfNeeded()
  await team.getByRole('button', { name: 'End session' }).waitFor()
  await lookAt(team, 'agency-admin-sessions')
  await team.setViewportSize({ width: 1280, height: 900 })
  await team.getByRole('button', { name: 'End session' }).scrollIntoViewIfNeeded()
  await team.getByRole('button', { name: 'End session' }).click()
  await team.getByText('Nobody is signed in with it.').waitFor()
  await page.waitForURL('**/client/login?*')
  await page.getByLabel('Email').waitFor()
  expect(page.url()).not.toContain(secret)
})

test('a wrong secret signs nobody in, and is gone from the address', async () => {
  await agencyWithAgents()
  const page = await open()
  await page.goto(addressWith({ secret: 'nobody has this secret' }))
  await page.getByText('Error occurred signing in with admin access.').waitFor()
  await page.getByLabel('Email').waitFor()
  expect(page.url()).toBe(addressWith({}))

  // Without an answer, it is said after ten seconds.
  await page.clock.install()
  const asked = page.waitForRequest('**/api/auth/client/agency-admin')
  await page.route('**/api/auth/client/agency-admin', () => {}, { times: 1 })
  await page.goto(addressWith({ secret: 'another secret' }))
  await asked
  await page.clock.fastForward(10_000)
  await page.getByText('Error occurred signing in with admin access.').waitFor()
  await page.getByLabel('Email').waitFor()
})

test('the admin signs out by the bar, and is asked to sign in again', async () => {
  const { secret } = await agencyWithAgents()
  const page = await open()
  await page.goto(addressWith({ secret }))
  await page.getByRole('region', { name: 'Agency admin' }).getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL('**/client/login?*')
  await page.getByText('Signed out successfully.').waitFor()
})

test('a link replaces no session of the team unasked', async () => {
  const { secret } = await agencyWithAgents()
  await team.goto(addressWith({ secret }))
  await team.getByText(/^You are signed in as Person \d+\.$/).waitFor()
  await lookAt(team, 'link-while-signed-in')
  await team.getByRole('link', { name: 'Stay signed in' }).click()
  await team.getByRole('link', { name: 'New Agent' }).first().waitFor()

  await team.goto(addressWith({ secret }))
  await team.getByRole('button', { name: 'Sign in with the link' }).click()
  await team.waitForURL('**/app/na/agents/*/home')
  await team.getByRole('region', { name: 'Agency admin' }).waitFor()
})
