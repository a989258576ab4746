/**
 * Generated from the endpoints' data and the table of permissions: every endpoint × every role that can sign in × its
 * own tenant, another one, and none. New endpoints, permissions and roles are covered automatically.
 */
import {
  defineEndpoints,
  type Endpoint,
  receivedSchema,
  webhookSchemes,
  workspaceParams,
} from '@parley/contracts/endpoint.ts'
import { holds, type Role, roleNames, roles } from '@parley/contracts/permissions.ts'
import { completed } from '@parley/contracts/workspace/member-permissions.ts'
import { memberRoles } from '@parley/contracts/workspace/roles.ts'
import { tokenPermissions } from '@parley/contracts/workspace/token-names.ts'
import { namesAgentInBody } from '@parley/host/http/caller.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AskedOnly, startAskedOnly } from './src/asked-only.ts'
import { joinWorkspace } from './src/join-workspace.ts'
import { endpoints, ONE_PERMISSION, type Owned, ownEverything } from './src/owned.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

/** One for each scheme, since no call of ours is signed yet. */
const signed: Endpoint[] = webhookSchemes.flatMap((scheme) =>
  Object.values(
    defineEndpoints({
      [`sample.${scheme}`]: {
        summary: 'Sample',
        method: 'POST',
        kind: 'command',
        access: 'signed',
        permission: 'webhook.deliver',
        scheme,
        path: `/api/{region}/sample/${scheme}/{workspaceId}`,
        params: workspaceParams,
        output: receivedSchema,
      },
    }),
  ),
)
const all = [...endpoints, ...signed]

let parley: TestPlatform
let asked: AskedOnly
let mine: Owned
let theirs: Owned
/** Another agent of the same workspace, which the client was not assigned. */
let unassigned: Owned
let colleague: Person
let rootAdmin: Person

beforeAll(async () => {
  parley = await startTestPlatform({ RATE_LIMIT_FACTOR: '1000' })
  mine = await ownEverything(parley)
  theirs = await ownEverything(parley)
  unassigned = await ownEverything(parley, mine.person)
  colleague = await parley.signUp()
  await joinWorkspace(parley, mine.person, colleague)
  rootAdmin = await parley.signUp()
  await joinWorkspace(parley, mine.person, rootAdmin, completed(['organisation.rules.manage']))
  asked = await startAskedOnly(parley, all)
})
afterAll(async () => {
  await asked?.stop()
  await parley?.stop()
})

/** The credentials of each role, all of them in the same workspace. */
const credentials = {
  anyone: () => undefined,
  visitor: () => mine.visitorToken,
  owner: () => mine.person.token,
  member: () => colleague.token,
  'root-admin': () => rootAdmin.token,
  secret: () => mine.workspaceSecret,
  token: () => mine.accessToken,
  'agent-key': () => mine.agentKey,
  client: () => mine.clientToken,
  'organisation-admin': () => mine.orgAdminToken,
  'agency-admin': () => mine.agencyAdminToken,
} satisfies Partial<Record<Role, () => string | undefined>>
type Caller = keyof typeof credentials
const callers = roleNames.filter((role): role is Caller => role in credentials)

const tenants = ['own', 'other', 'no'] as const
type Tenant = (typeof tenants)[number]

describe.each(callers)('%s', (caller) => {
  describe.each(tenants)('of %s tenant', (tenant) => {
    test.each(all)('asks for $name', async (endpoint) => {
      const workspace = { own: mine, other: theirs, no: undefined }[tenant]?.named.workspaceId ?? 'nobody'
      const answer = await asked.ask(endpoint, {
        token: credentials[caller](),
        named: namesOf(tenant),
        workspace,
      })
      const expected = expectedOf(endpoint, caller, tenant)
      expect(answer.status).toBe(expected)
      // Users and keys act for their own workspace, whatever they ask for.
      if (expected === 200 && endpoint.access !== 'anyone' && endpoint.access !== 'person')
        expect(answer.tenant).toBe(mine.person.workspaceId)
    })
  })
})

describe('a token with one permission', () => {
  const narrow = { role: 'token', permissions: [ONE_PERMISSION] } as const

  test.each(all)('asks for $name', async (endpoint) => {
    const { workspaceId = '' } = mine.named
    const asking = { token: mine.narrowToken, named: mine.named, workspace: workspaceId }
    const answer = await asked.ask(endpoint, asking)
    const { access, permission } = endpoint
    const expected = access === 'anyone' ? 200 : access ? 401 : holds(narrow, permission) ? 200 : 403
    expect(answer.status).toBe(expected)
  })
})

describe('a token that is limited to an agent', () => {
  let limited: string
  beforeAll(async () => {
    const { client, region, workspaceId } = mine.person
    const agentIds = [mine.named.agentId ?? '']
    const body = { name: 'limited', permissions: [...tokenPermissions], agentIds }
    limited = (await client.call('tokens.create', { params: { region, workspaceId }, body })).token
  })

  test.each(all)('asks for $name of its agent and of another one', async (endpoint) => {
    const { workspaceId = '' } = mine.named
    const ask = (named: Record<string, string>) =>
      asked.ask(endpoint, { token: limited, named, workspace: workspaceId })
    const expected = expectedOf(endpoint, 'token', 'own')
    const isTold = endpoint.access !== undefined || namesAgent(endpoint) || endpoint.ofOwnAgents
    expect((await ask(mine.named)).status).toBe(isTold ? expected : 403)
    const other = await ask({ ...mine.named, agentId: unassigned.named.agentId ?? '' })
    const isHidden = endpoint.access === undefined && namesAgent(endpoint)
    expect(other.status).toBe(isHidden ? 404 : isTold ? expected : 403)
  })
})

/** Those who see the dashboard of clients. The agency's admin has every agent of the agency, and others their own. */
const inClientDashboard = ['client', 'organisation-admin', 'agency-admin'] as const

describe.each(inClientDashboard)('%s', (caller) => {
  test.each(all)('asks for $name of an agent that another organisation has', async (endpoint) => {
    const named = { ...mine.named, agentId: unassigned.named.agentId ?? '' }
    const { workspaceId = '' } = mine.named
    const answer = await asked.ask(endpoint, { token: credentials[caller](), named, workspace: workspaceId })
    const ofAgent = endpoint.access === undefined && namesAgent(endpoint)
    const isHidden = ofAgent && caller !== 'agency-admin'
    expect(answer.status).toBe(isHidden ? 404 : expectedOf(endpoint, caller, 'own'))
  })
})

test('every role that can sign in is tried here', () => {
  const later = roleNames.filter((role) => roles[role].endsWith('No sign-in yet.'))
  // Every session is that of a person, whatever they are in a workspace; a provider signs what it delivers.
  expect([...callers, 'person', 'provider', ...later].sort()).toEqual(roleNames.toSorted())
})

test('the table is shown at /api/permissions, which the API reference links to', async () => {
  const reference = await (await fetch(`${parley.url}/api`)).text()
  const [, path = ''] = /href="(\/api\/permissions)"/.exec(reference) ?? []
  const page = await fetch(parley.url + path)
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  expect(await page.text()).toContain('<caption>Who holds which permission</caption>')
})

function namesOf(tenant: Tenant): Record<string, string> {
  if (tenant !== 'no') return { own: mine, other: theirs }[tenant].named
  const { region = '', version = '', revision = '', part = '' } = mine.named
  const nobody = Object.keys(mine.named).map((name) => [name, 'nobody'])
  const ofFormat = { stream: 'agent-nobody', uploadId: 'nobodysUpload0000000' }
  return { ...Object.fromEntries(nobody), region, version, revision, part, ...ofFormat }
}

function namesAgent(endpoint: Endpoint): boolean {
  return /\{agentId\}/.test(endpoint.path) || namesAgentInBody(endpoint)
}

/** The expected status by the table: 200 means that the handler is called. */
function expectedOf(endpoint: Endpoint, caller: Caller, tenant: Tenant): number {
  const { access, permission, path } = endpoint
  const isSession = caller === 'root-admin' || memberRoles.some((role) => role === caller)
  const open = (role: Role) => (holds({ role }, permission) ? 200 : 403)
  if (access === 'anyone') return open('anyone')
  if (access === 'person') return isSession ? open('person') : 401
  // No credentials of ours stand for the signature of a provider.
  const isClient = inClientDashboard.some((role) => role === caller)
  if (access === 'client') return isClient ? open(caller) : 401
  if (access === 'signed') return 401
  if (access === 'visitor') return caller !== 'visitor' ? 401 : tenant === 'own' ? open('visitor') : 404
  if (caller === 'anyone' || caller === 'visitor') return 401

  const agentNamed = namesAgent(endpoint)
  const names = agentNamed || path.includes('{workspaceId}')
  const held = holds({ role: caller }, permission)
  if (isClient) {
    if (tenant !== 'own' && names) return 404
    return held && (agentNamed || endpoint.ofOwnAgents) ? 200 : 403
  }
  // An agent's key is accepted for calls that name its agent, and for nothing about the whole workspace.
  if (caller === 'agent-key' && !agentNamed) return 403
  if (tenant === 'own') return held ? 200 : 403
  if (!names) {
    // A person may name a workspace by header; a key belongs to one.
    return isSession || !held ? 403 : 200
  }
  const isOfWorkspace = caller === 'secret' || caller === 'token'
  if (tenant === 'no' && endpoint.createsAgent) return isSession ? 403 : isOfWorkspace ? 200 : 404
  // That an agent does not exist is decided before anything else.
  if (tenant === 'no' && agentNamed) return 404
  if ((caller === 'agent-key' || isOfWorkspace) && !held) return 403
  return 404
}
