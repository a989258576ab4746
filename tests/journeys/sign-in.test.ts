/** Signing in by mail, in a browser: a code to sign up with, to sign in with, to set a new password with. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailedCode } from '../src/sign-up.ts'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience } from './browser.ts'
import { lookAt } from './look-at.ts'

let started: TestPlatform
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  started = await startTestPlatform()
  browser = await launchBrowser()
})
beforeEach(async () => {
  context = await browser.newContext({ locale: 'en-GB' })
  context.setDefaultTimeout(patience)
  page = await context.newPage()
})
afterEach(() => context?.close())
afterAll(async () => {
  await browser?.close()
  await started?.stop()
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const code = (label = 'Verification Code') => page.getByLabel(label)

async function typeNewPerson(email: string) {
  await page.goto(`${started.url}/signup`)
  await page.getByLabel('Full Name').fill('Ada')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill('a long enough password')
  await press('Send Verification Code')
  await code().waitFor()
}

test('a wrong code is reported at the field, going back keeps the input, and a new code works', async () => {
  const email = 'ada@lamps.example'
  await typeNewPerson(email)
  await code().fill('000000')
  await press('Create')
  await page.getByText('This code is not right or not valid any more.').waitFor()
  expect(await code().evaluate((field) => field === document.activeElement)).toBe(true)

  await press('Cancel')
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Ada')
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  await press('Send Verification Code')
  await code().fill('1')
  await press('Resend Code')
  await page.getByText('A new code was sent.').waitFor()
  await expect.poll(() => code().inputValue()).toBe('')
  await started.settled()
  // The code of before a reload is still good; the password is in no storage.
  await page.reload()
  await page.getByText(`We sent a code to ${email}.`).waitFor()
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Ada')
  await page.getByRole('textbox', { name: 'Password' }).fill('a long enough password')
  await press('Enter the code')
  await code().fill(await mailedCode(started.url, email))
  await press('Create')
  await press('Skip & Go to Dashboard')
  await page.getByText('Create your first agent').waitFor()
})

test('signing up again with an account signs in to it, and only the mail says so', async () => {
  const { email, client } = await started.signUp()
  await typeNewPerson(email)
  await page.getByText(`We sent a code to ${email}.`).waitFor()
  await code().fill(await mailedCode(started.url, email, 'you have an account already'))
  await press('Create')
  await press('Skip & Go to Dashboard')
  await page.getByText('Create your first agent').waitFor()
  const { items } = await client.call('auth.listSessions', {})
  expect(items.map(({ method }) => method).sort()).toEqual(['one-time-code', 'sign-up'])
})

test('a code by mail signs in, and the redirect stays on this site', async () => {
  const { email } = await started.signUp()
  await page.goto(`${started.url}/login?next=${encodeURIComponent('/.//evil.example/')}`)
  await page.getByLabel('Email').fill(email)
  await press('Email Login Code')
  await code('Login Code').fill(await mailedCode(started.url, email, 'sign-in code'))
  await press('Sign In')
  // Nobody has been through the onboarding of this account, on whatever device it was made.
  await page.getByRole('heading', { name: 'Tell us about your company' }).waitFor()
  expect(page.url()).toContain(`${started.url}/onboarding`)
})

test('a forgotten password is replaced with a code, which ends earlier sessions', async () => {
  const { email, client } = await started.signUp()
  await page.goto(`${started.url}/forgot`)
  await page.getByLabel('Email').fill(email)
  await press('Send Verification Code')
  await code().fill(await mailedCode(started.url, email, 'password reset'))
  await page.getByRole('textbox', { name: 'New password' }).fill('another long password')
  await press('Set password')
  await press('Skip & Go to Dashboard')
  await page.getByText('Create your first agent').waitFor()
  await expect(client.call('auth.session', {})).rejects.toMatchObject({ status: 401 })
})

test('the step with the code fits a desktop and a phone, and is accessible', async () => {
  await typeNewPerson(`${'a-long-name.'.repeat(4)}@lamps.example`)
  await lookAt(page, 'sign-up-code')
})
