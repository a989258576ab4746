/** A client of an agency in a browser: signing in by password and code, its pages and agents, and what ends its access. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { mailedCode } from '../src/sign-up.ts'
import { type AtAgency, eachAtAgency } from './at-agency.ts'
import { axeFindings } from './axe-findings.ts'
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
    // Refusals of what a client typed or had taken away.
    expected: /(?:40[1349]|422) \(/,
  },
)

const PASSWORD = 'fifteen letters'
let nth = 0
const place = () => ({ params: { region: 'na' as const, workspaceId: owner.workspaceId } })
const agentNamed = async (agentName: string) => {
  const body = { agentName, agentTemplate: 'blank-template' as const }
  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body,
  })
  return agentCreated.ID
}

type Cleo = { email: string; clientId: string; orgId: string }
async function clientWith(more: object): Promise<Cleo> {
  await owner.client.call('agency.initialize', place())
  const orgId = (await owner.client.call('organisations.create', { ...place(), body: { name: 'Acme' } }))
    .organisationId
  const email = `cleo${++nth}@example.com`
  const body = { orgId, name: 'Cleo Client', email, dashboardPassword: PASSWORD, ...more }
  return {
    email,
    orgId,
    clientId: (await owner.client.call('clients.create', { ...place(), body })).clientId,
  }
}
const save = ({ clientId }: Cleo, body: object) =>
  owner.client.call('clients.save', { params: { ...place().params, clientId }, body })

const loginPage = () => `${started.url}/client/login?agency=${owner.workspaceId}`

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function signedIn(cleo: Cleo, password = PASSWORD): Promise<Page> {
  const page = await open()
  await page.getByLabel('Email').fill(cleo.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Sign In')
  return page
}
const pathOf = (page: Page) => new URL(page.url()).pathname
const entries = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()

test('a client signs in by password under the brand of its agency, and has its pages of its agents in its order', async () => {
  const [tea, coffee] = [await agentNamed('Harbour Tea'), await agentNamed('Harbour Coffee')]
  await agentNamed('Somebody else’s')
  const cleo = await clientWith({
    widgetIDs: [tea, coffee],
    canAccess: ['/home', '/convos', '/leads', '/analytics', '/kb'],
    clientTabOrder: ['leads', 'home'],
  })
  await owner.client.call('agency.save', {
    ...place(),
    body: {
      name: 'Harbour & Sons',
      brandingText: 'Your **agents**, in one place.',
      supportEmail: 'help@harbour.example',
    },
  })
  const page = await open()
  await page.getByRole('heading', { name: 'Harbour & Sons' }).waitFor()
  expect(await page.getByRole('button', { name: 'Sign In', exact: true }).isDisabled()).toBe(true)
  await press(page, 'Email Login Code')
  await page.getByText('Please enter your email.').waitFor()
  await page.getByLabel('Email').fill(cleo.email)
  await page.getByLabel('Password', { exact: true }).fill('wrong password')
  await press(page, 'Sign In')
  await page.getByText('The email or the password is not right.').waitFor()
  await lookAt(page, 'client-login')
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  // Without an answer, the form is back after ten seconds.
  await page.clock.install()
  const asked = page.waitForRequest('**/api/auth/client/sign-in')
  await page.route('**/api/auth/client/sign-in', () => {}, { times: 1 })
  await press(page, 'Sign In')
  await asked
  await page.clock.fastForward(10_000)
  await page.getByText('Failed to sign in').waitFor()
  await press(page, 'Sign In')
  await page.getByRole('heading', { name: 'Leads', exact: true }).waitFor()
  await page.getByText('Signed in successfully.').waitFor()
  expect(pathOf(page)).toBe(`/app/na/agents/${tea}/leads`)
  expect(await entries(page)).toEqual([
    ...['Leads & Campaigns', 'Home', 'Conversations', 'Analytics & Metrics', 'Knowledge Base'],
  ])
  // Nothing of the product, and nothing of the workspace.
  expect(await page.locator('body').innerText()).not.toMatch(/parley/i)
  for (const name of ['New Agent', 'Clients', 'Agency', 'Publish', 'Search'])
    expect(
      await page
        .getByRole('link', { name, exact: true })
        .or(page.getByRole('button', { name, exact: true }))
        .count(),
    ).toBe(0)

  await page.getByRole('button', { name: 'Agent: Harbour Tea' }).click()
  const options = page.getByRole('option')
  await options.first().waitFor()
  expect((await options.allTextContents()).toSorted()).toEqual(['Harbour Coffee', 'Harbour Tea'])
  await page.getByRole('option', { name: 'Harbour Coffee' }).click()
  await page.waitForURL(`**/app/na/agents/${coffee}/leads`)

  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('heading', { name: 'Harbour Coffee' }).waitFor()
  // The page stays, by the keyboard too.
  await page.getByRole('button', { name: 'Agent: Harbour Coffee' }).press('Enter')
  await page.getByRole('textbox', { name: 'Find an agent' }).fill('tea')
  await expect.poll(() => options.allTextContents()).toEqual(['Harbour Tea'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Harbour Tea' }).waitFor()
  expect(pathOf(page)).toBe(`/app/na/agents/${tea}/home`)
  await page.getByRole('button', { name: 'Agent: Harbour Tea' }).click()
  await page.getByRole('option', { name: 'Harbour Coffee' }).click()
  await page.getByRole('heading', { name: 'Harbour Coffee' }).waitFor()
  expect(pathOf(page)).toBe(`/app/na/agents/${coffee}/home`)
  await page.getByText('Last 7 days').waitFor()
  expect(await page.getByText('Credits').count()).toBe(0)
  await lookAt(page, 'client-home')
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('a client has the custom tabs that its agency grants it, in its order', async () => {
  const tea = await agentNamed('Harbour Tea')
  const content = { pageType: 'html', jsContent: '', iframeUrl: '', iconUrl: '', desc: '' } as const
  const tabs = [
    { tabId: 'help', label: 'Help', href: '/help', htmlContent: '<h2>We are here</h2>', alwaysVisible: true },
    { tabId: 'news', label: 'News', href: '/news', htmlContent: '<h2>New today</h2>', alwaysVisible: false },
    { tabId: 'tips', label: 'Tips', href: '/tips', htmlContent: '<h2>Tips</h2>', alwaysVisible: false },
  ].map((tab) => ({ ...content, ...tab }))
  const cleo = await clientWith({ widgetIDs: [tea], canAccess: ['/home'] })
  await owner.client.call('agency.save', { ...place(), body: { customTabs: tabs } })

  // The agency grants it in the drawer of the client; what every client sees is not offered.
  await team.goto(`${started.url}/app/na/clients?client=${cleo.clientId}`)
  await team.getByRole('checkbox', { name: 'News' }).check()
  expect(await team.getByRole('checkbox', { name: 'Help' }).count()).toBe(0)
  for (let nth = 0; nth < 20 && (await team.getByRole('button', { name: 'Move News up' }).isEnabled()); nth++)
    await team.getByRole('button', { name: 'Move News up' }).click()
  await team.getByRole('button', { name: 'Save', exact: true }).click()
  await team.getByText('Updated client data').waitFor()

  const page = await signedIn(cleo)
  await page.frameLocator('iframe').getByRole('heading', { name: 'New today' }).waitFor()
  expect(pathOf(page)).toBe(`/app/na/agents/${tea}/c/news`)
  expect(await entries(page)).toEqual(['News', 'Home', 'Help'])
  await page.getByRole('link', { name: 'Help', exact: true }).click()
  await page.frameLocator('iframe').getByRole('heading', { name: 'We are here' }).waitFor()
  await lookAt(page, 'client-tab')
  await page.setViewportSize({ width: 1280, height: 900 })
  // The theme is switched in the bar; a tab with a dark scheme has its light letters on no white there.
  const ground = () => page.locator('iframe').evaluate((frame) => getComputedStyle(frame).backgroundColor)
  await press(page, 'Light theme')
  await page.getByRole('button', { name: 'Dark theme' }).waitFor()
  expect(await ground()).toBe('rgb(255, 255, 255)')
  await press(page, 'Dark theme')
  await page.getByRole('button', { name: 'Light theme' }).waitFor()
  expect(await ground()).toBe('rgba(0, 0, 0, 0)')
  expect(await axeFindings(page)).toEqual([])
  await page.goto(`${started.url}/app/na/agents/${tea}/c/tips`)
  await page.waitForURL(`**/app/na/agents/${tea}/c/news`)
})

test('a client is led from what it may not open to what it may, and a link works after signing in', async () => {
  const [tea, other] = [await agentNamed('Harbour Tea'), await agentNamed('Somebody else’s')]
  const cleo = await clientWith({ widgetIDs: [tea], canAccess: ['/convos', '/analytics'] })
  const page = await signedIn(cleo)
  await page.waitForURL(`**/app/na/agents/${tea}/convos`)
  for (const path of [
    `/app/na/agents/${tea}/settings`,
    `/app/na/agents/${tea}/overview`,
    `/app/na/agents/${tea}`,
    `/app/na/agents/${other}/convos`,
    '/app/na/agents',
    '/app/na/clients',
    '/app/na/audit',
    '/app/account',
    '/app/',
    '/',
  ]) {
    await page.goto(started.url + path)
    await page.waitForURL(`**/app/na/agents/${tea}/convos`)
  }
  // The open page would find that its session is gone, and leave at the same moment.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto(`${started.url}/app/na/agents/${tea}/analytics?days=30`)
  await page.getByLabel('Email').fill(cleo.email)
  expect(pathOf(page)).toBe('/client/login')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press(page, 'Sign In')
  await page.getByRole('heading', { name: 'Analytics', exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('days')).toBe('30')
  await page.getByRole('tab', { name: 'Visitors' }).waitFor()
  expect(await page.getByRole('tab', { name: 'Cost' }).count()).toBe(0)
})

test('a client signs in by a login code where passwords are disabled', async () => {
  const cleo = await clientWith({ widgetIDs: [await agentNamed('Harbour Tea')], canAccess: ['/home'] })
  await owner.client.call('agency.save', {
    ...place(),
    body: { settings: { disablePasswordLogin: true } },
  })
  const page = await open()
  expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Sign In', exact: true }).count()).toBe(0)
  await page.getByLabel('Email').fill('nobody@example.com')
  await press(page, 'Email Login Code')
  await page
    .getByText("This account doesn't exist please contact support or create an account.")
    .first()
    .waitFor()
  expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Email').fill(cleo.email)
  await press(page, 'Email Login Code')
  await page.getByLabel('Login Code').waitFor()
  expect(await page.getByLabel('Email').isDisabled()).toBe(true)
  await page.getByText(`A code was sent to ${cleo.email}.`).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await press(page, 'Cancel')
  expect(await page.getByLabel('Login Code').count()).toBe(0)
  await press(page, 'Email Login Code')
  await page.getByLabel('Login Code').fill('000000')
  await press(page, 'Sign In')
  await page
    .getByText('This code is not right or not valid any more. You can ask for a new one.')
    .first()
    .waitFor()
  await press(page, 'Resend Code')
  await page.getByText('A new code was sent.').waitFor()
  await page.getByLabel('Login Code').fill(await mailedCode(started.url, cleo.email, 'login code', 2))
  await press(page, 'Sign In')
  await page.getByRole('heading', { name: 'Harbour Tea' }).waitFor()
})

test('a client answers a visitor live, and changes its own account', async () => {
  const tea = await agentNamed('Harbour Tea')
  const cleo = await clientWith({ widgetIDs: [tea], canAccess: ['/convos'] })
  const page = await signedIn(cleo)
  await page.getByText('No conversations yet').waitFor()
  await page.getByLabel('Online').waitFor()
  await expect
    .poll(async () => (await owner.client.call('clients.list', { ...place(), query: {} })).items[0]?.status)
    .toBe('online')
  const agent = { region: 'na' as const, agentId: tea }
  const { conversationId, visitorToken } = await started
    .client()
    .call('conversations.start', { params: agent })
  const visitor = started.client(visitorToken)
  const params = { ...agent, conversationId }
  await visitor.call('conversations.send', { params, body: { id: 'm1', text: 'Is the kettle back?' } })
  await page.getByText('Is the kettle back?').first().click()
  await press(page, 'Take over')
  await page.getByRole('button', { name: 'Hand back' }).waitFor()
  await page.getByRole('textbox', { name: /reply/i }).fill('On Friday!')
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(async () => (await visitor.call('conversations.messages', { params })).messages.at(-1))
    .toMatchObject({ role: 'human', author: 'Cleo Client' })
  await page.getByText(/^Cleo Client assigned/).waitFor()
  for (const name of [/^Assign/, 'Inbox settings'])
    expect(await page.getByRole('button', { name }).count()).toBe(0)
  await press(page, 'Conversation actions')
  expect(await page.getByRole('menuitem', { name: 'Delete…' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await lookAt(page, 'client-conversation')
  await page.setViewportSize({ width: 1280, height: 900 })

  await press(page, 'Profile')
  await page.getByRole('menuitem', { name: 'Account' }).click()
  const drawer = page.getByRole('dialog', { name: 'Account' })
  await drawer.getByLabel('Name').fill('Cleopatra')
  await lookAt(page, 'client-account')
  await page.setViewportSize({ width: 1280, height: 900 })
  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Updated client data').waitFor()
  await press(page, 'Profile')
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await drawer.getByLabel('Current password').fill(PASSWORD)
  await drawer.getByLabel('New password').fill('short')
  await drawer.getByRole('button', { name: 'Change password' }).click()
  await drawer.getByText('The password needs at least 8 characters.').waitFor()
  await drawer.getByLabel('New password').fill('another long password')
  await lookAt(page, 'client-password')
  await page.setViewportSize({ width: 1280, height: 900 })
  await drawer.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password was changed, and all other sessions ended').waitFor()
  expect(await drawer.getByLabel('Current password').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await page.getByLabel('Online').click({ force: true })
  await page.getByText('Offline').waitFor()
  await press(page, 'Profile')
  await page.getByRole('menu').getByText('Cleopatra').waitFor()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await page.waitForURL((url) => url.pathname === '/client/login')
  await page.getByText('Signed out successfully.').waitFor()
  const { items } = await owner.client.call('clients.list', { ...place(), query: {} })
  expect(items[0]).toMatchObject({ name: 'Cleopatra', status: 'offline' })
})

test('a client writes to its agency, and loses nothing that could not be sent', async () => {
  const cleo = await clientWith({ widgetIDs: [await agentNamed('Harbour Tea')], canAccess: ['/home'] })
  await owner.client.call('agency.save', {
    ...place(),
    body: { supportEmail: `help@${cleo.clientId}.example` },
  })
  const page = await signedIn(cleo)
  await press(page, 'Feedback')
  const drawer = page.getByRole('dialog', { name: 'Feedback' })
  const [message, submit] = [drawer.getByLabel('Message'), drawer.getByRole('button', { name: 'Submit' })]
  expect(await drawer.getByLabel('Email').inputValue()).toBe(cleo.email)
  expect(await drawer.getByLabel('Email').isEditable()).toBe(false)
  expect(await submit.isDisabled()).toBe(true)
  await message.fill('I like the new chat.\n\nCould it be <green>?')
  const choose = async (name: string, content: string) => {
    const asked = page.waitForEvent('filechooser')
    await drawer.getByRole('button', { name: 'Add attachment' }).click()
    await (await asked).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
  }
  await choose('page.html', '<p>')
  await drawer.getByText(/^Only \.png, .* Files$/).waitFor()
  expect(await submit.isDisabled()).toBe(true)
  await drawer.getByRole('button', { name: 'Remove page.html' }).click()
  await choose('notes.txt', 'Green, like the sea.')
  await drawer.getByText('notes.txt').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await lookAt(page, 'client-feedback')
  await page.setViewportSize({ width: 1280, height: 900 })

  // Without a mail server nothing can be attached.
  await submit.click()
  await page.getByText('The attachments could not be sent. Please try again without them.').waitFor()
  await drawer.getByRole('button', { name: 'Remove notes.txt' }).click()
  await submit.click()
  await page.getByText('Feedback sent!').waitFor()
  await drawer.waitFor({ state: 'detached' })
  const { items } = await (await page.request.get(`${started.url}/dev/mail.json`)).json()
  expect(items.find(({ to }: { to: string }) => to === `help@${cleo.clientId}.example`)).toMatchObject({
    ...{ subject: 'Feedback from Cleo Client', replyTo: cleo.email },
    text: expect.stringContaining('I like the new chat.\n\nCould it be <green>?'),
  })

  // On a tablet, the navigation has what the bar has no room for.
  await page.setViewportSize({ width: 800, height: 900 })
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('switch', { name: 'Online' }).waitFor()
  await navigation.getByRole('button', { name: 'Organization: Acme' }).waitFor()
  const agent = await page.getByRole('button', { name: 'Agent: Harbour Tea' }).boundingBox()
  expect(agent?.width).toBeGreaterThan(100)
  await press(page, 'Feedback')
  await drawer.waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })

  await page.setViewportSize({ width: 390, height: 844 })
  await press(page, 'Profile')
  await page.getByRole('menuitem', { name: 'Light theme' }).waitFor()
  await page.getByRole('menuitem', { name: 'Feedback' }).click()
  await drawer.waitFor()
})

test('a client that edits its agent publishes it, and meets no key and no function of the workspace', async () => {
  const tea = await agentNamed('Harbour Tea')
  const cleo = await clientWith({
    widgetIDs: [tea],
    canAccess: ['/settings', '/nodes', '/prompt'],
    clientTabOrder: ['nodes'],
  })
  const page = await signedIn(cleo)
  await page.waitForURL(`**/app/na/agents/${tea}/nodes`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Canvas' }).waitFor()
  await lookAt(page, 'client-nodes')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
  for (const name of ['Notifications', 'Integrations'])
    expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0)
  await page.getByRole('link', { name: 'Security' }).click()
  await page.getByText('Allowed websites').first().waitFor()
  expect(await page.getByText('API key').count()).toBe(0)
  await page.getByRole('link', { name: 'Core' }).click()
  await page.getByLabel('Agent Name').first().fill('Harbour Tea & Co')
  await press(page, 'Publish')
  await page.getByText('Published', { exact: true }).waitFor()
  const { data } = await owner.client.call('agents.get', { params: { region: 'na', agentId: tea } })
  expect(data.title).toBe('Harbour Tea & Co')
  expect(data.SECRET_API_KEY).toMatch(/^vg_/)
  const newest = async () =>
    (await owner.client.call('agents.versions', { params: { region: 'na', agentId: tea } })).items[0]
  await expect.poll(newest).toMatchObject({ title: 'Harbour Tea & Co', current: true })
  expect(await page.getByText('no version was kept', { exact: false }).count()).toBe(0)
})

test('a client without an agent has no access, and may log out', async () => {
  const cleo = await clientWith({ canAccess: ['/home'] })
  await owner.client.call('agency.save', { ...place(), body: { supportEmail: 'help@harbour.example' } })
  const page = await signedIn(cleo)
  await page.getByRole('heading', { name: 'No Access' }).waitFor()
  await page.getByText("This account doesn't have access to any agent").waitFor()
  expect(await page.getByRole('link', { name: /^Contact/ }).getAttribute('href')).toBe(
    'mailto:help@harbour.example',
  )
  await lookAt(page, 'client-no-access')
  await page.goto(`${started.url}/app/`)
  await page.getByText('This account has no agents').waitFor()
  await page.getByRole('heading', { name: 'No Access' }).waitFor()
  await press(page, 'Log Out')
  await page.waitForURL((url) => url.pathname === '/client/login')
})

test('a client whose access ends is told so at once, wherever it is', async () => {
  const tea = await agentNamed('Harbour Tea')
  const cleo = await clientWith({ widgetIDs: [tea], canAccess: ['/home', '/leads'] })
  const page = await signedIn(cleo)
  await page.getByRole('link', { name: 'Leads & Campaigns' }).waitFor()
  await page.getByLabel('Online').waitFor()
  await save(cleo, { canAccess: ['/home'] })
  await expect.poll(() => entries(page)).toEqual(['Home'])
  await page.goto(`${started.url}/app/na/agents/${tea}/leads`)
  await page.getByText('You may not open this page.').waitFor()
  expect(pathOf(page)).toBe(`/app/na/agents/${tea}/home`)

  const organisation = { params: { ...place().params, organisationId: cleo.orgId } }
  const body = {
    disableClientAccess: true,
    disableClientAccessMessage: 'Closed until Monday.\nCall us before.',
  }
  await owner.client.call('organisations.save', { ...organisation, body })
  await page.getByText('Closed until Monday.').waitFor()
  await lookAt(page, 'client-access-disabled')
  await page.setViewportSize({ width: 1280, height: 900 })
  await press(page, 'Log Out')
  await page.getByLabel('Email').fill(cleo.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press(page, 'Sign In')
  await page.getByText('Closed until Monday.').waitFor()

  await owner.client.call('organisations.save', { ...organisation, body: { disableClientAccess: false } })
  await page.goto(loginPage())
  await page.getByLabel('Email').fill(cleo.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press(page, 'Sign In')
  await page.getByRole('heading', { name: 'Harbour Tea' }).waitFor()
  await page.getByLabel('Online').waitFor()
  await save(cleo, { dashboardPassword: 'another password' })
  await page.waitForURL((url) => url.pathname === '/client/login')
  await page.getByText('Please login again.').waitFor()
})

test('clients of an organization have their navigation in a row above the pages, where its agency chose that', async () => {
  const tea = await agentNamed('Harbour Tea')
  const cleo = await clientWith({
    widgetIDs: [tea],
    canAccess: ['/home', '/convos', '/leads', '/analytics', '/kb', '/prompt', '/nodes', '/settings'],
  })
  const page = await signedIn(cleo)
  await page.getByRole('heading', { name: 'Harbour Tea' }).waitFor()
  const nav = page.getByRole('navigation', { name: 'Main' })
  const before = await entries(page)
  expect((await nav.boundingBox())?.width).toBe(220)

  await team.goto(`${started.url}/app/na/clients?organizations=true&organization=${cleo.orgId}`)
  const drawer = team.getByRole('dialog')
  await drawer.getByLabel('Dashboard layout').click()
  await team.getByRole('option', { name: 'Horizontal' }).click()
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await team.getByText('Organization updated successfully!').waitFor()

  // It changes while the client looks on.
  await expect.poll(async () => (await nav.boundingBox())?.height).toBe(48)
  expect(await entries(page)).toEqual(before)
  // The frame moves to it.
  await expect.poll(() => nav.boundingBox()).toMatchObject({ x: 0, width: 1280 })
  await expect.poll(async () => (await page.locator('#main').boundingBox())?.x).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await nav.getByRole('link', { name: 'Conversations' }).click()
  await page.getByText('No conversations yet').waitFor()
  // What fills the screen ends with it.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
  await lookAt(page, 'client-horizontal-convos')
  await page.setViewportSize({ width: 1280, height: 900 })
  await nav.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('heading', { name: 'Settings' }).first().waitFor()
  await lookAt(page, 'client-horizontal-settings')
  // Phones have the menu.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => nav.count()).toBe(0)
  await press(page, 'Open navigation')
  await nav.getByRole('link', { name: 'Home', exact: true }).waitFor()
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('an agency disables the access of an organization’s clients, with words of its own', async () => {
  await clientWith({})
  await team.goto(`${started.url}/app/na/clients?view=organizations`)
  await team.getByRole('tab', { name: 'Organizations' }).click()
  await team.getByRole('link', { name: 'Acme', exact: true }).click()
  const drawer = team.getByRole('dialog')
  await drawer.getByLabel('Enable Client Access').uncheck({ force: true })
  await drawer.getByLabel('Message for its clients').fill('Closed until Monday.')
  await lookAt(team, 'organization-access-disabled')
  await team.setViewportSize({ width: 1280, height: 900 })
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await team.getByText('Organization updated successfully!').waitFor()
  const { items } = await owner.client.call('organisations.list', place())
  expect(items[0]).toMatchObject({
    disableClientAccess: true,
    disableClientAccessMessage: 'Closed until Monday.',
  })
})
