/** The agency of a workspace over HTTP: settings, secret, pictures, fonts, custom CSS and custom tabs. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AgencyChanges, CustomTab } from '@parley/contracts/agency/settings.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinWorkspace } from './src/join-workspace.ts'
import { searchFiles } from './src/search-files.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = 'na' as const
const gif = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
let fonts: Server
let fontAddress: string
let parley: TestPlatform
let owner: Person

beforeAll(async () => {
  fonts = createServer((request, answer) => {
    if (request.url === '/brand.woff2')
      return answer.end(Buffer.concat([Buffer.from('wOF2'), Buffer.alloc(99)]))
    if (request.url !== '/brand.css') return answer.writeHead(404).end()
    answer.setHeader('content-type', 'text/css')
    answer.end(
      "@font-face { font-family: 'Brand'; src: url(/brand.woff2) format('woff2'); font-weight: 400 }",
    )
  })
  await new Promise<void>((listening) => fonts.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(fonts.address() as AddressInfo).port}`
  fontAddress = `http://${host}/brand.css`
  parley = await startTestPlatform({ REGIONS: 'na', WORKSPACE_SEATS: '3', ALLOW_PRIVATE_ADDRESSES: host })
  owner = await parley.signUp()
})
afterAll(async () => {
  fonts?.close()
  await parley?.stop()
})

const placeOf = ({ workspaceId }: Person) => ({ params: { region, workspaceId } })
const initialize = (person: Person) => person.client.call('agency.initialize', placeOf(person))
const save = (person: Person, body: AgencyChanges) =>
  person.client.call('agency.save', { ...placeOf(person), body })
const read = async (person: Person, of = person) =>
  (await person.client.call('agency.get', placeOf(of))).agency

const tabOf = (tabId: string, href: string, more: Partial<CustomTab> = {}): CustomTab => ({
  ...{ tabId, label: tabId, href, iconUrl: '', pageType: 'html', htmlContent: '<p>Help</p>' },
  ...{ jsContent: '', iframeUrl: '', alwaysVisible: false, desc: '' },
  ...more,
})

test('a workspace has no agency until it is initialised, and then one, however often', async () => {
  const newcomer = await parley.signUp()
  expect(await read(newcomer)).toBeUndefined()
  await expect(save(newcomer, { name: 'North' })).rejects.toMatchObject({ code: 'not-found' })
  await Promise.all([initialize(newcomer), initialize(newcomer), initialize(newcomer)])
  const agency = await read(newcomer)
  expect(agency).toMatchObject({
    ID: newcomer.workspaceId,
    userId: newcomer.userId,
    name: 'Your Agency',
    googleFont: 'DM Sans',
    themeColorUsage: 'plain',
    themeVariant: 'default',
    settings: { disablePasswordLogin: false },
    customTabs: [],
    secret: expect.stringMatching(/^[A-Za-z0-9]{25}$/),
  })
  await initialize(newcomer)
  expect((await read(newcomer))?.secret).toBe(agency?.secret)
})

test('settings are saved one by one, and the audit says in whose name', async () => {
  await initialize(owner)
  await save(owner, { name: 'North', supportEmail: 'help@north.example' })
  await save(owner, { tosPage: 'https://north.example/tos', secondaryColorHex: 'abc' })
  expect(await read(owner)).toMatchObject({
    name: 'North',
    supportEmail: 'help@north.example',
    tosPage: 'https://north.example/tos',
    secondaryColorHex: '#abc',
  })
  await parley.settled()
  const { items } = await owner.client.call('audit.timeline', { ...placeOf(owner), query: {} })
  const told = items.map(({ sentence, summary }) => sentence?.map(({ text }) => text).join('') ?? summary)
  expect(told).toContain('renamed the agency to North')
  expect(told).toContain('Changed the footer of the agency’s pages')
})

test.each<[AgencyChanges, string]>([
  [{ name: ' ' }, 'Please enter a name for the agency.'],
  [{ supportEmail: 'help' }, 'Please enter a valid email'],
  [{ mainWebsite: 'javascript:alert(1)' }, 'Enter an address that starts with https://'],
  [{ USDPerToken: -0.001 }, 'Enter a price of at least 0.'],
  [{ USDPerToken: 11 }, 'Enter a price of at most 10 USD.'],
  [{ secondaryColorHex: '#12' }, 'A colour has three or six hex digits, such as #0070f3'],
  [{ customTabs: [tabOf('a', 'help')] }, 'URL must include a leading slash (/)'],
  [{ customTabs: [tabOf('a', '/kb')] }, 'This URL is reserved for a default tab'],
  [{ customTabs: [tabOf('a', '/x'), tabOf('b', '/X')] }, 'This URL is already used by another tab'],
  [
    { customTabs: [tabOf('a', '/x', { pageType: 'iframe', iframeUrl: 'http://a.example/' })] },
    'Enter an address that starts with https://',
  ],
  [{ faviconURL: 'https://cdn.example/icon.png' }, 'This picture is not on this server. Upload it.'],
  [{ faviconURL: 'data:image/svg+xml;base64,PHN2Zy8+' }, 'Only png, jpg, jpeg, gif, webp Files'],
  [{ faviconURL: `data:image/png;base64,${Buffer.alloc(1_000_001).toString('base64')}` }, 'Max size: 1 MBs'],
])('refuses what is wrong, and says why: %#', async (changes, message) => {
  await initialize(owner)
  const refused = await save(owner, changes).then(
    () => undefined,
    (error) => error,
  )
  expect(JSON.stringify([refused?.message, refused?.problem])).toContain(message)
})

test('a tab can’t show a page of this server, which could act for whoever looks at it', async () => {
  const customTabs = [tabOf('a', '/x', { pageType: 'iframe', iframeUrl: 'https://localhost:8443/app/' })]
  await expect(save(owner, { customTabs })).rejects.toMatchObject({ code: 'invalid-tab' })
})

test('logos are kept as files that open everywhere, and pictures of others are refused', async () => {
  await initialize(owner)
  await save(owner, { squarePhotoURL: gif, customTabs: [tabOf('t', '/help', { iconUrl: gif })] })
  const agency = await read(owner)
  expect(agency?.squarePhotoURL).toMatch(/^\/api\/na\/public\/files\//)
  expect(agency?.customTabs[0]?.iconUrl).toBe(agency?.squarePhotoURL)
  const opened = await fetch(`${parley.url}${agency?.squarePhotoURL}`)
  expect(opened.status).toBe(200)
  expect(opened.headers.get('content-type')).toBe('image/gif')
  await save(owner, { faviconURL: agency?.squarePhotoURL ?? '' })
  const stranger = await parley.signUp()
  await initialize(stranger)
  await expect(save(stranger, { faviconURL: agency?.squarePhotoURL ?? '' })).rejects.toMatchObject({
    code: 'invalid-input',
  })
})

test('a font is checked, copied to this server and kept with the theme', async () => {
  await initialize(owner)
  const { webFont } = await owner.client.call('agency.fetchFont', {
    ...placeOf(owner),
    body: { font: fontAddress },
  })
  expect(webFont.family).toBe('Brand')
  await save(owner, { googleFont: fontAddress })
  const saved = await read(owner)
  expect(saved).toMatchObject({ googleFont: 'Brand', webFont })
  expect((await fetch(`${parley.url}${saved?.webFont?.faces[0]?.url}`)).headers.get('content-type')).toBe(
    'font/woff2',
  )
  await expect(save(owner, { googleFont: '<no font>' })).rejects.toMatchObject({
    code: 'font-not-fetched',
    message: 'This font name is not a valid one, please double check font name.',
  })
  for (const googleFont of ['inherit', 'Inter']) {
    await save(owner, { googleFont })
    const agency = await read(owner)
    expect([agency?.googleFont, agency?.webFont]).toEqual([googleFont, undefined])
  }
})

test('the preview of custom CSS shows what is kept of it', async () => {
  const customCSS =
    '.a { color: red; background: url(https://evil.example/x) } @import "https://evil.example/y";'
  const cleaned = await owner.client.call('agency.previewCss', { ...placeOf(owner), body: { customCSS } })
  expect(cleaned.customCSS).toContain('color:red')
  expect(cleaned.customCSS).not.toContain('evil')
})

test('members read the agency without its secret and change nothing', async () => {
  const member = await parley.signUp()
  await initialize(owner)
  await joinWorkspace(parley, owner, member)
  const seen = await read(member, owner)
  expect(seen).toMatchObject({ ID: owner.workspaceId, secret: '' })
  const call = member.client.call('agency.save', { ...placeOf(owner), body: { name: 'Mine' } })
  await expect(call).rejects.toMatchObject({ code: 'not-allowed' })
})

test('the secret is replaced, and neither it nor what the team wrote is readable in the data', async () => {
  await initialize(owner)
  const before = (await read(owner))?.secret ?? 'none'
  const { secret } = await owner.client.call('agency.regenerateSecret', placeOf(owner))
  expect(secret).toMatch(/^[A-Za-z0-9]{25}$/)
  expect(secret).not.toBe(before)
  expect((await read(owner))?.secret).toBe(secret)
  await save(owner, {
    address: 'Hidden Lane 9182',
    customTabs: [tabOf('s', '/s', { htmlContent: 'hiddenMarkup9182', jsContent: 'x'.repeat(50_000) })],
  })
  expect((await read(owner))?.customTabs[0]?.jsContent).toHaveLength(50_000)
  await parley.settled()
  const texts = [before, secret, 'Hidden Lane 9182', 'hiddenMarkup9182']
  expect((await searchFiles(parley.dataDir, texts)).places).toEqual([])
})

test('the HTML of custom tabs has an origin of its own wherever it is opened, and frames no page of this server', async () => {
  const html = await fetch(`${parley.url}/custom-tab/html`)
  const policy = html.headers.get('content-security-policy') ?? ''
  const [sandbox = ''] = policy.split('; ')
  expect(sandbox).toBe('sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox')
  expect(policy).toContain("frame-ancestors 'self'")
  const dashboard = await fetch(`${parley.url}/app/na/agency`)
  expect(dashboard.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})
