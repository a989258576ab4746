/** Blueprints in a browser: saved from an agent, rolled out with a conflict that is decided, undone, and left as drafts. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

let started: TestPlatform
let page: Page
let owner: Person

eachSignedIn((given) => {
  ;({ started, page, person: owner } = given)
})

const region = 'na' as const
const workspace = () => ({ region, workspaceId: owner.workspaceId })
const save = (agentId: string, body: AgentDocument) =>
  owner.client.call('agents.save', { params: { region, agentId }, body })
const greetingOf = async (agentId: string) =>
  (await owner.client.call('agents.get', { params: { region, agentId } })).data.vg_initPrompt
const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = () => page.getByRole('dialog')
const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const source = () => `source${owner.workspaceId}`.slice(0, 40)

/** A blueprint with a second version, and ten agents of clients of which one has the same field changed. */
async function agency() {
  await save(source(), {
    title: 'Dentist',
    enableNodes: false,
    vg_initPrompt: 'Open from nine.',
    description: 'Teeth',
  })
  const { blueprintId } = await owner.client.call('blueprints.create', {
    params: workspace(),
    body: { name: 'Dentists', agentId: source() },
  })
  const params = { ...workspace(), blueprintId }
  const ids: string[] = []
  for (let nth = 1; nth <= 10; nth++) {
    const body = { agentName: `Practice ${String(nth).padStart(2, '0')}` }
    ids.push((await owner.client.call('blueprints.createAgent', { params, body })).agentId)
  }
  const [first = '', second = ''] = ids
  await save(first, { vg_initPrompt: 'Open from ten.' })
  await save(second, { description: 'Smile' })
  await save(source(), { vg_initPrompt: 'Open from eight.', description: 'Teeth and gums' })
  await owner.client.call('blueprints.saveVersion', { params, body: { agentId: source() } })
  return { blueprintId, ids, address: `${started.url}/app/na/blueprints/${blueprintId}` }
}

test('an agent becomes a blueprint, from which another one is made', async () => {
  await save(source(), { title: 'Dentist', vg_initPrompt: 'Open from nine.' })
  await page.getByRole('link', { name: 'Blueprints' }).first().click()
  await page.getByText('No blueprints yet').waitFor()
  await lookAt(page, 'blueprints-empty')
  await page.setViewportSize({ width: 1280, height: 900 })
  await button('New blueprint').click()
  await dialog().getByLabel('Agent', { exact: true }).fill('Dent')
  await page.getByRole('option', { name: 'Dentist' }).click()
  expect(await dialog().getByLabel('Name').inputValue()).toBe('Dentist')
  await dialog().getByLabel('Name').fill('Dentists')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Dentists', level: 1 }).waitFor()
  await row('Dentist').getByText('Up to date').waitFor()

  await button('New agent').click()
  await dialog().getByLabel('Agent Name').fill('Practice North')
  await page.keyboard.press('Enter')
  await row('Practice North').getByText('Up to date').waitFor()
  await save('another', { title: 'Practice South', vg_initPrompt: 'Own.' })
  await button('Attach agents').click()
  await dialog().getByLabel('Agents', { exact: true }).fill('South')
  await page.getByRole('option', { name: 'Practice South' }).click()
  await page.keyboard.press('Tab')
  await button('Attach 1 agent').click()
  await row('Practice South').getByText('Diverged: Launch message').waitFor()
  await button('Actions for Practice South').click()
  await page.getByRole('menuitem', { name: 'Detach' }).click()
  await row('Practice South').waitFor({ state: 'detached' })

  await save(source(), { vg_initPrompt: 'Open from eight.' })
  await button('Save new version').click()
  await button('Save version').click()
  await row('Practice North').getByText('Takes 1 change').waitFor()
  await button('More actions').click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await dialog().getByLabel('Name').fill('Surgeries')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Surgeries', level: 1 }).waitFor()
})

test('an agent is saved as a blueprint from its own menu', async () => {
  await save(source(), { title: 'Dentist' })
  await page.goto(`${started.url}/app/na/agents`)
  await button('Actions for Dentist').click()
  await page.getByRole('menuitem', { name: 'Save as blueprint' }).click()
  await expect.poll(() => dialog().getByLabel('Agent', { exact: true }).inputValue()).toBe('Dentist')
  await button('Save blueprint').click()
  await page.getByRole('heading', { name: 'Dentist', level: 1 }).waitFor()
  await row('Dentist').getByText('Up to date').waitFor()
})

test('a version is published to all in one act once its conflicts are decided, and undone in one act', async () => {
  const { address, ids } = await agency()
  const [first = '', second = '', third = '', fourth = ''] = ids
  await page.goto(address)
  await row('Practice 01').getByText('1 conflict').waitFor()
  await row('Practice 02').getByText('1 conflict').waitFor()
  await row('Practice 03').getByText('Takes 2 changes').waitFor()
  await lookAt(page, 'blueprint')
  await page.setViewportSize({ width: 1280, height: 900 })
  await button('Roll out').click()
  await dialog().getByText('2 conflicts to decide').waitFor()
  await lookAt(page, 'blueprint-roll-out')
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog().getByText('Published', { exact: true }).click()
  expect(await dialog().getByRole('button', { name: 'Publish to 10 agents' }).isDisabled()).toBe(true)
  await dialog().getByRole('button', { name: 'Keep all of the agents’' }).click()
  await dialog().getByRole('radio', { name: 'Take the blueprint’s' }).first().check()
  await dialog().getByRole('button', { name: 'Publish to 10 agents' }).click()
  await dialog().getByText('10 published').waitFor()
  await lookAt(page, 'blueprint-rolled-out')
  await page.setViewportSize({ width: 1280, height: 900 })
  expect(await Promise.all([first, second, third].map(greetingOf))).toEqual(Array(3).fill('Open from eight.'))
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await row('Practice 02').getByText('Diverged: Description').waitFor()

  await save(third, { vg_initPrompt: 'Closed.' })
  const canary = { region, agentId: fourth }
  const { version } = await owner.client.call('canary.start', {
    params: canary,
    body: { draft: { vg_systemPrompt: 'Be brief.' }, share: 50 },
  })
  await button('Undo').click()
  await button('Undo rollout').click()
  await dialog().getByText('Undone · 1 changed since · 1 could not be undone').waitFor()
  await dialog()
    .getByText(/^Could not be undone, since a canary version is running: /)
    .waitFor()
  await lookAt(page, 'blueprint-undone-in-part')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await lookAt(page, 'blueprint-undo-the-rest')
  await page.setViewportSize({ width: 1280, height: 900 })
  await owner.client.call('canary.withdraw', { params: canary, body: { version } })
  await button('Undo the rest').click()
  await button('Undo rollout').click()
  await dialog().getByText('Undone · 1 changed since', { exact: true }).waitFor()
  expect(await greetingOf(fourth)).toBe('Open from nine.')
  await dialog().getByText('Has back what it had, except what was changed since: Launch message').waitFor()
  expect(await Promise.all([first, second, third].map(greetingOf))).toEqual([
    'Open from ten.',
    'Open from nine.',
    'Closed.',
  ])
})

test('a draft waits at the agent, and is taken into what is edited there or put away', async () => {
  const { address, ids } = await agency()
  const [, , third = '', fourth = ''] = ids
  await page.goto(`${address}?rollout=new`)
  await dialog().getByRole('button', { name: 'Keep all of the agents’' }).click()
  await dialog().getByRole('button', { name: 'Leave drafts at 10 agents' }).click()
  await dialog()
    .getByText(/as drafts/)
    .first()
    .waitFor()
  await started.settled()
  await page.goto(`${started.url}/app/na/agents/${third}/settings`)
  const banner = page.getByRole('alert').filter({ hasText: 'Version 2 of Dentists is ready' })
  await banner.getByText('It changes: Description, Launch message', { exact: false }).waitFor()
  await lookAt(page, 'blueprint-draft')
  await page.setViewportSize({ width: 1280, height: 900 })
  await banner.getByRole('button', { name: 'Take into my draft' }).click()
  await banner.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Description').inputValue()).toBe('Teeth and gums')
  expect(await greetingOf(third)).toBe('Open from nine.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect.poll(() => greetingOf(third)).toBe('Open from eight.')

  await page.goto(`${started.url}/app/na/agents/${fourth}/settings`)
  await banner.getByRole('button', { name: 'Put away' }).click()
  await banner.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Description').inputValue()).toBe('Teeth')
})
