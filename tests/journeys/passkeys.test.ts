/** Passkeys in a browser with a virtual authenticator: added, used to sign in, renamed, removed. */
import type { Page } from 'playwright-core'
import { beforeEach, test } from 'vitest'
import { turnOnTwoFactor } from '../src/second-step.ts'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

let started: TestPlatform
let page: Page
let person: Person

eachSignedIn(
  (given) => {
    ;({ started, page, person } = given)
  },
  // Chromium reports each refusal of a wrong password or passkey itself.
  { expected: /status of 40[13]/ },
)
beforeEach(async () => {
  await addAuthenticator(page)
  await page.goto(`${started.url}/app/account`)
  await page.getByText('You have no passkeys yet.').waitFor()
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = () => page.getByRole('dialog')

async function add(name: string) {
  await press('Add passkey')
  await dialog().getByLabel('Name', { exact: true }).fill(name)
  await dialog().getByLabel('Your password', { exact: true }).fill(person.password)
  await press('Continue')
  await page.getByText(name, { exact: true }).waitFor()
}

async function toSignIn() {
  await page.context().clearCookies()
  await page.goto(`${started.url}/login?next=${encodeURIComponent('/app/account')}`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
}

test('a passkey signs in without password and second step, and is renamed and removed', async () => {
  await press('Add passkey')
  await dialog().getByLabel('Your password', { exact: true }).fill('wrong')
  await press('Continue')
  await page.getByText('The password is not right.').waitFor()
  await lookAt(page, 'add-passkey')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await add('Work laptop')
  await page.getByText('never used').waitFor()
  await lookAt(page, 'account-passkeys')

  await turnOnTwoFactor(person)
  await toSignIn()
  await lookAt(page, 'sign-in-passkey')
  await press('Sign in with a passkey')
  await page.waitForURL(`${started.url}/app/account`)
  await page.getByText('last used').waitFor()

  await press('Rename Work laptop')
  await dialog().getByLabel('Name', { exact: true }).fill('Old laptop')
  await dialog().getByRole('button', { name: 'Rename' }).click()
  await press('Remove Old laptop')
  await page.getByText('You have no passkeys yet.').waitFor()

  await toSignIn()
  await press('Sign in with a passkey')
  await page.getByText('This passkey does not sign in to any account here.').waitFor()
})
