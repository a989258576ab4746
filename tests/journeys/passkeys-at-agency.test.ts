/** A passkey that a member of an agency adds at the agency's domain signs in there. */
import { startTestDns, type TestDns } from '@parley/agency/domains/test-dns.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domainsIn, signUpAgency } from '../src/agency-domain.ts'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience } from './browser.ts'
import { lookAt } from './look-at.ts'
import { passOnboarding } from './signed-in.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

const domain = 'app.studio.example'
let dns: TestDns
let parley: TestPlatform
let owner: Person
let browser: Browser
let url: string
beforeAll(async () => {
  dns = await startTestDns()
  parley = await startTestPlatform(domainsIn(dns))
  url = `http://${domain}:${new URL(parley.url).port}`
  owner = await signUpAgency(domain, { parley, dns })
  await passOnboarding(owner)
  browser = await launchBrowser({ localHosts: domain, secureOrigin: url })
})
afterAll(async () => {
  await browser?.close()
  await parley?.stop()
  await dns?.stop()
})

test('is added, signs in, and is listed at the product with its domain', async () => {
  const context = await browser.newContext({ locale: 'en-GB' })
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  await addAuthenticator(page)
  await page.goto(`${url}/login?next=${encodeURIComponent('/app/account')}`)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByText('You have no passkeys yet.').waitFor()
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Studio laptop')
  await dialog.getByLabel('Your password', { exact: true }).fill(owner.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('never used').waitFor()
  expect(await passkeyOn(page)).not.toContain('signs in at')

  await context.clearCookies()
  await page.goto(`${url}/login?next=${encodeURIComponent('/app/account')}`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('last used').waitFor()

  await context.addCookies([{ name: 'parley_session', value: owner.token, url: parley.url }])
  await page.goto(`${parley.url}/app/account`)
  await page.getByText('Studio laptop').waitFor()
  expect(await passkeyOn(page)).toContain(`signs in at ${domain}`)
  await lookAt(page, 'account-passkey-of-domain')
  await context.close()
})

const passkeyOn = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Studio laptop' }).innerText()
