/** An agency's e-mail sending domain in a real browser: added, its records copied, verified, and deleted. */
import { startTestDns, type TestDns } from '@parley/agency/domains/test-dns.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

let dns: TestDns
let page: Page
let started: TestPlatform
let person: Person
let nth = 0
let domain = ''

beforeAll(async () => {
  dns = await startTestDns()
})
afterAll(() => dns?.stop())
beforeEach(() => {
  domain = `northwind${++nth}.example`
  dns.mood('well')
})
eachSignedIn(
  (given) => {
    ;({ page, started, person } = given)
  },
  {
    // Chromium reports the refusals that the form shows, and the failures that a test makes.
    expected: /email\/domains|agency\/email-domain/,
    env: () => ({
      ...{ DNS_SERVERS: dns.address, MAIL_RETURN_MX: 'mail.parley.example' },
      MAIL_FROM: 'Parley <no-reply@parley.example>',
    }),
  },
)

const sees = (text: string) => page.getByText(text, { exact: true }).first().waitFor()
const status = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()
const place = () => ({ params: { region: 'na', workspaceId: person.workspaceId } }) as const
const view = () => person.client.call('emailDomains.get', place())
async function openTab() {
  await page.goto(`${started.url}/app/na/agency?tab=email`)
  await sees('E-mail sending domain')
}
async function addByCall() {
  await person.client.call('agency.initialize', place())
  return (await person.client.call('emailDomains.add', { params: { region: 'na', domain }, body: {} })).data
}
const verifyByCall = (emailDomainId: string) =>
  person.client.call('emailDomains.verify', { params: { region: 'na', emailDomainId } })
test('a domain is added, its records are copied, it is verified while the page watches, and deleted', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${started.url}/app/na/agency`)
  await page.getByRole('tab', { name: 'Email', exact: true }).click()
  await page.waitForURL(/tab=email/)
  const field = page.getByLabel('Domain', { exact: true })
  const add = page.getByRole('button', { name: 'Add domain' })
  await add.click()
  await sees('Please enter your root domain, such as youragency.com')
  await field.fill(`mail.${domain}`)
  await field.press('Enter')
  await sees(`Please enter your root domain: "${domain}"`)
  await field.fill('parley.example')
  await add.click()
  await sees('This domain is already added.')
  await field.fill(` ${domain.toUpperCase()} `)
  await add.click()
  await sees('Domain added successfully! Please add the DNS records.')
  await status('Not started')

  const table = page.getByRole('table', { name: 'DNS records' })
  expect(await table.getByRole('columnheader', { includeHidden: true }).allTextContents()).toEqual([
    ...['Status', 'Type', 'Name', 'Value', 'Priority', 'TTL'],
  ])
  const rows = table.getByRole('row', { includeHidden: true })
  const mx = rows.filter({ hasText: 'mail.parley.example' })
  await mx.getByRole('button', { name: 'Copy 10', exact: true }).waitFor()
  await mx.getByRole('button', { name: 'Copy Auto', exact: true }).waitFor()
  await table.getByRole('button', { name: /^Copy v=DKIM1/ }).click()
  await table.getByRole('button', { name: /^v=DKIM1.* copied$/ }).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const { records } = await view()
  expect(copied).toBe(records[2]?.value)

  await page.getByRole('button', { name: 'How to add records' }).click()
  await page.getByRole('dialog', { name: 'How to add records' }).getByText('DMARC').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Verify' }).click()
  await sees('Domain verification pending..')
  await status('Pending')
  dns.setAll(records)
  await sees('Domain verification successful..')
  await status('Verified')
  await sees(`Mails to your clients come from no-reply@${domain}.`)
  await expect.poll(() => table.getByText('Verified', { exact: true }).count()).toBe(4)
  expect(await page.getByRole('button', { name: 'Verify' }).count()).toBe(0)

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete e-mail sending domain' })
  await dialog.getByText(`Are you sure you want to delete ${domain}?`).waitFor()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await sees('Domain deleted successfully..')
  await field.waitFor()
})

test('failures are said with their state, and calls that fail in the words of the specification', async () => {
  const { id, records } = await addByCall()
  await openTab()
  await page.route('**/email/domains/**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'Verify' }).click()
  await sees('Failed to verify domain. Please try again.')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await sees('Failed to delete domain. Please try again.')
  await page.unroute('**/email/domains/**')
  await lookAt(page, 'agency-email-not-started')
  dns.setAll(records)
  dns.set(records[2]?.host ?? '', { TXT: ['v=DKIM1; k=rsa; p=MIIB'] })
  await verifyByCall(id)
  await status('Failure')
  await lookAt(page, 'agency-email-failure')
  await page.setViewportSize({ width: 1280, height: 900 })
  dns.mood('failing')
  await status('Temporary failure')
  await lookAt(page, 'agency-email-temporary-failure')
  await page.setViewportSize({ width: 1280, height: 900 })
  dns.mood('well')
  dns.setAll(records)
  await status('Verified')
  await lookAt(page, 'agency-email-verified')
})

test('without a domain, while it loads, and when it could not be loaded', async () => {
  await person.client.call('agency.initialize', place())
  await openTab()
  await lookAt(page, 'agency-email-empty')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.route('**/email/domains/**', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.getByLabel('Domain', { exact: true }).fill(domain)
  await page.getByRole('button', { name: 'Add domain' }).click()
  await sees('Failed to add domain')
  await page.unroute('**/email/domains/**')
  await page.route('**/agency/email-domain', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.reload()
  await sees('The e-mail sending domain could not be loaded')
  await page.unroute('**/agency/email-domain')
  await page.getByRole('button', { name: 'Try again' }).click()
  await sees('E-mail sending domain')
})
