/** SaaS mode in a browser: an owner turns it on, a visitor of the sign-in page becomes a client, and is led to its dashboard. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { mailedCode } from '../src/sign-up.ts'
import { type AtAgency, eachAtAgency } from './at-agency.ts'
import { lookAt } from './look-at.ts'

let started: AtAgency['started']
let team: AtAgency['team']
let owner: AtAgency['owner']
let open: AtAgency['open']

eachAtAgency(
  (given) => {
    ;({ started, team, owner, open } = given)
  },
  {
    // Refusals of what a visitor typed, and the answer that was lost.
    expected: /40[139] \(|ERR_FAILED \S+signupWithOTP/,
  },
)

const place = () => ({ params: { region: 'na' as const, workspaceId: owner.workspaceId } })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const sees = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
const pathOf = (page: Page) => new URL(page.url()).pathname
const wide = (page: Page) => page.setViewportSize({ width: 1280, height: 900 })

async function signUp(page: Page, email: string): Promise<void> {
  await press(page, 'Sign Up')
  await page.getByLabel('Full Name').fill('Nora New')
  await page.getByLabel('Email').fill(email)
  await press(page, 'Send Verification Code')
  await page.getByLabel('Verification Code').fill(await mailedCode(started.url, email))
  await press(page, 'Create')
}

test('an owner turns SaaS mode on, and a visitor signs up, is onboarded, and has a dashboard with an agent', async () => {
  await team.goto(`${started.url}/app/na/agency?tab=saas`)
  const toggle = (name: string) => team.getByRole('switch', { name })
  await toggle('Enable client sign-up').waitFor()
  expect(await team.locator('iframe[title^="Preview of"]').count()).toBe(0)
  for (const name of ['Welcome', 'Goals', 'Company info', 'Agent creation', 'Add to your website'])
    expect(await toggle(name).isDisabled(), name).toBe(true)
  expect(await team.getByRole('checkbox', { name: 'Conversations' }).isDisabled()).toBe(true)
  const page = await open()
  expect(await page.getByText('Sign Up').count()).toBe(0)

  await toggle('Enable client sign-up').click()
  await toggle('Company info').click()
  expect(await toggle('Company name is required').isDisabled()).toBe(true)
  await toggle('Company info').click()
  await toggle('Company description is required').click()
  await team.getByRole('checkbox', { name: 'Knowledge Base' }).click()
  await press(team, 'Save')
  await sees(team, 'Saved successfully')
  await lookAt(team, 'agency-saas')
  await team.setViewportSize({ width: 390, height: 844 })
  await team.reload()
  const chosen = team.getByRole('tab', { name: 'SAAS Mode', selected: true })
  const isInView = async () => {
    const box = await chosen.boundingBox()
    return box !== null && box.x >= 0 && box.x + box.width <= 390
  }
  await expect.poll(isInView).toBe(true)
  await wide(team)
  await owner.client.call('agency.save', { ...place(), body: { name: 'Harbour & Sons' } })

  await page.reload()
  await page.getByText("Don't have an account?").waitFor()
  await press(page, 'Sign Up')
  await page.getByText('Already have an account?').waitFor()
  await press(page, 'Sign In')
  await page.getByLabel('Password', { exact: true }).waitFor()
  await press(page, 'Sign Up')
  await press(page, 'Send Verification Code')
  await sees(page, 'Please fill out all fields.')
  const email = 'nora@example.com'
  await page.getByLabel('Full Name').fill('Nora New')
  await page.getByLabel('Email').fill(email)
  await lookAt(page, 'client-sign-up')
  await wide(page)
  await press(page, 'Send Verification Code')
  await page.getByLabel('Verification Code').waitFor()
  expect(await page.getByLabel('Email').isDisabled()).toBe(true)
  await press(page, 'Create')
  await sees(page, 'Please enter the verification code.')
  await page.getByLabel('Verification Code').fill('000000')
  await press(page, 'Create')
  await sees(page, 'This code is not right or not valid any more. You can ask for a new one.')
  await lookAt(page, 'client-sign-up-code')
  await wide(page)
  await press(page, 'Cancel')
  expect(await page.getByLabel('Verification Code').count()).toBe(0)
  await press(page, 'Send Verification Code')
  await page.getByLabel('Verification Code').fill(await mailedCode(started.url, email, undefined, 1))
  // The answer is lost: the same code sent again creates nobody else.
  await page.route(
    '**/rpc/signupWithOTP',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await press(page, 'Create')
  await page.getByRole('button', { name: 'Create' }).and(page.locator(':not([data-loading])')).waitFor()
  await press(page, 'Create')

  await heading(page, 'Welcome, Nora New')
  expect(pathOf(page)).toBe('/app/na/client/onboarding')
  expect(await page.locator('body').innerText()).not.toMatch(/parley/i)
  await lookAt(page, 'client-onboarding-welcome')
  await wide(page)
  await press(page, 'Get started')
  await page.getByRole('checkbox', { name: 'Win more leads' }).click()
  await lookAt(page, 'client-onboarding-goals')
  await wide(page)
  await press(page, 'Continue')
  await heading(page, 'Tell us about your company')
  // Nothing else opens before, and what was answered stays.
  await page.goto(`${started.url}/app/na/agents`)
  await heading(page, 'Tell us about your company')
  expect(pathOf(page)).toBe('/app/na/client/onboarding')
  await press(page, 'Back')
  expect(await page.getByRole('checkbox', { name: 'Win more leads' }).isChecked()).toBe(true)
  await press(page, 'Continue')
  await press(page, 'Continue')
  await sees(page, 'Company name is required')
  await sees(page, 'Please tell us what your company does')
  await lookAt(page, 'client-onboarding-company')
  await wide(page)
  await page.getByLabel('Company name').fill('Acme Tea')
  await page.getByLabel('What does your company do?').fill('We sell tea from the harbour.')
  await press(page, 'Continue')
  await heading(page, 'Your AI agent')
  await sees(page, 'Acme Tea')
  await lookAt(page, 'client-onboarding-agent')
  await wide(page)
  await press(page, 'Create my agent')
  await heading(page, 'Your agent is ready')
  const chat = page.getByRole('link', { name: 'Test Text Agent' })
  expect(await chat.getAttribute('href')).toMatch(/^\/widget\/na\/[\w-]+\/frame$/)
  await press(page, 'Add to your website')
  await page.getByText('before the closing body tag').waitFor()
  expect(await page.locator('body').innerText()).not.toMatch(/parley/i)
  await lookAt(page, 'client-onboarding-ready')
  await wide(page)
  await press(page, 'Continue to Dashboard')
  await page.waitForURL('**/app/na/agents/*/home')
  await heading(page, 'Acme Tea')
  const nav = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  expect(await nav.allTextContents()).toEqual([
    ...['Home', 'Conversations', 'Leads & Campaigns', 'Analytics & Metrics', 'Knowledge Base'],
  ])

  await team.goto(`${started.url}/app/na/clients`)
  await team.getByText('Nora New').first().click()
  await sees(team, 'Signed up and completed the onboarding')
  await team.getByText('Goals: Win more leads').waitFor()
  await lookAt(team, 'client-signed-up')
})

test('a client that signs up where nothing is asked sees no access until its agency assigns an agent', async () => {
  await owner.client.call('agency.initialize', place())
  const off = { showWelcomeStep: false, showGoalsStep: false, showCompanyInfoStep: false }
  const clientOnboarding = { ...off, showAgentCreationStep: false }
  await owner.client.call('agency.save', {
    ...place(),
    body: { settings: { enableClientSignup: true, clientOnboarding } },
  })
  const page = await open()
  await signUp(page, 'nils@example.com')
  await heading(page, 'No Access')
  await sees(page, "This account doesn't have access to any agent")
})

test('a client whose agent can’t be created is told why, and may try again or go on without one', async () => {
  await owner.client.call('agency.initialize', place())
  const off = { showWelcomeStep: false, showGoalsStep: false, showCompanyInfoStep: false }
  await owner.client.call('agency.save', {
    ...place(),
    body: { settings: { enableClientSignup: true, clientOnboarding: off } },
  })
  const page = await open()
  let asked = 0
  await page.route('**/api/auth/client/onboarding/agent', (route) => {
    asked++
    return route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'agent-limit-reached', message: 'There is no room for another agent.' }),
    })
  })
  await signUp(page, 'nell@example.com')
  await heading(page, 'Your AI agent')
  await press(page, 'Continue')
  await sees(page, 'Company name is required')
  expect(await page.getByText('Company website is required').count()).toBe(0)
  await page.getByLabel('Company name').fill('Acme Tea')
  await press(page, 'Continue')
  await sees(page, 'Your agent could not be created')
  await sees(page, 'There is no room for another agent.')
  await press(page, 'Try Again')
  await expect.poll(() => asked).toBe(2)
  await press(page, 'Continue without an agent')
  await heading(page, 'No Access')
})
