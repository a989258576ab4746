/**
 * At the domain of an agency, nothing that the server sends names the product: no page, file, answer, header or mail. All
 * of them are found where they are defined, the routes of the server, the files of the builds, the list of endpoints, and
 * none is listed here. What browsers show is scanned by `journeys/names-shown.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestDns, type TestDns } from '@parley/agency/domains/test-dns.ts'
import { api, type EndpointName } from '@parley/contracts/api.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { fillPath } from '@parley/contracts/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domainsIn, proveDomain } from './src/agency-domain.ts'
import { inOrder } from './src/besieged.ts'
import { callAtHost, forwarded, type GotAtHost, type SentAtHost } from './src/call-at-host.ts'
import { type Owned, ownEverything } from './src/owned.ts'
import { sampleOf } from './src/samples.ts'
import { startTestPlatform, type TestPlatform } from './src/test-platform.ts'
import { namesIn, namesInFile } from './src/vendor-name.ts'

const own = 'parley.example'
const password = 'correct horse battery'

let dns: TestDns
let parley: TestPlatform
let mine: Owned
/** The agency's domain. */
let host: string
/** Sessions that began at the agency's domain. */
let cookies: Record<'nobody' | 'owner' | 'client', string>
/** When the agency had its domain. */
let since: string

beforeAll(async () => {
  dns = await startTestDns()
  parley = await startTestPlatform({
    PUBLIC_URL: `https://${own}`,
    TRUST_PROXY: 'true',
    RATE_LIMIT_FACTOR: '1000',
    ...domainsIn(dns),
  })
  mine = await ownEverything(parley)
  const { client, workspaceId } = mine.person
  const { customDomain, customDomainConfig: proof } = await client.call('domains.get', {
    params: { region: 'na', workspaceId },
  })
  host = customDomain
  await proveDomain(host, proof, { dns, url: parley.url })
  since = new Date().toISOString()
  const { clientId } = mine.named
  await client.call('clients.save', {
    params: { region: 'na', workspaceId, clientId: clientId ?? '' },
    body: { dashboardPassword: password },
  })
  cookies = {
    nobody: '',
    owner: await signedIn('/api/auth/sign-in', { email: mine.person.email, password: mine.person.password }),
    client: await signedIn('/api/auth/client/sign-in', {
      email: `${mine.word}@clients.example`.toLowerCase(),
      password,
      agencyId: workspaceId,
    }),
  }
})
afterAll(async () => {
  await parley?.stop()
  await dns?.stop()
})

/** A call at the agency's domain. */
const ask = (method: string, path: string, { headers = {}, body }: SentAtHost = {}): Promise<GotAtHost> =>
  callAtHost(parley.url, host, method, path, { headers: { ...forwarded, ...headers }, body })

async function signedIn(path: string, body: object): Promise<string> {
  const { headers, text, status } = await ask('POST', path, { body: JSON.stringify(body) })
  expect(status, text).toBe(200)
  return /parley_session=[^;]+/.exec(headers)?.[0] ?? ''
}

/** Where an answer names the product. */
const foundIn = ({ text, headers }: GotAtHost, file = '') => [...namesIn(headers), ...namesInFile(file, text)]

/** The paths of the server, as its router draws them: a branch for what follows, four characters a level. */
function pathsOf(drawn: string): { path: string; methods: string }[] {
  const above: string[] = []
  return drawn.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S*)(?: \((.*)\))?$/.exec(line) ?? []
    if (part === '') return []
    const level = indent.length / 4
    const before = level === 0 ? '' : (above[level - 1] ?? '')
    above[level] = `${before}${part === '*' ? '/*' : part}`
    return methods === '' ? [] : [{ path: above[level] ?? '', methods }]
  })
}

describe('pages', () => {
  test('name it nowhere, whoever opens them, and neither does what there is in place of them', async () => {
    const { agentId = '' } = mine.named
    const drawn = parley.platform.server?.printRoutes({ commonPrefix: false }) ?? ''
    const pages = pathsOf(drawn).filter(
      ({ path, methods }) => /GET/.test(methods) && !path.startsWith('/api/:region'),
    )
    expect(pages.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/login',
        '/client/login',
        '/share/:region/:agentId',
        '/widget/:region/:agentId|:script',
      ]),
    )
    const named: Record<string, string> = { ...mine.named, script: `${agentId}.js`, provider: 'google' }
    const found: string[] = []
    for (const { path } of pages) {
      const filled = path
        .replace(/(?::\w+\|)+(?=:\w+$)|(?:\|:\w+)+(?=\/)/g, '')
        .replace(/:(\w+)/g, (_, name) => named[name] ?? 'x')
        .replace('*', 'nowhere/at/all')
      for (const query of ['', `?vg_id=${agentId}`, `?vg_id=nobody&agency=nobody`])
        for (const cookie of Object.values(cookies)) {
          const got = await ask('GET', filled + query, { headers: { accept: 'text/html', cookie } })
          found.push(
            ...foundIn(got, path.includes('script') ? 'loader.js' : undefined).map(
              (name) => `${filled}${query}: ${name}`,
            ),
          )
        }
    }
    expect([...new Set(found)]).toEqual([])
  })

  test('neither do the files that they load', () => {
    const folders = ['web/dist', 'widget/dist'].map((folder) => join(import.meta.dirname, '..', folder))
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(?:js|css|html|svg|json|map|txt)$/.test(entry.name))
        .map(({ parentPath, name }) => join(parentPath, name)),
    )
    expect(files.length).toBeGreaterThan(50)
    const found = files.flatMap((file) =>
      namesInFile(file, readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`),
    )
    expect(found).toEqual([])
  })
})

type Mail = { at: string; to: string; subject: string; text: string; html: string; fromName?: string }

/** By the source that sends it: the subject of a mail that is sent below, or why it is the product's own. */
const senders: Record<string, RegExp | string> = {
  'agency/src/domains/dns-instructions.handlers.ts': /^DNS of the agency/,
  'agency/src/domains/dns-reminders.ts': 'leads those who manage the domain to where they do',
  'agency/src/domains/domains.policy.ts': 'leads those who manage the domain to where they do',
  'agency/src/email-domain/email-domain.policy.ts': 'leads those who manage the domain to where they do',
  'agency/src/feedback/feedback.handlers.ts': /^Feedback from/,
  'agency/src/workspace-mail/workspace-mail.handlers.ts': /^Your order/,
  'analytics/src/monthly-report/run-monthly-reports.ts': /^Monthly report/,
  'analytics/src/report/run-reports.ts': /^Weekly report/,
  'campaign/src/send-by-mail.ts': /^News of/,
  'client/src/email-changed.policy.ts': /^The e-mail address of your account/,
  'client/src/password-changed.policy.ts': /^The password of your account was changed$/,
  'client/src/sign-in/login-code.policy.ts': /is your login code/,
  'client/src/sign-in/sign-in-link.policy.ts': /^Your account at/,
  'conversation/src/reply-mail/reply-mail.ts':
    'comes under the name of the agent alone (`reply-mail.test.ts`)',
  'conversation/src/visiting/returning.handlers.ts': /^Your conversation/,
  'identity/src/email-changed.policy.ts': 'is about the account with the product',
  'identity/src/one-time-code.policy.ts': /is your sign-in code/,
  'identity/src/passkeys-changed.policy.ts': 'is about the account with the product',
  'identity/src/password-changed.policy.ts': 'is about the account with the product',
  'identity/src/two-factor-changed.policy.ts': 'is about the account with the product',
  'notification/src/alert/send-alerts.ts': /asks for a person|wrote to you/,
  'workspace/src/deletion/delete-workspaces.ts': 'is about the workspace with the product',
  'workspace/src/invites.policy.ts': 'leads to where an account with the product is made',
  'workspace/src/token/token-expiry.policy.ts': /^The access token n8n expires/,
}

describe('mails', () => {
  test('are known by what sends them', () => {
    const services = join(import.meta.dirname, '../services')
    const found = readdirSync(services, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        /^(?!host|engines|kernel|identity\/src\/mail)[\w-]+\/src\/.*(?<!\.test|\.conformance)\.ts$/.test(
          file,
        ) &&
        /\b(?:mail|mailer)\.send\(|\bsendMail\(\{|deps\s*\.send\(|await send\(\{/.test(
          readFileSync(join(services, file), 'utf8'),
        ),
    )
    expect(found.toSorted()).toEqual(Object.keys(senders))
  })

  test('name it to nobody', async () => {
    const { workspaceId, email } = mine.person
    const client = { email: `${mine.word}@clients.example`.toLowerCase(), agencyId: workspaceId }
    const visitor = { authorization: `Bearer ${mine.visitorToken}` }
    const [owner, ofClient] = [{ cookie: cookies.owner }, { cookie: cookies.client }]
    const named = { ...mine.named, agencyId: workspaceId }
    const post = async (name: EndpointName, body: object, headers: Record<string, string> = {}) => {
      const path = fillPath(api[name].path, named)
      const { status, text } = await ask('POST', path, { headers, body: JSON.stringify(body) })
      expect(status, `${path}: ${text}`).toBe(200)
    }
    const instructions = { subject: 'DNS of the agency', htmlContent: '<p>Records</p>' }
    const aWeekAway = new Date(Date.now() + 7 * 86_400_000 + 1_000).toISOString()
    const token = { name: 'n8n', permissions: ['agent.list'], expiresAt: aWeekAway }
    await post('tokens.create', token, owner)
    await post('auth.requestCode', { email })
    await post('rpc.ssoClient', client)
    await post('clients.sendSignInLink', {}, owner)
    await post('domains.sendInstructions', { to: 'dev@agency.example', ...instructions }, owner)
    const order = { to: 'ada@shop.example', subject: 'Your order', html: '<p>It was shipped.</p>' }
    await post('workspaces.sendEmail', order, owner)
    await post('reports.send', { frequency: 'weekly' }, owner)
    await post('monthlyReports.send', {}, owner)
    await post('campaigns.test', { step: 0, variant: 'a' }, owner)
    await post('conversations.requestHandoff', {}, visitor)
    await post('conversations.mailTranscript', { email: 'ada@example.com' }, visitor)
    await post('agency.sendFeedback', { subject: 'Feedback from Cleo', html: '<p>Good</p>' }, ofClient)
    await parley.settled()
    const sent = async (): Promise<Mail[]> => {
      const { items } = await (await fetch(`${parley.url}/dev/mail.json`)).json()
      return items.filter(({ at }: Mail) => at > since)
    }
    // That of a member and of a client come from one place.
    const { email: ofCleo } = client
    const toClient = async () =>
      (await sent()).some(({ to, subject }) => to === ofCleo && /asks for a person/.test(subject))
    await expect.poll(toClient).toBe(true)
    await post('clientAuth.changePassword', { password, newPassword: `${password} too` }, ofClient)
    await post('clientAuth.saveProfile', { email: `other-${client.email}` }, ofClient)
    for (const subject of Object.values(senders).filter((one) => one instanceof RegExp))
      await expect
        .poll(async () => (await sent()).some((mail) => subject.test(mail.subject)), {
          message: `${subject}`,
        })
        .toBe(true)
    const branded = (await sent()).filter(({ subject }) =>
      Object.values(senders).some((one) => one instanceof RegExp && one.test(subject)),
    )
    const found = branded.flatMap((mail) =>
      namesIn(JSON.stringify(mail)).map((name) => `${mail.subject}: ${name}`),
    )
    expect(found).toEqual([])
  })
})

/** Bodies that are taken, that are refused, and that name nothing there is. */
function bodiesFor({ body }: Endpoint): (string | undefined)[] {
  return body ? [JSON.stringify(sampleOf(body)), '{}', '{'] : [undefined]
}

/** These say what is the product's alone, to members who set something up. */
const products: Record<string, string> = {
  'invites.link': 'who is invited has an account with the product',
  'tools.test': 'servers of customers check the signature under this name',
}

describe('endpoints', () => {
  test.each(inOrder.filter(({ name }) => !(name in products)))('$name', async (endpoint) => {
    const found: string[] = []
    const madeUp = Object.fromEntries(Object.keys(mine.named).map((name) => [name, 'nobody']))
    for (const cookie of Object.values(cookies))
      for (const named of [{ ...madeUp, region: 'na' }, mine.named])
        for (const body of bodiesFor(endpoint)) {
          const got = await ask(endpoint.method, fillPath(endpoint.path, named), {
            headers: { cookie },
            body,
          })
          found.push(...foundIn(got))
        }
    expect([...new Set(found)]).toEqual([])
  })
})
