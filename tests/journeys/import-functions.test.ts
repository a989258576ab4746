/** Functions from an OpenAPI document, of which some are chosen, and from a cURL command, which is edited first. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person } from '../src/test-platform.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

let url: string
let page: Page
let owner: Person
eachSignedIn(
  (given) => {
    url = given.started.url
    page = given.page
    owner = given.person
  },
  // The browser reports the refused document.
  { expected: /400/ },
)

const order = { in: 'path', name: 'orderId', required: true, schema: { type: 'string' } }
const things = ['customers', 'invoices', 'refunds', 'payments', 'products', 'coupons', 'parcels', 'returns']
const document = {
  openapi: '3.1.0',
  info: { title: 'Lamp shop', version: '1' },
  servers: [{ url: 'https://api.lamps.example/v1' }],
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/orders/{orderId}': {
      get: { summary: 'Find an order', description: 'Tells when it arrives.', parameters: [order] },
    },
    '/pictures': {
      post: {
        summary: 'Add a picture',
        requestBody: { required: true, content: { 'image/png': { schema: { type: 'string' } } } },
      },
    },
    ...Object.fromEntries(things.map((name) => [`/${name}`, { get: { summary: `List ${name}` } }])),
  },
}
const tools = async () =>
  (await owner.client.call('tools.list', { params: { region: 'na' } })).items.map(
    ({ name, serverUrl, method, fields }) => ({ name, serverUrl, method, fields }),
  )

test('operations are chosen from a document, and their key is entered once', async () => {
  await page.goto(`${url}/app/na/integrations`)
  await page.getByRole('button', { name: 'Import' }).click()
  const drawer = page.getByRole('dialog')
  const source = drawer.getByLabel(/^Document, its address/)
  await source.fill('{"swagger": 1}')
  await drawer.getByRole('button', { name: 'Continue' }).click()
  await drawer.getByText('This is no OpenAPI document', { exact: false }).waitFor()
  expect(await source.inputValue()).toBe('{"swagger": 1}')
  await source.fill(JSON.stringify(document))
  await drawer.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('dialog', { name: 'Lamp shop' }).waitFor()
  expect(await drawer.getByRole('textbox', { name: 'Server' }).inputValue()).toBe(
    'https://api.lamps.example/v1',
  )
  const picture = drawer.getByRole('checkbox', { name: 'Add a picture' })
  expect(await picture.isDisabled()).toBe(true)
  await drawer.getByLabel('Search').fill('order')
  await drawer.getByText('List refunds').waitFor({ state: 'detached' })
  await drawer.getByRole('checkbox', { name: 'All that match' }).check()
  await drawer.getByLabel('Search').fill('')
  await drawer.getByRole('checkbox', { name: 'List refunds' }).check()
  await drawer.getByText('2 chosen of 10').waitFor()
  await drawer.getByLabel('token: key').fill('k-secret')
  await lookAt(page, 'functions-import')
  await drawer.getByRole('button', { name: 'Create 2 functions' }).click()
  await page.getByText('2 functions were created').waitFor()
  const key = { in: 'header', key: 'Authorization', type: 'string', value: 'Bearer k-secret' }
  expect(await tools()).toMatchObject([
    {
      ...{ name: 'Find an order', method: 'GET', serverUrl: 'https://api.lamps.example/v1/orders/{orderId}' },
      fields: [{ in: 'path', key: 'orderId', required: true }, key],
    },
    { name: 'List refunds', fields: [key] },
  ])

  // A second import offers the rest.
  await page.getByRole('button', { name: 'Import' }).click()
  await source.fill(JSON.stringify(document))
  await drawer.getByRole('button', { name: 'Continue' }).click()
  await drawer.getByText('There is a function for it already.').first().waitFor()
  expect(await drawer.getByRole('checkbox', { name: 'List refunds' }).isDisabled()).toBe(true)
})

test('a cURL command is opened as a function that is not saved yet', async () => {
  await page.goto(`${url}/app/na/integrations?tool=import`)
  const drawer = page.getByRole('dialog')
  await drawer
    .getByLabel(/^Document, its address/)
    .fill(`curl https://api.lamps.example/v1/tickets --json '{"subject": "Broken lamp", "urgent": true}'`)
  await drawer.getByRole('button', { name: 'Continue' }).click()
  const made = page.getByRole('dialog', { name: 'New function' })
  expect(await made.getByLabel('Name', { exact: false }).first().inputValue()).toBe('Tickets')
  await lookAt(page, 'function-of-curl')
  await made.getByRole('button', { name: 'Create' }).click()
  await made.getByText('Please describe what the tool does.').waitFor()
  await made
    .getByLabel(/^Description/)
    .first()
    .fill('Opens a ticket.')
  await made.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Tickets was saved').waitFor()
  expect(await tools()).toMatchObject([
    {
      ...{ name: 'Tickets', method: 'POST', serverUrl: 'https://api.lamps.example/v1/tickets' },
      fields: [
        { in: 'body', key: 'subject', type: 'string', defaultValue: 'Broken lamp' },
        { in: 'body', key: 'urgent', type: 'boolean', defaultValue: 'true' },
      ],
    },
  ])
})

test('the tools of an MCP server are asked for with its address, and a wrong one is said in words', async () => {
  await page.goto(`${url}/app/na/integrations?tool=import`)
  const drawer = page.getByRole('dialog')
  await drawer.getByText('MCP server').click()
  await drawer.getByLabel('Server URL').fill('http://127.0.0.1:1/mcp')
  await drawer.getByLabel('Credential').waitFor()
  await lookAt(page, 'functions-mcp')
  await drawer.getByRole('button', { name: 'Continue' }).click()
  await drawer.getByRole('alert').getByText('address', { exact: false }).waitFor()
})
