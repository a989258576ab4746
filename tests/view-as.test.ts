/** *View as* through HTTP: who of an agency sees a client's dashboard as that client, what stays refused, and what ends it. */

import { startTestDns, type TestDns } from '@parley/agency/domains/test-dns.ts'
import { clientPages } from '@parley/contracts/client/pages.ts'
import { CSRF_HEADER, VIEW_PARAMETER } from '@parley/contracts/client.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { domainsIn, signUpAgency } from './src/agency-domain.ts'
import { callAtHost, forwarded } from './src/call-at-host.ts'
import { joinWorkspace } from './src/join-workspace.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const DOMAIN = 'app.harbour.example'
let dns: TestDns
let parley: TestPlatform
let ada: Person
let eve: Person

beforeAll(async () => {
  dns = await startTestDns()
  parley = await startTestPlatform({
    ...{ CLIENT_SEATS: '100', RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: 'true', ...domainsIn(dns) },
  })
  ada = await parley.signUp()
  eve = await parley.signUp()
  for (const { client, region, workspaceId } of [ada, eve])
    await client.call('agency.initialize', { params: { region, workspaceId } })
})
afterAll(async () => {
  await parley?.stop()
  await dns?.stop()
})

const HALF_AN_HOUR = 30 * 60_000
let nth = 0
const place = ({ workspaceId } = ada) => ({ region: 'na' as const, workspaceId })

type Cleo = { clientId: string; orgId: string; agentId: string }
async function clientOf(person = ada, canAccess?: string[]): Promise<Cleo> {
  const params = place(person)
  const { client } = person
  const { agentCreated } = await client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Shop', agentTemplate: 'blank-template' },
  })
  const agentId = agentCreated.ID
  const { organisationId: orgId } = await client.call('organisations.create', { params, body: {} })
  const all = clientPages.filter((page) => !('until' in page)).map(({ href }) => href)
  const { clientId } = await client.call('clients.create', {
    params,
    body: {
      ...{ orgId, name: 'Cleo', email: `cleo${++nth}@example.com`, dashboardPassword: 'fifteen letters' },
      ...{ widgetIDs: [agentId], canAccess: (canAccess ?? all) as typeof all },
    },
  })
  return { clientId, orgId, agentId }
}
const viewAs = ({ clientId }: Pick<Cleo, 'clientId'>, viewer = ada, of = ada) =>
  viewer.client.call('clients.viewAs', { params: { ...place(of), clientId } })
const refresh = (token: string) => parley.client(token).call('clientAuth.refresh', { body: {} })
const ended = { status: 401 }

describe('whoever manages an agency views as a client', () => {
  test('with what the client may do, its agents, and both names', async () => {
    const cleo = await clientOf(ada, ['/home', '/leads'])
    const { token, viewer, ...claims } = await viewAs(cleo)
    expect(claims).toEqual({
      ...{ isClient: true, clientId: cleo.clientId, agencyId: ada.workspaceId, region: 'na' },
    })
    expect(viewer).toMatchObject({ userId: ada.userId, displayName: expect.any(String) })
    const session = await refresh(token)
    expect(session).toMatchObject({
      clientData: { ID: cleo.clientId, widgetIDs: [cleo.agentId] },
      viewer: { viewId: viewer.viewId, userId: ada.userId },
    })
    expect(session.viewer?.secondsLeft).toBeLessThanOrEqual(1_800)
    expect(session.viewer?.secondsLeft).toBeGreaterThan(1_700)
    const client = parley.client(token)
    const params = { region: 'na' as const, agentId: cleo.agentId }
    expect(
      (await client.call('agents.list', { params: { region: 'na' } })).items.map(({ ID }) => ID),
    ).toEqual([cleo.agentId])
    // What the viewer may do in the workspace is not theirs here.
    for (const call of [
      () => client.call('agents.versions', { params }),
      () => client.call('clients.list', { params: place(), query: {} }),
      () => client.call('workspaces.get', { params: place() }),
      () => client.call('clients.viewAs', { params: { ...place(), clientId: cleo.clientId } }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 403 })
    await expect(client.call('auth.session', {})).rejects.toMatchObject(ended)
  })

  test('and every act is in the audit under both names', async () => {
    const cleo = await clientOf()
    const { token } = await viewAs(cleo)
    const params = { region: 'na' as const, agentId: cleo.agentId }
    await parley.client(token).call('agents.save', { params, body: { title: 'Renamed in a view' } })
    await parley.client(token).call('clientAuth.leaveView', {})
    await parley.settled()
    const timeline = (query: object) => ada.client.call('audit.timeline', { params: place(), query })
    const { items } = await timeline({ stream: `agent-${cleo.agentId}` })
    const name = (await ada.client.call('auth.session', {})).user.displayName
    expect(items[0]).toMatchObject({
      actor: { kind: 'client', id: cleo.clientId, viewer: ada.userId },
      actorName: `${name} as Cleo`,
    })
    for (const actor of [ada.userId, cleo.clientId])
      expect((await timeline({ actor })).items.map(({ id }) => id)).toContain(items[0]?.id)
    const told = (await timeline({ actor: ada.userId })).items
      .filter(({ stream }) => stream.startsWith('clientview-'))
      .map(({ actorName, sentence }) => [actorName, sentence?.map(({ text }) => text).join('')])
    expect(told.slice(0, 2)).toEqual([
      [name, 'stopped viewing as Cleo'],
      [name, 'began to view as Cleo'],
    ])
    const { stream, revision } = (await timeline({ type: 'ClientViewStarted', actor: ada.userId })).items[0]!
    const detail = await ada.client.call('audit.event', { params: { ...place(), stream, revision } })
    expect(detail.names[cleo.clientId]).toBe('Cleo')
    const { people } = await timeline({})
    expect(people.find(({ userId }) => userId === cleo.clientId)).toEqual({
      ...{ userId: cleo.clientId, displayName: 'Cleo', kind: 'client' },
    })
    const found = (await timeline({ search: `cleo agent-${cleo.agentId}` })).items.map(({ id }) => id)
    expect(found).toEqual([items[0]?.id])
    expect((await ada.client.call('audit.verify', { params: place() })).ok).toBe(true)
  })

  test('and cannot change what is the client’s own, nor its status', async () => {
    const cleo = await clientOf()
    const { token } = await viewAs(cleo)
    const client = parley.client(token)
    const refused = { status: 403, code: 'viewing-as' }
    const { clientId } = cleo
    for (const body of [{ name: 'Ada' }, { email: 'ada@example.com' }, { squarePhotoURL: '' }])
      await expect(client.call('clientAuth.saveProfile', { body })).rejects.toMatchObject(refused)
    const status = { clientId, status: 'online' as const }
    await expect(client.call('clientAuth.status', { body: status })).rejects.toMatchObject(refused)
    await expect(client.call('clientAuth.signOut', {})).rejects.toMatchObject(refused)
    const before = await ada.client.call('clients.get', { params: { ...place(), clientId } })
    expect(before).toMatchObject({ name: 'Cleo', status: 'offline' })
  })

  test('and a call that is sent again opens the same view', async () => {
    const cleo = await clientOf()
    const params = { ...place(), clientId: cleo.clientId }
    const options = { idempotencyKey: 'once' }
    const [one, same] = [
      await ada.client.call('clients.viewAs', { params }, options),
      await ada.client.call('clients.viewAs', { params }, options),
    ]
    expect(same.token).toBe(one.token)
    expect((await viewAs(cleo)).token).not.toBe(one.token)
    await refresh(one.token)
  })
})

describe('a view is refused', () => {
  const missing = { status: 404, code: 'not-found' }

  test('to other tenants, of clients of others, and of removed ones', async () => {
    const [cleo, hers] = [await clientOf(), await clientOf(eve)]
    await expect(viewAs(cleo, eve, ada)).rejects.toMatchObject(missing)
    await expect(viewAs(cleo, eve, eve)).rejects.toMatchObject(missing)
    await expect(viewAs(hers)).rejects.toMatchObject(missing)
    await expect(viewAs({ clientId: 'nobody' })).rejects.toMatchObject(missing)
    await ada.client.call('clients.delete', { params: { ...place(), clientId: cleo.clientId } })
    await expect(viewAs(cleo)).rejects.toMatchObject(missing)
  })

  test('to members without the permission, to keys and to clients', async () => {
    const cleo = await clientOf()
    const [reader, admin] = [await parley.signUp(), await parley.signUp()]
    await joinWorkspace(parley, ada, reader, ['workspace.read', 'client.read', 'client.manage'])
    await joinWorkspace(parley, ada, admin)
    const refused = { status: 403, code: 'not-allowed' }
    await expect(viewAs(cleo, reader)).rejects.toMatchObject(refused)
    expect((await refresh((await viewAs(cleo, admin)).token)).viewer?.userId).toBe(admin.userId)
    const { workspaceSecret } = await ada.client.call('workspaces.get', { params: place() })
    const params = { ...place(), clientId: cleo.clientId }
    await expect(parley.client(workspaceSecret).call('clients.viewAs', { params })).rejects.toMatchObject(
      refused,
    )
    await expect(parley.client().call('clients.viewAs', { params })).rejects.toMatchObject(ended)
  })
})

describe('a view ends', () => {
  test('by leaving, and the own session stays', async () => {
    const cleo = await clientOf()
    const { token } = await viewAs(cleo)
    await parley.client(token).call('clientAuth.leaveView', {})
    await expect(refresh(token)).rejects.toMatchObject(ended)
    expect((await ada.client.call('auth.session', {})).user.userId).toBe(ada.userId)
  })

  test('after half an hour', async () => {
    const cleo = await clientOf()
    const { token } = await viewAs(cleo)
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now + HALF_AN_HOUR - 5_000)
    await refresh(token)
    vi.spyOn(Date, 'now').mockImplementation(() => now + HALF_AN_HOUR + 5_000)
    await expect(refresh(token)).rejects.toMatchObject(ended)
    vi.restoreAllMocks()
  })

  test('with the viewer’s own session', async () => {
    const cleo = await clientOf()
    const admin = await parley.signUp()
    await joinWorkspace(parley, ada, admin)
    const { token } = await viewAs(cleo, admin)
    await refresh(token)
    await admin.client.call('auth.signOut', {})
    await expect(refresh(token)).rejects.toMatchObject(ended)
  })

  test('with the viewer’s membership, or its permission', async () => {
    const cleo = await clientOf()
    const [one, other] = [await parley.signUp(), await parley.signUp()]
    const tokens: string[] = []
    for (const admin of [one, other]) {
      await joinWorkspace(parley, ada, admin)
      tokens.push((await viewAs(cleo, admin)).token)
    }
    await ada.client.call('members.remove', { params: { ...place(), userId: one.userId } })
    await ada.client.call('members.change', {
      params: { ...place(), userId: other.userId },
      body: { permissions: ['client.read'] },
    })
    for (const token of tokens) await expect(refresh(token)).rejects.toMatchObject(ended)
  })

  test('with the client', async () => {
    const cleo = await clientOf()
    const { token } = await viewAs(cleo)
    await ada.client.call('clients.delete', { params: { ...place(), clientId: cleo.clientId } })
    await expect(refresh(token)).rejects.toMatchObject(ended)
  })

  test('with any change of its token', async () => {
    const { token } = await viewAs(await clientOf())
    const changed = token.at(-1) === 'A' ? 'B' : 'A'
    for (const other of [`${token.slice(0, -1)}${changed}`, token.replace('pv_', 'pc_'), token.slice(3)])
      await expect(refresh(other)).rejects.toMatchObject(ended)
  })
})

describe('in a browser', () => {
  const ask = async (path: string, cookie: string, body?: object) => {
    const answer = await fetch(parley.url + path, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { cookie, [CSRF_HEADER]: '1', ...(body && { 'content-type': 'application/json' }) },
    })
    return { status: answer.status, body: await answer.json(), cookies: answer.headers.getSetCookie() }
  }

  test('a view stands beside the own session, and only pages that name it are in it', async () => {
    const cleo = await clientOf()
    const own = `parley_session=${ada.token}`
    const { clientId } = cleo
    const path = `/api/na/v2/workspaces/${ada.workspaceId}/clients`
    const begun = await ask(`${path}/${clientId}/view-as`, own, {})
    expect(begun.status, JSON.stringify(begun.body)).toBe(200)
    expect(begun.cookies).toEqual([
      expect.stringMatching(
        /^parley_view=pv_[^;]+; Max-Age=(1800|1799); Path=\/api; HttpOnly; SameSite=Lax$/,
      ),
    ])
    const both = `${own}; ${begun.cookies[0]?.split(';')[0]}`
    const named = `?${VIEW_PARAMETER}=${begun.body.viewer.viewId}`
    expect((await ask(path, both)).status).toBe(200)
    expect((await ask(`${path}${named}`, both)).status).toBe(403)
    const seen = await ask(`/api/auth/client/refresh${named}`, both, {})
    expect(seen.body.viewer.userId).toBe(ada.userId)
    // Never under the own session by mistake.
    for (const cookie of [own, both.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))])
      expect((await ask(`${path}${named}`, cookie)).status).toBe(401)
    expect((await ask(`${path}?${VIEW_PARAMETER}=another`, both)).status).toBe(401)
    const left = await ask(`/api/auth/client/leave-view${named}`, both, {})
    expect(left.cookies).toEqual([expect.stringMatching(/^parley_view=; Max-Age=0; Path=\/api;/)])
    expect((await ask(`/api/auth/client/refresh${named}`, both, {})).status).toBe(401)
    expect((await ask(path, both)).status).toBe(200)
  })
})

describe('at the domain of the agency', () => {
  const at = (method: string, path: string, token: string, body?: object) =>
    callAtHost(parley.url, DOMAIN, method, path, {
      headers: { ...forwarded, ...(token && { authorization: `Bearer ${token}` }) },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    })

  test('who signed in there views as a client there, with what the client sees there, and nowhere else', async () => {
    const harbour = await signUpAgency(DOMAIN, { parley, dns })
    const cleo = await clientOf(harbour, ['/home', '/settings'])
    const { email, password } = harbour
    const signedIn = await at('POST', '/api/auth/sign-in', '', { email, password })
    expect(signedIn.status, signedIn.text).toBe(200)
    const own = JSON.parse(signedIn.text).token
    const path = `/api/na/v2/workspaces/${harbour.workspaceId}/clients/${cleo.clientId}/view-as`
    const begun = await at('POST', path, own)
    expect(begun.status, begun.text).toBe(200)
    expect(begun.cookies).toEqual([expect.stringMatching(/^parley_view=pv_/)])
    const { token, viewer } = JSON.parse(begun.text)

    const refreshed = '/api/auth/client/refresh'
    const viewed = JSON.parse((await at('POST', refreshed, token)).text)
    expect(viewed.viewer).toMatchObject({ viewId: viewer.viewId, userId: harbour.userId })
    expect(viewed.viewer.secondsLeft).toBeGreaterThan(1_700)
    expect(viewed.viewer.secondsLeft).toBeLessThanOrEqual(1_800)
    // Exactly what the client is told there, but for who looks and whose session it is.
    const asked = {
      email: `cleo${nth}@example.com`,
      password: 'fifteen letters',
      agencyId: harbour.workspaceId,
    }
    const asClient = JSON.parse((await at('POST', '/api/auth/client/sign-in', '', asked)).text)
    const seen = JSON.parse((await at('POST', refreshed, asClient.token)).text)
    const { viewer: _, sessionId: __, ...shown } = viewed
    const { sessionId: ___, ...ofClient } = seen
    expect(shown).toEqual(ofClient)
    expect((await at('GET', `/api/na/v2/agents/${cleo.agentId}`, token)).status).toBe(200)

    await expect(refresh(token)).rejects.toMatchObject(ended)
    const elsewhere = await viewAs(cleo, harbour, harbour)
    await refresh(elsewhere.token)
    expect((await at('POST', refreshed, elsewhere.token)).status).toBe(401)
    expect((await at('POST', '/api/auth/client/leave-view', token)).status).toBe(200)
    expect((await at('POST', refreshed, token)).status).toBe(401)
  })

  describe('by a link from the product’s own host', () => {
    let harbour: Person
    let cleo: Cleo
    beforeAll(async () => {
      harbour = await signUpAgency('app.linked.example', { parley, dns })
      cleo = await clientOf(harbour, ['/home', '/settings'])
    })
    const link = (of = harbour, viewer = of, to = cleo) =>
      viewer.client.call('clients.createViewLink', { params: { ...place(of), clientId: to.clientId } })
    const tokenOf = async (made: ReturnType<typeof link>) => (await made).address?.split('#view=')[1] ?? ''
    const openAt = (host: string, token: string) =>
      callAtHost(parley.url, host, 'POST', '/api/na/client-views', {
        headers: forwarded,
        body: JSON.stringify({ token }),
      })
    const noLonger = { status: 401, text: expect.stringContaining('This link is no longer valid.') }

    test('opens the client’s dashboard there, once, under both names', async () => {
      const { address } = await link()
      expect(address).toMatch(/^https:\/\/app\.linked\.example\/client\/login#view=cv1\.[\w.-]+$/)
      const token = address?.split('#view=')[1] ?? ''
      const begun = await openAt('app.linked.example', token)
      expect(begun.status, begun.text).toBe(200)
      expect(begun.cookies).toEqual([expect.stringMatching(/^parley_view=pv_.*HttpOnly/)])
      const { token: viewToken, ...view } = JSON.parse(begun.text)
      expect(view).toMatchObject({
        ...{ isClient: true, clientId: cleo.clientId, agencyId: harbour.workspaceId, name: 'Cleo' },
        viewer: { userId: harbour.userId },
        returnTo: expect.stringMatching(/\/app\/na\/clients$/),
      })
      expect(view.viewer.secondsLeft).toBeLessThanOrEqual(1_800)
      const there = (method: string, path: string) =>
        callAtHost(parley.url, 'app.linked.example', method, path, {
          headers: { ...forwarded, authorization: `Bearer ${viewToken}` },
          ...(method === 'POST' && { body: '{}' }),
        })
      expect((await there('POST', '/api/auth/client/refresh')).status).toBe(200)
      // The view is of that host alone.
      await expect(refresh(viewToken)).rejects.toMatchObject(ended)
      expect(await openAt('app.linked.example', token)).toMatchObject(noLonger)
      await parley.settled()
      const { items } = await harbour.client.call('audit.timeline', {
        params: place(harbour),
        query: { actor: harbour.userId },
      })
      const began = items.find(({ stream }) => stream === `clientview-${view.viewer.viewId}`)
      expect(began?.sentence?.map(({ text }) => text).join('')).toBe('began to view as Cleo')
      expect((await there('POST', '/api/auth/client/leave-view')).status).toBe(200)
      expect((await there('POST', '/api/auth/client/refresh')).status).toBe(401)
    })

    test('is refused at any other host, and when it was changed', async () => {
      await signUpAgency('app.other.example', { parley, dns })
      const token = await tokenOf(link())
      expect(await openAt('app.other.example', token)).toMatchObject(noLonger)
      expect(await openAt(new URL(parley.url).host, token)).toMatchObject(noLonger)
      const [, payload = '', seal = ''] = token.split('.')
      const said = JSON.parse(Buffer.from(payload, 'base64url').toString())
      const forged = Buffer.from(JSON.stringify({ ...said, host: 'app.other.example' })).toString('base64url')
      expect(await openAt('app.other.example', `cv1.${forged}.${seal}`)).toMatchObject(noLonger)
      expect(await openAt('app.linked.example', 'cv1.x.y')).toMatchObject(noLonger)
      expect((await openAt('app.linked.example', token)).status).toBe(200)
    })

    test('is refused after a minute', async () => {
      const token = await tokenOf(link())
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
      try {
        const late = await tokenOf(link())
        vi.setSystemTime(Date.now() + 61_000)
        for (const one of [token, late])
          expect(await openAt('app.linked.example', one)).toMatchObject(noLonger)
      } finally {
        vi.useRealTimers()
      }
    })

    test('is made for clients of the own agency alone, and for whoever may view as them', async () => {
      const [hers, reader] = [await clientOf(eve), await parley.signUp()]
      await joinWorkspace(parley, harbour, reader, ['workspace.read', 'client.read', 'client.manage'])
      await expect(link(harbour, harbour, hers)).rejects.toMatchObject({ status: 404, code: 'not-found' })
      await expect(link(harbour, eve)).rejects.toMatchObject({ status: 404 })
      await expect(link(harbour, reader)).rejects.toMatchObject({ status: 403, code: 'not-allowed' })
      const { workspaceSecret } = await harbour.client.call('workspaces.get', { params: place(harbour) })
      const params = { ...place(harbour), clientId: cleo.clientId }
      await expect(
        parley.client(workspaceSecret).call('clients.createViewLink', { params }),
      ).rejects.toMatchObject({ status: 403 })
    })

    test('is refused once the permission, the session of its viewer or the client is gone', async () => {
      const [one, other] = [await parley.signUp(), await parley.signUp()]
      for (const admin of [one, other]) await joinWorkspace(parley, harbour, admin)
      const gone = await clientOf(harbour)
      const tokens = [
        await tokenOf(link(harbour, one)),
        await tokenOf(link(harbour, other)),
        await tokenOf(link(harbour, harbour, gone)),
      ]
      await harbour.client.call('members.change', {
        params: { ...place(harbour), userId: one.userId },
        body: { permissions: ['client.read'] },
      })
      await other.client.call('auth.signOut', {})
      await harbour.client.call('clients.delete', { params: { ...place(harbour), clientId: gone.clientId } })
      for (const token of tokens) expect(await openAt('app.linked.example', token)).toMatchObject(noLonger)
    })

    test('there is none without a domain, nor for who is signed in at it: it opens where it does today', async () => {
      expect(await link(ada, ada, await clientOf())).toEqual({})
      const { email, password } = harbour
      const there = (path: string, token: string, body: object) =>
        callAtHost(parley.url, 'app.linked.example', 'POST', path, {
          headers: { ...forwarded, ...(token && { authorization: `Bearer ${token}` }) },
          body: JSON.stringify(body),
        })
      const own = JSON.parse((await there('/api/auth/sign-in', '', { email, password })).text).token
      const path = `/api/na/v2/workspaces/${harbour.workspaceId}/clients/${cleo.clientId}/view-link`
      expect((await there(path, own, {})).text).toBe('{}')
    })
  })
})
