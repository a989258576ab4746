/** Two-factor authentication, in a browser: set up, signing in with it, recovery codes, turning it off. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { appCode } from '../src/second-step.ts'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { patience } from './browser.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

let started: TestPlatform
let page: Page
let person: Person

eachSignedIn(
  (given) => {
    ;({ started, page, person } = given)
  },
  // Chromium reports each refusal of a wrong password or code itself.
  { expected: /status of 40[13]/ },
)
beforeEach(async () => {
  await page.goto(`${started.url}/app/account`)
  await page.getByRole('button', { name: 'Set up', exact: true }).waitFor()
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const text = (name: string) => page.getByRole('textbox', { name, exact: true })
const dialog = () => page.getByRole('dialog')

/** Returns the secret of the app and the recovery codes. */
async function turnOn() {
  await press('Set up')
  await dialog().getByLabel('Your password', { exact: true }).fill(person.password)
  await press('Continue')
  const key = page.getByLabel('Key for the app', { exact: true })
  const secret = ((await key.textContent()) ?? '').replaceAll(' ', '')
  await text('Code that the app shows').fill(appCode(secret))
  await press('Turn on')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  return { secret, recoveryCodes: await codes.allTextContents() }
}

async function signInAgain() {
  await page.context().clearCookies()
  await page.goto(`${started.url}/login?next=${encodeURIComponent('/app/account')}`)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await press('Sign In')
  await text('Authenticator code').waitFor()
}

test('is set up with an app, asked for at sign-in, and turned off again', async () => {
  await press('Set up')
  await dialog().getByLabel('Your password', { exact: true }).fill('wrong')
  await press('Continue')
  await page.getByText('The password is not right.').waitFor()
  await dialog().getByLabel('Your password', { exact: true }).fill(person.password)
  await press('Continue')
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  await text('Code that the app shows').fill('000000')
  await press('Turn on')
  await page.getByText('This code is not right or was used already.').waitFor()
  await lookAt(page, 'two-factor-set-up')
  await dialog().getByRole('button', { name: 'Cancel' }).click()

  const { secret, recoveryCodes } = await turnOn()
  expect(recoveryCodes).toHaveLength(10)
  await lookAt(page, 'recovery-codes')
  const downloaded = page.waitForEvent('download')
  await dialog().getByRole('button', { name: 'Download' }).click()
  expect(await readFile(await (await downloaded).path(), 'utf8')).toBe(`${recoveryCodes.join('\n')}\n`)
  await press('I saved them')
  await page.getByText('10 of 10 are left').waitFor()
  await lookAt(page, 'account-two-factor')

  await signInAgain()
  await lookAt(page, 'second-step')
  await text('Authenticator code').fill('000000')
  await press('Sign In')
  await page.getByText('This code is not right or was used already.').waitFor()
  // Each code is taken once: this is the one after that of the set-up, also if 30 seconds end meanwhile.
  await text('Authenticator code').fill(appCode(secret, 1))
  await press('Sign In')
  await page.waitForURL(`${started.url}/app/account`)
  await page.getByText('10 of 10 are left').waitFor()

  await press('Turn off')
  await text('Your password, or a code that the app shows').fill(person.password)
  await dialog().getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('Two-factor authentication is off', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Set up', exact: true }).waitFor()
})

test('a recovery code signs in without the app, once, and new ones replace the others', async () => {
  const { recoveryCodes } = await turnOn()
  await press('I saved them')
  await signInAgain()
  await press('Use a recovery code')
  await text('Recovery code').fill(recoveryCodes[0] ?? '')
  await press('Sign In')
  await page.waitForURL(`${started.url}/app/account`)
  await page.getByText('9 of 10 are left').waitFor()

  await press('Replace codes')
  await text('Your password, or a code that the app shows').fill(person.password)
  await dialog().getByRole('button', { name: 'Replace codes' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  const [renewed = ''] = await codes.allTextContents()
  await press('I saved them')
  await page.getByText('10 of 10 are left').waitFor()

  await signInAgain()
  await press('Use a recovery code')
  for (const spent of recoveryCodes.slice(0, 2)) {
    await text('Recovery code').fill(spent)
    await press('Sign In')
    await page.getByText('This code is not right or was used already.').waitFor()
  }
  await text('Recovery code').fill(renewed)
  await press('Sign In')
  await page.waitForURL(`${started.url}/app/account`, { timeout: patience })
})

test('a new password by mail asks for the second step too, and going back keeps nothing', async () => {
  await turnOn()
  await press('I saved them')
  await signInAgain()
  await press('Cancel')
  await page.getByRole('heading', { name: 'Sign In' }).waitFor()
  await page.goto(`${started.url}/app/account`)
  await page.waitForURL(/\/login/)
})
