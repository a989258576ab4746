/** An agency's settings, its preview and its custom tabs, in a real browser. */
import type { Frame, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { axeFindings } from './axe-findings.ts'
import { eachSignedIn } from './signed-in.ts'

let page: Page
let started: TestPlatform
let person: Person
// What the hostile tab and the scripts in the preview try is reported by the browser as refused.
const tried =
  /custom-tab|evil\.example|opaque|sandbox|SecurityError|Blocked|cross-origin|Content Security Policy|agency\/settings|policy: .*(?:auth\/session|ws:|script-src-elem inline|frame-src).*client\/preview/i
eachSignedIn(
  (given) => {
    ;({ page, started, person } = given)
  },
  { expected: tried },
)

const open = (path: string) => page.goto(`${started.url}/app/na/${path}`)
const status = () => page.getByRole('status').filter({ hasText: 'changes' })
const sees = (text: string) => page.getByText(text).first().waitFor()
const saved = async () => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await sees('Saved successfully')
  await expect.poll(() => status().textContent()).toBe('All changes saved')
}
const preview = () => page.frameLocator('iframe[title^="Preview of"]')
const previewFrame = () => page.frames().find((frame) => frame.url().endsWith('/client/preview')) as Frame
const choose = (group: string, name: string) =>
  page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click()
const previewPage = (name: string) => choose('Previewed page', name)
/** The paths that the frame of the preview asks for from now on. */
function askedByPreview(): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() || !request.frame().url().endsWith('/client/preview')) return
    if (!request.url().startsWith('data:')) asked.push(new URL(request.url()).pathname)
  })
  return asked
}
const square = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const agencyOf = async ({ client, workspaceId }: Person) =>
  (await client.call('agency.get', { params: { region: 'na', workspaceId } })).agency

test('an owner makes an agency, sees it as clients will, and saves it', async () => {
  const asked = askedByPreview()
  await page.getByRole('link', { name: 'Agency' }).click()
  await sees('Agency settings initialized')
  expect(await status().textContent()).toBe('All changes saved')
  expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)

  await page.getByLabel('Agency name').fill('Northwind')
  await page.getByLabel('Branding text').fill('Sign in to see **your agents**.')
  expect(await status().textContent()).toBe('There are unsaved changes')
  await preview().getByRole('heading', { name: 'Northwind' }).waitFor()
  await preview().locator('strong', { hasText: 'your agents' }).waitFor()
  await preview().locator('input[type=password]').waitFor()
  await page.getByRole('switch', { name: 'Enable password login' }).click()
  await preview().locator('input[type=password]').waitFor({ state: 'detached' })
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: square }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await preview().locator('img[data-part="brand-logo"][src^="data:image/png"]').waitFor()
  // The page has a field that takes the focus where people sign in.
  await page.getByLabel('Agency name').focus()
  await previewPage('Dashboard')
  await preview().getByRole('heading', { name: 'Tea Advisor' }).waitFor()
  await previewPage('Sign-in page')
  await preview().getByLabel('Email', { exact: true }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await preview().getByRole('button', { name: 'Email Login Code' }).click()
  await preview().getByText('This is a preview').waitFor()

  await page.getByRole('link', { name: 'Agents' }).click()
  await sees('Leave without saving?')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await saved()
  expect(await agencyOf(person)).toMatchObject({
    name: 'Northwind',
    settings: { disablePasswordLogin: true },
  })

  await page.getByRole('tab', { name: 'Footer' }).click()
  await page.getByLabel('Support email').fill('nobody')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await sees('Error occured when trying to save..')
  await sees('Please enter a valid email')
  await page.getByLabel('Support email').fill('help@northwind.example')
  await preview().getByText('help@northwind.example').waitFor()
  await previewPage('Dashboard')
  await preview().getByText('help@northwind.example').waitFor()
  const navigation = preview().getByRole('navigation')
  await navigation.getByText('Northwind').waitFor()
  await navigation.locator('img').waitFor()
  // What is edited is shown where its reader went.
  await navigation.getByRole('link', { name: 'Leads & Campaigns' }).click()
  await preview().getByRole('cell', { name: 'Ingrid Dahl' }).waitFor()
  await page.getByLabel('Address', { exact: true }).fill('1 Harbour Street')
  await preview().getByText('1 Harbour Street').waitFor()
  await preview().getByRole('cell', { name: 'Ingrid Dahl' }).waitFor()
  await preview().getByRole('button', { name: 'Profile' }).click()
  await preview().getByRole('menuitem', { name: 'Log Out' }).click()
  await preview().getByRole('button', { name: 'Email Login Code' }).waitFor()
  expect(asked.length).toBeGreaterThan(0)
  // The logo that was saved meanwhile is a file.
  expect(asked.filter((path) => path.startsWith('/api/') && !path.includes('/public/files/'))).toEqual([])
  await page.getByLabel('Address', { exact: true }).focus()
  await page.keyboard.press('Control+s')
  await expect.poll(() => status().textContent()).toBe('All changes saved')
  expect(await agencyOf(person)).toMatchObject({ supportEmail: 'help@northwind.example' })
})

test('two people who change different switches both keep what they changed', async () => {
  const { client, workspaceId } = person
  const own = { params: { region: 'na', workspaceId } } as const
  const colleague = (settings: object) => client.call('agency.save', { ...own, body: { settings } })
  const theirs = page.getByText('Somebody else saved these settings meanwhile')
  await open('agency?tab=saas')
  await page.getByRole('switch', { name: 'Enable client sign-up' }).click()
  await colleague({ disablePasswordLogin: true })
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByRole('switch', { name: 'Enable password login', checked: false }).waitFor()
  expect(await theirs.count()).toBe(0)
  await saved()
  expect((await agencyOf(person))?.settings).toMatchObject({
    disablePasswordLogin: true,
    enableClientSignup: true,
  })

  // The same switch: the last one to save is warned first.
  await page.getByLabel('Agency name').fill('Northwind')
  await client.call('agency.save', { ...own, body: { name: 'Southwind' } })
  await theirs.waitFor()
  await page.getByRole('button', { name: 'Take theirs' }).click()
  expect(await page.getByLabel('Agency name').inputValue()).toBe('Southwind')
})

test('the theme and the CSS show in the preview alone', async () => {
  await open('agency?tab=theme')
  await sees('Agency settings initialized')
  await page.getByLabel('Colour', { exact: true }).fill('#15803d')
  const signIn = preview().getByRole('button', { name: 'Sign In', exact: true })
  const background = () => signIn.evaluate((button) => getComputedStyle(button).backgroundColor)
  await expect.poll(background).toBe('rgb(21, 128, 61)')
  await page.getByRole('radiogroup', { name: 'Colour usage' }).getByText('Gradient').click()
  const gradient = () => signIn.evaluate((button) => getComputedStyle(button).backgroundImage)
  await expect.poll(gradient).toContain('linear-gradient')
  await choose('Preview size', 'Phone')
  const width = () => previewFrame().evaluate(() => document.documentElement.clientWidth)
  await expect.poll(width).toBe(390)
  const shown = (scheme: string) =>
    preview().locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor({ state: 'attached' })
  await choose('Colour scheme of the preview', 'Dark')
  await shown('dark')
  await previewPage('Dashboard')
  await preview().getByRole('button', { name: 'Open navigation' }).click()
  const home = preview().getByRole('link', { name: 'Home' })
  await home.waitFor()
  // The agency’s colour, as it is legible on a dark ground.
  const colour = () => home.evaluate((link) => getComputedStyle(link).color.match(/\d+/g)?.map(Number) ?? [])
  await expect.poll(async () => green(await colour())).toBe(true)
  await preview().getByRole('link', { name: 'Home' }).press('Escape')
  // The dashboard's own button, which the settings follow.
  await choose('Preview size', 'Desktop')
  await preview().getByRole('button', { name: 'Light theme' }).click()
  await shown('light')
  const schemes = page.getByRole('radiogroup', { name: 'Colour scheme of the preview' })
  await schemes.getByRole('radio', { name: 'Light', checked: true }).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Open large' }).click()
  const large = page.getByRole('dialog', { name: 'Preview' })
  const inLarge = large.frameLocator('iframe')
  await inLarge.getByRole('link', { name: 'Home' }).waitFor()
  // At its full size.
  const frame = await large.locator('iframe').boundingBox()
  expect(await inLarge.locator('html').evaluate(() => document.documentElement.clientWidth)).toBe(
    Math.round(frame?.width ?? 0),
  )
  expect(await axeFindings(page)).toEqual([])
  await large.getByRole('button', { name: 'Close' }).click()
  await large.waitFor({ state: 'hidden' })
  await previewPage('Sign-in page')

  await page.getByRole('tab', { name: 'Custom CSS' }).click()
  await page.getByRole('textbox', { name: 'Custom CSS' }).click()
  await page.keyboard.insertText(
    '[data-part="sign-in-card"] { padding: 77px; background: url(https://evil.example/x) } [data-part="side-nav"] { display: none }',
  )
  const card = preview().locator('[data-part="sign-in-card"]')
  await expect.poll(() => card.evaluate((one) => getComputedStyle(one).paddingTop)).toBe('77px')
  expect(await page.locator('[data-part="side-nav"]').isVisible()).toBe(true)
  await saved()
})

test('what is hostile in unsaved settings reaches neither the session nor the page around the preview', async () => {
  const asked = askedByPreview()
  await page.evaluate(() => localStorage.setItem('probe', 'of the settings'))
  await open('agency?tab=css')
  await page.getByRole('textbox', { name: 'Custom CSS' }).click()
  await page.keyboard.insertText(
    '</style><script>parent.hacked = 1</script>[data-part="footer"] { padding: 9px; background: url(https://evil.example/x) }',
  )
  await page.getByRole('tab', { name: 'Footer' }).click()
  const hostile = '<img src=x onerror="parent.hacked = 1"><script>parent.hacked = 1</script>'
  await page.getByLabel('Support email').fill(hostile)
  await page.getByLabel('Terms page').fill('javascript:parent.hacked=1')
  await preview().getByText(hostile).waitFor()
  await preview().getByText('Terms of Service').click()
  await preview().getByText('This is a preview').first().waitFor()

  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
  // What a script would reach if there were one.
  const results = await previewFrame().evaluate(attemptAll, started.url)
  expect(results.origin).toBe('null')
  expect(results.storage).toBe('done: null')
  const { origin: _, storage: _kept, ...refused } = results
  expect(Object.keys(refused).sort()).toEqual([
    'cookie',
    'embed',
    'inline',
    'parent',
    'read',
    'socket',
    'top',
  ])
  for (const [attempt, result] of Object.entries(refused)) expect(result, attempt).toMatch(/^refused/)
  expect(await page.evaluate(() => Object.hasOwn(window, 'hacked'))).toBe(false)
  expect(page.url()).toBe(`${started.url}/app/na/agency?tab=footer`)

  // Neither hears anybody but the other.
  await page.evaluate(saidToItself, { from: 'client-preview', state: 'failed', scheme: 'dark' })
  await previewFrame().evaluate(saidToItself, { to: 'client-preview', previewed: { page: 'dashboard' } })
  await preview().locator('html[data-mantine-color-scheme="light"]').waitFor({ state: 'attached' })
  expect(await preview().getByRole('heading', { name: 'Your Agency' }).isVisible()).toBe(true)
  expect(await page.getByText('The preview could not be loaded').count()).toBe(0)
  await page.goto(`${started.url}/client/preview`)
  await page.evaluate(() => postMessage({ to: 'client-preview', previewed: {} }, '*'))
  expect(await page.locator('#root > *').count()).toBe(0)
})

test('a preview that does not load says so, and is tried again', async () => {
  await page.clock.install()
  await page.route('**/client/preview', (route) => route.abort())
  await open('agency?tab=theme')
  await page.getByLabel('Loading the preview').waitFor()
  await page.clock.runFor(20_000)
  await page.getByText('The preview could not be loaded.').waitFor()
  await page.unroute('**/client/preview')
  await page.getByRole('button', { name: 'Try again' }).click()
  await preview().getByRole('heading', { name: 'Your Agency' }).waitFor()
  expect(await page.getByText('The preview could not be loaded.').count()).toBe(0)
})

test('a custom tab is added by the rules, put in order, and shown at its address', async () => {
  await open('agency?tab=tabs')
  await page.getByRole('button', { name: 'Add tab' }).click()
  const drawer = page.getByRole('dialog')
  const add = () => drawer.getByRole('button', { name: 'Add tab' }).click()
  await drawer.getByLabel('Label').fill('Help')
  for (const [href, problem] of [
    ['help', 'URL must include a leading slash (/)'],
    ['/settings', 'This URL is reserved for a default tab'],
  ] as const) {
    await drawer.getByLabel('URL').fill(href)
    await add()
    await drawer.getByText(problem).waitFor()
  }
  await drawer.getByLabel('URL').fill('/help')
  await drawer.getByRole('textbox', { name: 'HTML' }).fill('<h1>We are here</h1><p id="said"></p>')
  await drawer.getByLabel('JavaScript').fill('document.getElementById("said").textContent = "by script"')
  await add()
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Add tab' }).click()
  await drawer.getByLabel('Label').fill('News')
  await drawer.getByLabel('URL').fill('/HELP')
  await add()
  await drawer.getByText('This URL is already used by another tab').waitFor()
  await drawer.getByLabel('URL').fill('/news')
  await drawer.getByText('Iframe').click()
  await drawer.getByLabel('Page to show').fill(`${started.url}/app/`)
  await add()
  await drawer.getByText('Enter an address that starts with https://').waitFor()
  await drawer.getByLabel('Page to show').fill('https://news.example/')
  await add()
  await page.getByRole('button', { name: 'Move News up' }).click()
  const links = page.getByRole('link', { name: /^Open / })
  expect(await links.count()).toBe(0)
  await saved()
  await expect.poll(() => links.count()).toBe(2)
  expect((await agencyOf(person))?.customTabs.map(({ href }) => href)).toEqual(['/news', '/help'])

  await open('c/help')
  const frame = page.frameLocator('iframe[title="Help"]')
  await frame.getByRole('heading', { name: 'We are here' }).waitFor()
  await frame.getByText('by script').waitFor()
  await open('c/nowhere')
  await sees('There is no tab here')
})

test('what a hostile tab runs reaches neither session, nor the dashboard, nor other tabs', async () => {
  const { client, workspaceId } = person
  const place = { params: { region: 'na' as const, workspaceId } }
  await client.call('agency.initialize', place)
  const tab = {
    ...{ tabId: 'bad', label: 'Bad', href: '/bad', iconUrl: '', pageType: 'html' as const },
    ...{ iframeUrl: '', alwaysVisible: false, desc: '', htmlContent: '<pre id="out">running</pre>' },
    jsContent: hostileScript(started.url, workspaceId),
  }
  await client.call('agency.save', { ...place, body: { customTabs: [tab] } })
  await open('c/bad')
  const out = page.frameLocator('iframe[title="Bad"]').locator('#out')
  await expect.poll(() => out.textContent()).toContain('done')
  const results: Record<string, string> = JSON.parse((await out.textContent())?.replace('done', '') ?? '{}')
  expect(results.origin).toBe('null')
  const { origin: _, ...attempts } = results
  expect(Object.keys(attempts).sort()).toEqual(
    ['cookie', 'embed', 'parent', 'read', 'storage', 'top', 'worker', 'write'].sort(),
  )
  for (const [attempt, result] of Object.entries(attempts)) expect(result, attempt).toMatch(/^refused/)
  // Whoever looks at the tab is where they were, signed in, and nothing was changed in their name.
  expect(page.url()).toBe(`${started.url}/app/na/c/bad`)
  expect((await agencyOf(person))?.name).toBe('Your Agency')
  await page.getByRole('link', { name: 'Agency' }).click()
  await page.getByRole('tab', { name: 'Overview' }).waitFor()
})

test('the frames of custom tabs do nothing by themselves, and other sites can’t frame them', async () => {
  for (const path of ['html', 'page#https%3A%2F%2Fevil.example%2F']) {
    const answer = await page.goto(`${started.url}/custom-tab/${path}`)
    expect(answer?.headers()['content-security-policy']).toContain("frame-ancestors 'self'")
    await page.evaluate(() => postMessage({ html: 'hostile', js: '' }, '*')).catch(() => undefined)
    expect(await page.locator('iframe').count()).toBe(0)
    expect(await page.locator('body').textContent()).not.toContain('hostile')
  }
})

const green = ([red = 0, green = 0, blue = 0]: number[]) => green > red && green > blue

/** Sends a message to the window itself, and waits until what hears it was rendered. */
async function saidToItself(message: object): Promise<void> {
  await new Promise((heard) => {
    addEventListener('message', heard, { once: true })
    postMessage(message, '*')
  })
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
}

/** Tries what a script in the preview could, and says for each whether it was refused. */
async function attemptAll(url: string): Promise<Record<string, string>> {
  const results: Record<string, string> = { origin: self.origin }
  const attempt = async (name: string, what: () => unknown) => {
    try {
      results[name] = `done: ${String(await what())}`
    } catch (error) {
      results[name] = `refused: ${Object(error).name}`
    }
  }
  const asked = (start: (request: EventTarget) => void, request: EventTarget, done: string) =>
    new Promise((resolve, reject) => {
      request.addEventListener(done, resolve)
      request.addEventListener('error', () => reject(new Error('refused')))
      start(request)
    })
  await attempt('cookie', () => document.cookie)
  await attempt('storage', () => localStorage.getItem('probe'))
  await attempt('parent', () => window.parent.document.title)
  await attempt('top', () => {
    window.top!.location.href = 'https://evil.example/'
  })
  await attempt('read', () => {
    const request = new XMLHttpRequest()
    request.open('GET', `${url}/api/auth/session`)
    return asked(() => request.send(), request, 'load')
  })
  await attempt('socket', () => {
    const socket = new WebSocket(url.replace('http', 'ws'))
    return asked(() => {}, socket, 'open')
  })
  await attempt('inline', () => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.body.append(script)
    if (!('ran' in window)) throw new Error('not run')
  })
  await attempt('embed', async () => {
    const frame = document.createElement('iframe')
    frame.src = `${url}/app/`
    document.body.append(frame)
    await new Promise((loaded) => {
      frame.onload = loaded
    })
    if (!frame.contentDocument) throw new Error('not of this origin')
    return frame.contentDocument.title
  })
  return results
}

/** Tries what a page of the dashboard could do, and says for each whether it was refused. */
function hostileScript(url: string, workspaceId: string): string {
  return `
const results = { origin: self.origin }
const attempt = async (name, what) => {
  try { results[name] = 'done: ' + String(await what()).slice(0, 80) } catch (error) { results[name] = 'refused: ' + error.name }
}
const body = { method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' }, body: '{"name":"Taken"}' }
;(async () => {
  await attempt('cookie', () => document.cookie)
  await attempt('storage', () => localStorage.getItem('parley_color_scheme'))
  await attempt('parent', () => parent.document.title)
  await attempt('top', () => { top.location = 'https://evil.example/' })
  await attempt('read', async () => (await fetch('${url}/api/auth/session', { credentials: 'include' })).text())
  await attempt('write', () => fetch('${url}/api/na/v2/workspaces/${workspaceId}/agency/settings', body))
  await attempt('worker', () => navigator.serviceWorker.register('/app/push-worker.js'))
  await attempt('embed', async () => {
    const frame = document.createElement('iframe')
    frame.src = '${url}/app/'
    document.body.append(frame)
    await new Promise((loaded) => { frame.onload = loaded })
    return frame.contentDocument.title
  })
  document.getElementById('out').textContent = JSON.stringify(results) + 'done'
})()`
}
