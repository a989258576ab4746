/**
 * A team in browsers: the owner invites a newcomer, who joins by the link of the mail, sees only what they may, and is
 * removed while a page is open.
 */

import { createClient } from '@parley/contracts/client.ts'
import { memberPresets } from '@parley/contracts/workspace/member-permissions.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { mailedCode } from '../src/sign-up.ts'
import { type Person, routes, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { axeFindings } from './axe-findings.ts'
import { launchBrowser, patience } from './browser.ts'
import { type SignedIn, signIn } from './signed-in.ts'

let started: TestPlatform
let browser: Browser
const contexts: BrowserContext[] = []

beforeAll(async () => {
  started = await startTestPlatform({ WORKSPACE_SEATS: '3' })
  browser = await launchBrowser()
})
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})
afterAll(async () => {
  await browser?.close()
  await started?.stop()
})

async function signedIn(person: Person): Promise<SignedIn> {
  const given = await signIn(browser, started, person)
  contexts.push(given.context)
  return given
}

async function stranger(): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
  context.setDefaultTimeout(patience)
  contexts.push(context)
  return context.newPage()
}

const explanationOf = (role: string) => memberPresets.find(({ name }) => name === role)?.explanation

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function inviteByMail(page: Page, email: string, role: string): Promise<void> {
  await page.goto(`${started.url}/app/na/workspace`)
  await page.getByLabel('Email to invite').fill(email)
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: `${role} ${explanationOf(role)}`, exact: true }).click()
  await press(page, 'Invite')
  await page.getByText(`Successfully invited ${email}`).waitFor()
  await page.getByRole('button', { name: `Revoke ${email}` }).waitFor()
}

async function linkMailedTo(address: string): Promise<string> {
  const patient = AbortSignal.timeout(patience)
  for (;;) {
    patient.throwIfAborted()
    await started.settled()
    const { items } = await (await fetch(`${started.url}/dev/mail.json`)).json()
    const mail = items.find(
      ({ to, subject }: { to: string; subject: string }) => to === address && subject.includes('invited you'),
    )
    const [path] = /\/app\/join#\S+/.exec(mail?.text ?? '') ?? []
    if (path) return started.url + path
  }
}

test('a newcomer joins by the link of the mail, sees what a viewer may, and is removed while a page is open', async () => {
  const owner = await started.signUp()
  const { page } = await signedIn(owner)
  await page.goto(`${started.url}/app/na/workspace`)
  const field = page.getByLabel('Email to invite')
  await page.getByText('Viewer: Sees agents').waitFor()
  await field.fill('nobody')
  await press(page, 'Invite')
  await page.getByText('Please enter a valid email').waitFor()
  await field.fill(owner.email)
  await press(page, 'Invite')
  await page.getByText("You can't invite yourself lol").waitFor()
  const email = 'newcomer@lamps.example'
  await inviteByMail(page, email, 'Viewer')
  expect(await axeFindings(page)).toEqual([])

  const theirs = await stranger()
  await theirs.goto(await linkMailedTo(email))
  await theirs.getByText(`invited ${email}`).waitFor()
  expect(theirs.url()).toBe(`${started.url}/app/join`)
  expect(await axeFindings(theirs)).toEqual([])
  await theirs.getByRole('link', { name: 'Create an account' }).click()
  await theirs.getByLabel('Full Name').fill('Nora Newcomer')
  await theirs.getByText('You join it once your account is created.').waitFor()
  expect(await theirs.getByLabel('Email').inputValue()).toBe(email)
  expect(await theirs.getByLabel('Email').isEditable()).toBe(false)
  expect(await theirs.getByRole('group', { name: 'Region' }).count()).toBe(0)
  expect(await axeFindings(theirs)).toEqual([])
  await theirs.getByRole('textbox', { name: 'Password' }).fill('a long enough password')
  await press(theirs, 'Send Verification Code')
  await theirs.getByLabel('Verification Code').fill(await mailedCode(started.url, email))
  await press(theirs, 'Create')
  await theirs.getByText('+ New Workspace').waitFor()
  const session = await owner.client.call('auth.session', {})
  const name = session.workspaces[0]?.workspaceName ?? ''
  await theirs.getByRole('button', { name: `Workspace: ${name}` }).waitFor()

  // A viewer is offered neither what they may not do, nor the secret.
  await theirs.getByRole('link', { name: 'Workspace', exact: true }).click()
  await theirs.getByText('Nora Newcomer (you)').waitFor()
  expect(await theirs.getByRole('link', { name: 'New Agent' }).count()).toBe(0)
  expect(await theirs.getByRole('link', { name: 'Audit' }).count()).toBe(0)
  expect(await theirs.getByLabel('Email to invite').count()).toBe(0)
  expect(await theirs.getByText('Workspace secret').count()).toBe(0)

  // The owner lets them do more, which shows at once.
  await press(page, 'Actions for Nora Newcomer')
  await page.getByRole('menuitem', { name: 'Edit permissions' }).click()
  const refused = {
    audit: 'You are not allowed',
    clients: 'You are not allowed',
    agency: 'Only the owner of this workspace',
  }
  for (const [page, why] of Object.entries(refused)) {
    await theirs.goto(`${started.url}/app/na/${page}`)
    await theirs.getByRole('heading', { name: why }).waitFor()
    expect(await theirs.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    expect(await theirs.getByText('Export as JSON Lines').count()).toBe(0)
  }
  await theirs.goto(`${started.url}/app/na/agents`)
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Editor', { exact: true }).click()
  await drawer.getByRole('checkbox', { name: 'Create an agent.' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The permissions of Nora Newcomer were changed').waitFor()
  await theirs.getByRole('link', { name: 'New Agent' }).waitFor()

  await press(page, 'Actions for Nora Newcomer')
  await page.getByRole('menuitem', { name: 'Remove from workspace' }).click()
  await press(page, 'Remove')
  await page.getByText('Nora Newcomer was removed').waitFor()
  await theirs.getByText(`You no longer have access to ${name}.`).waitFor()
  // What is left is their own workspace, whose onboarding is still to come.
  await theirs.getByRole('heading', { name: 'Tell us about your company' }).waitFor()
  expect(await theirs.getByRole('button', { name: `Workspace: ${name}` }).count()).toBe(0)
})

test('whoever is signed in joins at once, with another account not at all', async () => {
  const [owner, colleague, other] = [await started.signUp(), await started.signUp(), await started.signUp()]
  const { page } = await signedIn(owner)
  await inviteByMail(page, colleague.email, 'Support')
  const link = await linkMailedTo(colleague.email)

  const { page: wrong } = await signedIn(other)
  await wrong.goto(link)
  await wrong.getByText('This invitation was sent to another e-mail address.').waitFor()
  await wrong.getByText(`You are signed in as ${other.email}.`).waitFor()
  expect(await axeFindings(wrong)).toEqual([])

  const { page: right } = await signedIn(colleague)
  await right.goto(link)
  await right.getByText('+ New Workspace').waitFor()
  await right.getByRole('link', { name: 'Workspace', exact: true }).click()
  const { user } = await colleague.client.call('auth.session', {})
  await press(right, `Actions for ${user.displayName}`)
  await right.getByRole('menuitem', { name: 'Leave workspace' }).click()
  await press(right, 'Leave')
  await right.getByText('You no longer have access to').waitFor()

  // The link worked once.
  await right.goto(link)
  await right.getByText('This invitation is no longer valid.').waitFor()
})

test('another workspace is created and handed over', async () => {
  const [owner, colleague] = [await started.signUp(), await started.signUp()]
  const { page } = await signedIn(owner)
  await page.getByRole('button', { name: /^Workspace: / }).click()
  await page.getByRole('menuitem', { name: 'New workspace' }).click()
  await press(page, 'Create workspace')
  await page.getByText('Please enter a workspace name.').waitFor()
  await page.getByLabel('Workspace name').fill('Lamp shop')
  await press(page, 'Create workspace')
  await page.getByRole('button', { name: 'Workspace: Lamp shop' }).waitFor()

  await inviteByMail(page, colleague.email, 'Admin')
  const { page: theirs } = await signedIn(colleague)
  await theirs.goto(await linkMailedTo(colleague.email))
  await theirs.getByRole('button', { name: 'Workspace: Lamp shop' }).waitFor()
  await theirs.getByRole('link', { name: 'Workspace', exact: true }).click()

  const { user } = await colleague.client.call('auth.session', {})
  await press(page, `Actions for ${user.displayName}`)
  await page.getByRole('menuitem', { name: 'Make owner' }).click()
  await press(page, 'Offer ownership')
  await theirs.getByText('The ownership of this workspace is offered to you').waitFor()
  expect(await axeFindings(theirs)).toEqual([])
  await press(theirs, 'Accept ownership')
  await theirs.getByText('You are the owner of this workspace').waitFor()
  await theirs.getByLabel('Email to invite').waitFor()
  await page.getByLabel('Email to invite').waitFor({ state: 'detached' })
})

test('an agent of a workspace that is not selected opens in its workspace, with its versions', async () => {
  const owner = await started.signUp()
  const { workspaceId } = await owner.client.call('workspaces.create', {
    params: { region: 'na' },
    body: { workspaceName: 'Lamp shop' },
  })
  const client = createClient({
    routes,
    baseUrl: started.url,
    token: () => owner.token,
    workspace: () => workspaceId,
  })
  const { agentCreated } = await client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Ada', businessName: 'Lamp shop', agentTemplate: 'blank-template' },
  })

  const { page } = await signedIn(owner)
  await page.goto(`${started.url}/app/na/agents`)
  await page.getByRole('button', { name: /^Workspace: / }).waitFor()
  expect(await page.getByRole('button', { name: 'Workspace: Lamp shop' }).count()).toBe(0)

  await page.goto(`${started.url}/app/na/agents/${agentCreated.ID}/settings`)
  await page.getByRole('button', { name: 'Workspace: Lamp shop' }).waitFor()
  expect(new URL(page.url()).pathname).toContain(`${agentCreated.ID}/settings`)
})

test('a workspace of the other region is created, and opened again from its own region', async () => {
  const { page } = await signedIn(await started.signUp())
  await page.getByRole('button', { name: /^Workspace: / }).click()
  await page.getByRole('menuitem', { name: 'New workspace' }).click()
  await page.getByLabel('Workspace name').fill('Lampenladen')
  await page.getByLabel('Europe').click()
  await press(page, 'Create workspace')
  await page.getByText('Switching to EU region...').waitFor()
  await page.getByRole('button', { name: 'Workspace: Lampenladen' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/app/eu/agents')

  await page.getByRole('button', { name: /^Workspace: / }).click()
  await page.getByRole('menuitem', { name: /North America/ }).click()
  await page.waitForURL(/\/app\/na\/agents/)
  await page.getByRole('button', { name: /^Workspace: Personal/ }).waitFor()
})
