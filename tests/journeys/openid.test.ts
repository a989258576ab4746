/** Signing in with an OpenID provider in the browser: there and back, cancelled, and with the second step. */

import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from '../src/free-ports.ts'
import { type OpenIdDouble, startOpenIdProvider } from '../src/openid-provider.ts'
import { turnOnTwoFactor } from '../src/second-step.ts'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience } from './browser.ts'
import { lookAt } from './look-at.ts'
import { passOnboarding } from './signed-in.ts'

let provider: OpenIdDouble
let started: TestPlatform
let browser: Browser
const contexts: BrowserContext[] = []

beforeAll(async () => {
  const port = await freePort()
  provider = await startOpenIdProvider(() => `http://localhost:${port}`)
  started = await startTestPlatform({
    PORT: String(port),
    OIDC_CORP_ISSUER: provider.issuer,
    OIDC_CORP_CLIENT_ID: provider.clientId,
    OIDC_CORP_CLIENT_SECRET: provider.clientSecret,
    OIDC_CORP_LABEL: 'Corp',
  })
  browser = await launchBrowser()
})
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})
afterAll(async () => {
  await browser?.close()
  await started?.stop()
  await provider?.stop()
})

async function stranger(): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
  context.setDefaultTimeout(patience)
  contexts.push(context)
  return context.newPage()
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function signInAtProvider(page: Page, name: string): Promise<void> {
  await page.locator('input[name=login]').fill(name)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  // What the person lets Parley know.
  await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' })
  await page.locator('button[type=submit]').click()
}

test('a newcomer continues with their company, is led on, and comes back to the page they wanted', async () => {
  provider.people.set('nora', { email: 'nora@corp.example', email_verified: true, name: 'Nora Corp' })
  const page = await stranger()
  await page.goto(`${started.url}/login`)
  await page.getByRole('button', { name: 'Continue with Corp' }).waitFor()
  await lookAt(page, 'sign-in-providers')
  await page.goto(`${started.url}/signup`)
  await page.getByText('Europe', { exact: true }).click()
  await press(page, 'Continue with Corp')
  await signInAtProvider(page, 'nora')
  await page.waitForURL(/\/onboarding/)
  const { user } = await page.evaluate(async () => (await fetch('/api/auth/session')).json())
  expect(user).toMatchObject({ displayName: 'Nora Corp', region: 'eu' })

  await page.context().clearCookies({ name: 'parley_session' })
  await page.goto(`${started.url}/login?next=%2Fapp%2Faccount`)
  await press(page, 'Continue with Corp')
  // The provider knows the person still.
  await page.waitForURL(`${started.url}/app/account`)
})

test('whoever cancels or is not confirmed reads so, and the answer is in no address', async () => {
  const page = await stranger()
  await page.goto(`${started.url}/login`)
  await press(page, 'Continue with Corp')
  await page.getByRole('link', { name: /cancel/i }).click()
  await page.getByText('You cancelled signing in with Corp.').waitFor()
  expect(page.url()).toBe(`${started.url}/login`)
  await lookAt(page, 'sign-in-cancelled')
  await press(page, 'Back to sign-in')

  provider.people.set('liar', { email: 'liar@corp.example', email_verified: false })
  await press(page, 'Continue with Corp')
  await signInAtProvider(page, 'liar')
  await page.getByText('Corp has not confirmed your email address.').waitFor()

  // Opened without having begun.
  await page.goto(`${started.url}/login/openid/corp?code=abc&state=def`)
  await page.getByText('was started in another tab').waitFor()
  expect(page.url()).toBe(`${started.url}/login`)
})

test('an account with two-factor authentication is asked for its code', async () => {
  const person = await started.signUp()
  await passOnboarding(person)
  const app = await turnOnTwoFactor(person)
  provider.people.set('careful', { email: person.email, email_verified: true })
  const page = await stranger()
  await page.goto(`${started.url}/login`)
  await press(page, 'Continue with Corp')
  await signInAtProvider(page, 'careful')
  await page.getByLabel('Authenticator code').fill(app.code())
  await press(page, 'Sign In')
  await page.waitForURL(/\/app\//)
})
