/** Clients of an agency whom an address signs in: by a login token, a token of the agency's own, or name and password. */
import { createHmac, randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
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
    // Refusals of tokens and passwords, and a call that a test cuts.
    expected: /(?:40[13]) \(|ERR_FAILED/,
  },
)

const PASSWORD = 'fifteen letters'
let nth = 0
const place = () => ({ params: { region: 'na' as const, workspaceId: owner.workspaceId } })

async function clientOf(): Promise<{ email: string; clientId: string; orgId: string; agentId: string }> {
  await owner.client.call('agency.initialize', place())
  await owner.client.call('agency.save', { ...place(), body: { name: 'Harbour & Sons' } })
  const { organisationId: orgId } = await owner.client.call('organisations.create', { ...place(), body: {} })
  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Harbour Tea', agentTemplate: 'blank-template' },
  })
  const email = `cleo${++nth}@example.com`
  const body = { orgId, name: 'Cleo Client', email, dashboardPassword: PASSWORD }
  const { clientId } = await owner.client.call('clients.create', {
    ...place(),
    body: { ...body, widgetIDs: [agentCreated.ID], canAccess: ['/home'] },
  })
  return { email, clientId, orgId, agentId: agentCreated.ID }
}
const tokenOf = async (clientId: string) =>
  (await owner.client.call('clients.createLoginToken', { params: { ...place().params, clientId } })).token
const addressWith = (more: Record<string, string>) =>
  `${started.url}/client/login?${new URLSearchParams({ agency: owner.workspaceId, ...more })}`
const atHome = (page: Page, agentId: string) => page.waitForURL(`**/app/na/agents/${agentId}/home`)

test('a login token signs a client in, and is gone from the address before anything else is asked for', async () => {
  const { clientId, agentId } = await clientOf()
  const token = await tokenOf(clientId)
  const page = await open()
  const asked: { url: string; referer: string | undefined; at: string }[] = []
  page.on('request', (request) => {
    asked.push({ url: request.url(), referer: request.headers().referer, at: page.url() })
  })
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/rpc/validateClientLoginToken', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(addressWith({ token }))
  await page.getByRole('heading', { name: 'Setting up your account...' }).waitFor()
  await page.getByText("Welcome aboard! We're preparing your personalized dashboard.").waitFor()
  expect(page.url()).toBe(addressWith({}))
  expect(await page.evaluate(() => 'takenQuery' in window)).toBe(false)
  await lookAt(page, 'client-login-token')
  await page.setViewportSize({ width: 1280, height: 900 })
  goOn()
  await atHome(page, agentId)
  await page.getByText('Signed in successfully.').waitFor()

  const [first, ...others] = asked
  expect(first?.url).toContain(token)
  expect(others.filter(({ url, referer }) => `${url} ${referer}`.includes(token))).toEqual([])
  const calls = others.filter(({ url }) => url.includes('/api/'))
  expect(calls.length).toBeGreaterThan(2)
  expect(calls.filter(({ at }) => at.includes(token))).toEqual([])
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain(token)

  // Opened again, it signs nobody in.
  const other = await open()
  await other.goto(addressWith({ token }))
  await other.getByText('This sign-in link is no longer valid. Please go back and open it again.').waitFor()
  await other.getByRole('button', { name: 'Try Again' }).waitFor()
  await lookAt(other, 'client-login-token-failed')
})

test('a login token that could not be sent is tried again', async () => {
  const { clientId, agentId } = await clientOf()
  const page = await open()
  await page.route('**/rpc/validateClientLoginToken', (route) => route.abort(), { times: 1 })
  await page.goto(addressWith({ token: await tokenOf(clientId) }))
  await page.getByText('You could not be signed in automatically.').waitFor()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await atHome(page, agentId)
})

test('a client whose access is disabled reads why, and gets back to the sign-in page', async () => {
  const { clientId, orgId } = await clientOf()
  const token = await tokenOf(clientId)
  await owner.client.call('organisations.save', {
    params: { ...place().params, organisationId: orgId },
    body: { disableClientAccess: true, disableClientAccessMessage: 'Closed until Monday.' },
  })
  const page = await open()
  await page.goto(addressWith({ token }))
  await page.getByRole('heading', { name: 'No Access' }).waitFor()
  await page.getByText('Closed until Monday.').waitFor()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.getByLabel('Email').waitFor()
})

test('an address with name and password signs in, or leaves the name in the form', async () => {
  const { email, agentId } = await clientOf()
  const page = await open()
  await page.goto(addressWith({ username: email, password: 'wrong password' }))
  await page.getByText('The email or the password is not right.').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  expect(page.url()).toBe(addressWith({}))
  expect(await page.getByRole('button', { name: 'Try Again' }).count()).toBe(0)
  await page.goto(addressWith({ username: email, password: PASSWORD }))
  await atHome(page, agentId)
  expect(page.url()).not.toContain(encodeURIComponent(email))
})

test('a link replaces the session of another client only after a question, and that of the same one at once', async () => {
  const [cleo, other] = [await clientOf(), await clientOf()]
  const page = await open()
  await page.goto(addressWith({ token: await tokenOf(cleo.clientId) }))
  await atHome(page, cleo.agentId)
  await page.goto(addressWith({ token: await tokenOf(cleo.clientId) }))
  await atHome(page, cleo.agentId)
  await page.goto(addressWith({ token: await tokenOf(other.clientId) }))
  await page.getByText('You are signed in as Cleo Client.').waitFor()
  await page.getByRole('link', { name: 'Stay signed in' }).click()
  await atHome(page, cleo.agentId)
  await page.goto(addressWith({ username: other.email, password: PASSWORD }))
  await page.getByText('You are signed in as Cleo Client.').waitFor()
  await page.getByRole('button', { name: 'Sign in with the link' }).click()
  await atHome(page, other.agentId)
})

test('an agency makes a secret, signs a client in with it from its own product, and takes it back', async () => {
  const { email, clientId, agentId } = await clientOf()
  await team.goto(`${started.url}/app/na/agency`)
  await team.getByText('There is no secret yet.').waitFor()
  await team.getByRole('button', { name: 'How it works' }).click()
  const example = (await team.getByLabel('example for Node.js').first().textContent()) ?? ''
  expect(example).toContain(`.setIssuer('${owner.workspaceId}')`)
  const [, aud = ''] = /setAudience\('([^']+)'\)/.exec(example) ?? []
  const [, address = ''] = /redirect\(`([^$]+)\$/.exec(example) ?? []
  await lookAt(team, 'agency-single-sign-on-how-to')
  await team.setViewportSize({ width: 1280, height: 900 })
  await team.getByRole('button', { name: 'Done' }).click()

  await team.getByRole('button', { name: 'Create Secret' }).click()
  await team.getByText('Copy it now: it is not shown again.').waitFor()
  const secret = (await team.getByLabel('secret for single sign-on', { exact: true }).textContent()) ?? ''
  expect(secret).toHaveLength(43)
  await lookAt(team, 'agency-single-sign-on-secret')
  await team.setViewportSize({ width: 1280, height: 900 })
  await team.getByRole('button', { name: 'Done' }).click()
  await team.getByText('Your secret was made').waitFor()
  expect(await team.locator('body').innerHTML()).not.toContain(secret)
  await team.getByText('Your secret was made').scrollIntoViewIfNeeded()
  await lookAt(team, 'agency-single-sign-on')
  await team.setViewportSize({ width: 1280, height: 900 })

  const signed = () => {
    const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const exp = Math.floor(Date.now() / 1000) + 60
    const claims = { iss: owner.workspaceId, aud, sub: clientId, email, exp, jti: randomUUID() }
    const content = `${encoded({ alg: 'HS256' })}.${encoded(claims)}`
    return `${address}${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
  }
  const page = await open()
  await page.goto(signed())
  await atHome(page, agentId)
  await page.getByText('Signed in successfully.').waitFor()

  await team.getByRole('button', { name: 'Remove Secret' }).click()
  await team.getByRole('dialog').getByRole('button', { name: 'Remove Secret' }).click()
  await team.getByText('There is no secret yet.').waitFor()
  const other = await open()
  await other.goto(signed())
  await other.getByText('This sign-in link is no longer valid. Please go back and open it again.').waitFor()
})
