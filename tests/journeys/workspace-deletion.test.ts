/** An owner deletes a workspace in the browser, sees what that means, and keeps it after all; a member sees it too. */
import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { joinWorkspace } from '../src/join-workspace.ts'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser } from './browser.ts'
import { lookAt } from './look-at.ts'
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

const name = 'Harbour Lamps'

test('an owner deletes a workspace after its export, and keeps it while there is time', async () => {
  const [owner, colleague] = [await started.signUp(), await started.signUp()]
  const { workspaceId } = await owner.client.call('workspaces.create', {
    params: { region: 'na' },
    body: { workspaceName: name },
  })
  await joinWorkspace(started, { ...owner, workspaceId }, colleague)
  const { page } = await signedIn(owner)
  // Theirs alone: it has no danger zone.
  await page.goto(`${started.url}/app/na/workspace`)
  await page.getByText('Workspace secret').first().waitFor()
  expect(await page.getByText('Danger zone').count()).toBe(0)

  await page.getByRole('button', { name: /^Workspace: Personal/ }).click()
  await page.getByRole('menuitem', { name }).click()
  await page.getByRole('button', { name: `Workspace: ${name}` }).waitFor()
  await page.goto(`${started.url}/app/na/workspace`)
  await page.getByRole('button', { name: 'Delete Workspace' }).click()
  const question = page.getByRole('dialog', { name: `Delete ${name}?` })
  await question.getByText('0 agents, 0 knowledge sources, 0 conversations and 0 leads').waitFor()
  await question.getByText('2 members lose access').waitFor()
  await question.getByText('THIS ACTION CANNOT BE UNDONE').waitFor()
  await lookAt(page, 'delete-workspace')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    question.getByRole('link', { name: 'Export everything' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toContain(`"workspaceName":"${name}"`)
  const sure = question.getByRole('button', { name: 'Delete Workspace' })
  expect(await sure.isDisabled()).toBe(true)
  await question.getByRole('textbox').fill('Harbour')
  await sure.click()
  await question.getByText('This is not the name of the workspace.').waitFor()
  await question.getByRole('textbox').fill(name)
  await sure.click()
  const bar = page.getByRole('region', { name: 'Deletion' })
  await bar.getByText('This workspace will be deleted on').waitFor()
  expect(await page.getByText('Danger zone').count()).toBe(0)
  await lookAt(page, 'workspace-being-deleted')

  // Nothing can be changed, and a member can't keep it.
  await page.getByLabel('Workspace name').fill('Other Lamps')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByText('and can’t be changed').waitFor()
  const theirs = await signedIn(colleague)
  await theirs.page.getByRole('button', { name: /^Workspace: Personal/ }).click()
  await theirs.page.getByRole('menuitem', { name }).click()
  const theirBar = theirs.page.getByRole('region', { name: 'Deletion' })
  await theirBar.getByText('This workspace will be deleted on').waitFor()
  expect(await theirBar.getByRole('button').count()).toBe(0)

  await bar.getByRole('button', { name: 'Keep workspace' }).click()
  await page.getByText('The workspace is kept.').waitFor()
  await bar.waitFor({ state: 'detached' })
  await page.getByText('Danger zone').waitFor()
  // By the live stream.
  await theirBar.waitFor({ state: 'detached' })
})
