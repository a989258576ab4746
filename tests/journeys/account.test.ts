/** The own account, in a browser: name, photo, address, password and deletion. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { turnOnTwoFactor } from '../src/second-step.ts'
import { mailedCode, signInAs } from '../src/sign-up.ts'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { axeFindings } from './axe-findings.ts'
import { patience } from './browser.ts'
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
  await page.getByRole('heading', { name: 'Sessions' }).waitFor()
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const text = (name: string) => page.getByRole('textbox', { name, exact: true })
const signInWith = (email: string, password: string) => signInAs(started.client(), { email, password })
const session = () => person.client.call('auth.session', {})

test('a person changes name and photo', async () => {
  await text('Full Name').fill('Ada Lovelace')
  await press('Save name')
  await page.getByText('Your name was changed').waitFor()
  expect((await session()).user.displayName).toBe('Ada Lovelace')

  const chosen = page.waitForEvent('filechooser')
  await press('Add photo')
  const buffer = await page.screenshot()
  await (await chosen).setFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Remove photo' }).waitFor()
  const { photoURL = '' } = (await session()).user
  expect(photoURL).toMatch(/^data:image\/jpeg;base64,/)
  expect(photoURL.length).toBeLessThan(60_000)
  await press('Remove photo')
  await page.getByRole('button', { name: 'Add photo' }).waitFor()
  expect((await session()).user.photoURL).toBeUndefined()
  expect(await axeFindings(page)).toEqual([])
})

test('a new address counts once its code was entered; the former one is told and free again', async () => {
  const email = `new-${person.email}`
  await text('New address').fill(email)
  const emailSection = page.getByRole('region', { name: 'Email', exact: true })
  await emailSection.getByRole('textbox', { name: 'Your password' }).fill('wrong')
  await press('Send code')
  await page.getByText('The password is not right.').waitFor()
  await emailSection.getByRole('textbox', { name: 'Your password' }).fill(person.password)
  await press('Send code')
  await page.getByText(`We sent a code to ${email}.`).waitFor()
  expect((await session()).user.email).toBe(person.email)
  await text('Verification Code').fill('000000')
  await press('Change address')
  await page.getByText('This code is not right or not valid any more.').waitFor()
  await text('Verification Code').fill(await mailedCode(started.url, email, 'confirms your new address'))
  await press('Change address')
  await page.getByText('Your address was changed').waitFor()

  expect((await session()).user.email).toBe(email)
  expect((await signInWith(email, person.password)).user.userId).toBe(person.userId)
  await expect(signInWith(person.email, person.password)).rejects.toMatchObject({ status: 401 })
  await started.settled()
  const { items } = await (await fetch(`${started.url}/dev/mail.json`)).json()
  expect(items).toContainEqual(
    expect.objectContaining({ to: person.email, subject: 'The address of your account was changed' }),
  )
})

test('the address of another account is never taken, and the answer does not tell of it', async () => {
  const other = await started.signUp()
  const body = { email: other.email, password: person.password }
  const { requestId } = await person.client.call('auth.requestEmailChange', { body })
  expect(requestId).toMatch(/./)
  await started.settled()
  const { items } = await (await fetch(`${started.url}/dev/mail.json`)).json()
  const [mail] = items.filter(
    ({ to, subject }: Record<string, string>) => to === other.email && /already/.test(subject!),
  )
  expect(mail).toMatchObject({ subject: 'This address has an account already' })
  expect(JSON.stringify(mail)).not.toMatch(/\b\d{6}\b/)
})

test('a new password needs the present one and ends all other sessions', async () => {
  const elsewhere = await signInWith(person.email, person.password)
  await text('Current password').fill('wrong')
  await text('New password').fill('another good password')
  await press('Change password')
  await page.getByText('The password is not right.').waitFor()
  await text('Current password').fill(person.password)
  await press('Change password')
  await page.getByText('Your password was changed').waitFor()
  await page.reload()
  await page.getByText('This browser').waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: 'End session' }).count(), { timeout: patience })
    .toBe(0)
  await expect(started.client(elsewhere.token).call('auth.listSessions', {})).rejects.toMatchObject({
    status: 401,
  })
  await expect(signInWith(person.email, person.password)).rejects.toMatchObject({ status: 401 })
  const again = await signInWith(person.email, 'another good password')
  const { items } = await started.client(again.token).call('auth.listSessions', {})
  expect(items).toHaveLength(2)
})

test('a person downloads what is known of the account, without its secrets', async () => {
  const secret = await turnOnTwoFactor(person)
  const downloaded = page.waitForEvent('download')
  await page.getByRole('region', { name: 'Your data' }).getByRole('button', { name: 'Download' }).click()
  const file = await downloaded
  expect(file.suggestedFilename()).toBe('account.json')
  const text = await readFile(await file.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    profile: { userId: person.userId, email: person.email },
    workspaces: [{ workspaceId: person.workspaceId, role: 'owner' }],
    signIn: { password: true, recoveryCodesLeft: 10, passkeys: [] },
    sessions: [{ current: true, method: 'sign-up' }],
    history: [
      { what: 'Signed up' },
      { what: 'Began to set up two-factor authentication' },
      { what: 'Turned two-factor authentication on' },
    ],
  })
  for (const kept of ['argon2', person.token, secret.recoveryCodes[0]]) expect(text).not.toContain(kept)
})

test('an account is deleted with its password, and its address is free again', async () => {
  await page.evaluate(() => localStorage.setItem('parley_test', 'Ada'))
  await press('Delete account')
  const dialog = page.getByRole('dialog')
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('wrong')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await dialog.getByText('The password is not right.').waitFor()
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(person.password)
  // Other requests are refused before the answer arrives.
  await page.route('**/api/auth/delete-account', async (route) => {
    const answer = await route.fetch()
    await page.waitForResponse((response) => response.status() === 401)
    await route.fulfill({ response: answer })
  })
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await page.waitForURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('parley_test'))).toBeNull()
  await expect(signInWith(person.email, person.password)).rejects.toMatchObject({ status: 401 })
  const { engines } = started.platform.regions.get('na')!
  const log = await engines.eventStore.readStream(`user-${person.userId}`)
  expect(log.map(({ type }) => type)).toEqual(['UserSignedUp', 'AccountDeleted', 'PersonErased'])
})
