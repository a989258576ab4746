/** Credentials are connected in a browser, through consent at an authorization server: one of an API, and an MCP server. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthorizationServerDouble, startAuthorizationServer } from '../src/authorization-server.ts'
import { freePort } from '../src/free-ports.ts'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience } from './browser.ts'
import { lookAt } from './look-at.ts'
import { type SignedIn, signIn } from './signed-in.ts'

let double: AuthorizationServerDouble
let started: TestPlatform
let browser: Browser
let owner: Person
let signedIn: SignedIn

beforeAll(async () => {
  double = await startAuthorizationServer()
  started = await startTestPlatform({
    ...{ REGIONS: 'na', PORT: String(await freePort()) },
    ALLOW_PRIVATE_ADDRESSES: double.hosts.join(','),
  })
  browser = await launchBrowser()
  owner = await started.signUp()
  const params = { region: 'na', agentId: 'connected001' } as const
  await owner.client.call('agents.save', { params, body: { title: 'Shop assistant' } })
  signedIn = await signIn(browser, started, owner)
  signedIn.page.setDefaultTimeout(patience)
})
afterAll(async () => {
  await signedIn?.context.close()
  await browser?.close()
  await started?.stop()
  await double?.stop()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const wide = (page: Page) => page.setViewportSize({ width: 1280, height: 900 })
const cleanAddress = (page: Page) => expect(page.url()).not.toMatch(/code=|state=/)

test('an API is connected, refused once, and connected again', async () => {
  const { page } = signedIn
  await page.goto(`${started.url}/app/na/credentials?credential=new`)
  await page.getByLabel('Kind').selectOption('OAuth 2 authorization code')
  await page.getByText('Redirect address').waitFor()
  const redirectUri = `${started.url}/app/connected/${owner.workspaceId}`
  await page.getByText(redirectUri).waitFor()
  await lookAt(page, 'credential-new-authorization-code')
  await wide(page)
  const { application, secret } = double.addClient(redirectUri)
  await page.getByLabel('Name').fill('Shop')
  await page.getByLabel('Authorization URL').fill(`${double.issuer}/authorize`)
  await page.getByLabel('Token URL').fill(`${double.issuer}/token`)
  await page.getByLabel('Client ID', { exact: false }).first().fill(application)
  await page.getByLabel('Client secret').fill(secret)
  await page.getByRole('combobox', { name: 'Sent to' }).fill(new URL(double.mcpUrl).host)
  await page.keyboard.press('Enter')
  await press(page, 'Create')
  await page.getByText('Shop was saved').waitFor()
  await page.getByText('Functions that use it fail until it is connected.').waitFor()
  await lookAt(page, 'credential-not-connected')
  await wide(page)

  await press(page, 'Connect')
  await press(page, 'Deny')
  await page.getByRole('heading', { name: 'The credential was not connected' }).waitFor()
  await page.getByText('Access was not granted at the authorization server.').waitFor()
  cleanAddress(page)
  await lookAt(page, 'credential-denied')
  await wide(page)
  await press(page, 'Back')

  await press(page, 'Connect')
  await press(page, 'Allow')
  await page.getByText('The credential was connected').waitFor()
  await page.getByText('Its access is renewed by itself.').waitFor()
  cleanAddress(page)
  await lookAt(page, 'credential-connected')
  await wide(page)
  const [credential] = (await owner.client.call('credentials.list', { params: { region: 'na' } })).items
  expect(credential?.connection).toMatchObject({ state: 'connected', userId: owner.userId })

  // Its settings change, and with them what the access is for.
  await page.getByLabel('Scopes').fill('orders stock')
  await press(page, 'Save')
  await page.getByText('Its settings were changed.').waitFor()
  await press(page, 'Connect again')
  await press(page, 'Allow')
  await page.getByText('Its access is renewed by itself.').waitFor()

  // The answer of another tab is not taken.
  await page.goto(`${started.url}/app/connected?code=x&state=y`)
  await page.getByText('was begun in another tab').waitFor()
  await press(page, 'Back')
  await page.getByRole('link', { name: 'Shop' }).waitFor()
  await lookAt(page, 'credentials-connected')
  await wide(page)
}, 300_000)

test('an MCP server is connected from its import, which goes on with its tools', async () => {
  const { page } = signedIn
  await page.goto(`${started.url}/app/na/integrations?tool=import`)
  await page.getByText('MCP server', { exact: true }).click()
  await page.getByLabel('Server URL').fill(double.mcpUrl)
  await press(page, 'Continue')
  await page.getByText('This server asks for an authorization').waitFor()
  await lookAt(page, 'functions-mcp-connect')
  await wide(page)
  await press(page, 'Connect')
  await press(page, 'Allow')
  await page.getByText('The credential was connected').waitFor()
  cleanAddress(page)
  await expect.poll(() => page.getByLabel('Server URL').inputValue()).toBe(double.mcpUrl)
  await lookAt(page, 'functions-mcp-connected')
  await wide(page)
  await press(page, 'Continue')
  await page.getByRole('checkbox', { name: 'All', exact: true }).check()
  await press(page, 'Create 1 function')
  await page.getByText('1 function was created').waitFor()
  const [tool] = (await owner.client.call('tools.list', { params: { region: 'na' } })).items
  const call = { params: { region: 'na' as const, toolId: tool?.id ?? '' }, body: { values: { id: '7' } } }
  expect(await owner.client.call('tools.test', call)).toMatchObject({
    outcome: 'ok',
    response: 'Order 7 arrives tomorrow.',
  })
  // What was refused, and the answer of the server that asks for an authorization.
  const expected = /status of (400|403|422).*\/(credentials|tool-imports)/
  const there = `third party: ${double.issuer}/`
  const others = signedIn.watched.faults.filter((fault) => !fault.startsWith(there))
  expect(others.filter((fault) => !expected.test(fault))).toEqual([])
}, 300_000)
