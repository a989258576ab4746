/** The white-label trial of a workspace through HTTP: who starts it, what it changes, and what its end leaves. */
import { startTestDns, type TestDns } from '@parley/agency/domains/test-dns.ts'
import { whiteLabel } from '@parley/agency/white-label/white-label.decider.ts'
import { CSRF_HEADER, WORKSPACE_HEADER } from '@parley/contracts/client.ts'
import { createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectDomain, domainsIn } from './src/agency-domain.ts'
import { callAtHost, forwarded } from './src/call-at-host.ts'
import { joinWorkspace } from './src/join-workspace.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const DAY = 86_400_000
const region = 'na' as const
let dns: TestDns
let parley: TestPlatform

beforeAll(async () => {
  dns = await startTestDns()
  parley = await startTestPlatform({
    ...{
      WHITE_LABEL: 'trial',
      PUBLIC_URL: 'https://product.example',
      TRUST_PROXY: 'true',
      CLIENT_SEATS: '20',
    },
    ...domainsIn(dns),
  })
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  await parley?.stop()
  await dns?.stop()
})

const product = { name: 'Parley', address: 'https://product.example' }
const place = ({ workspaceId }: Person) => ({ region, workspaceId })
const start = ({ client }: Person) => client.call('rpc.activateWhitelabelTrial', { params: { region } })
const standing = (person: Person) => person.client.call('whiteLabel.get', { params: place(person) })
const addDomain = ({ client }: Person, customDomain: string) =>
  client.call('domains.add', { params: { region }, body: { customDomain, isCustomDomain: true } })

async function agency(): Promise<{ owner: Person; agentId: string }> {
  const owner = await parley.signUp()
  await owner.client.call('agency.initialize', { params: place(owner) })
  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: 'Shop', agentTemplate: 'blank-template' },
  })
  await parley.settled()
  return { owner, agentId: agentCreated.ID }
}
/** As a page that embeds the agent reads it, from memory if it can. */
const lineOf = async (agentId: string) =>
  (await (await fetch(`${parley.url}/api/na/public/agents/${agentId}`)).json()).data.poweredBy
const brandOf = ({ workspaceId }: Person) =>
  parley.client().call('clientAuth.agency', { query: { agency: workspaceId } })
async function mailTo(email: string): Promise<{ subject: string; html: string }[]> {
  const { items } = await (await fetch(`${parley.url}/dev/mail.json`)).json()
  return items.filter((mail: { to: string }) => mail.to === email)
}
/** Lets a deadline of a workspace's trial pass, as it does at its time: what looks for them keeps the clock of the machine. */
async function passDeadline({ workspaceId }: Person, name: 'warn' | 'end'): Promise<void> {
  const deadlines = createDeadlines(parley.platform.regions.get(region)!.engines.state)
  const all = async () => deadlines.due('whitelabeltrial', Number.MAX_SAFE_INTEGER, 1_000)
  const key = `${workspaceId}/${name}`
  const found = (await all()).find((one) => one.key === key)
  expect(found?.due).toBeLessThanOrEqual(Date.now())
  if (found) await deadlines.set([{ ...found, due: 1, order: found.order + 1 }])
  await expect.poll(async () => (await all()).some((one) => one.key === key), { timeout: 20_000 }).toBe(false)
  await parley.settled()
}
async function codeMail(owner: Person, email: string): Promise<string> {
  const before = (await mailTo(email)).length
  const body = { email, agencyId: owner.workspaceId }
  await parley.client().call('rpc.ssoClient', { params: { region }, body })
  await expect.poll(async () => (await mailTo(email)).length).toBe(before + 1)
  return (await mailTo(email))[0]?.html ?? ''
}

test('without a trial, visitors and clients read who it is powered by, and no custom domain is added', async () => {
  const { owner, agentId } = await agency()
  expect(await standing(owner)).toEqual({
    ...{ mode: 'trial', isEntitled: false, canStartTrial: true },
    poweredBy: product,
  })
  expect(await lineOf(agentId)).toEqual(product)
  expect((await brandOf(owner)).poweredBy).toEqual(product)
  await expect(addDomain(owner, 'app.early.example')).rejects.toMatchObject({
    ...{ status: 403, code: 'white-label-required' },
    message: 'A custom domain needs white label. Start the trial of 14 days to add one.',
  })
  const draft = (await owner.client.call('agents.get', { params: { region, agentId } })).data
  const preview = await owner.client.call('conversations.preview', {
    params: { region, agentId },
    body: draft,
  })
  expect(preview.agent.poweredBy).toEqual(product)
  // The agent's own line at the foot of the chat is another one.
  await owner.client.call('agents.save', { params: { region, agentId }, body: { branding: 'By us' } })
  await parley.settled()
  expect(await lineOf(agentId)).toEqual(product)
})

test('the report of a month says who it is powered by, while there is no white label', async () => {
  const { owner } = await agency()
  const { organisationId } = await owner.client.call('organisations.create', {
    params: place(owner),
    body: { name: 'Acme' },
  })
  const path = `/api/na/v2/workspaces/${owner.workspaceId}/organisations/${organisationId}/report/preview.pdf`
  const words = async () => {
    const headers = { authorization: `Bearer ${owner.token}` }
    const pdf = await (await fetch(`${parley.url}${path}`, { headers })).arrayBuffer()
    return (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text
  }
  expect(await words()).toContain('Powered by Parley')
  await start(owner)
  await parley.settled()
  expect(await words()).not.toContain('Parley')
})

test('it is started once, by those who manage the agency, for their own workspace', async () => {
  const [{ owner }, { owner: other, agentId: others }] = [await agency(), await agency()]
  const reader = await parley.signUp()
  await joinWorkspace(parley, owner, reader, ['workspace.read', 'agency.read'])
  const refused = await fetch(`${parley.url}/api/na/rpc/activateWhitelabelTrial`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${reader.token}`,
      [WORKSPACE_HEADER]: owner.workspaceId,
      [CSRF_HEADER]: '1',
    },
  })
  expect(refused.status).toBe(403)
  const { endsAt } = await start(owner)
  expect(Date.parse(endsAt) - Date.now()).toBeGreaterThan(13.9 * DAY)
  await expect(start(owner)).rejects.toMatchObject({ status: 409, code: 'trial-used' })
  expect(await standing(owner)).toMatchObject({
    ...{ isEntitled: true, canStartTrial: false },
    trial: { endsAt, hasEnded: false, daysLeft: 14 },
  })
  expect((await standing(other)).isEntitled).toBe(false)
  expect(await lineOf(others)).toEqual(product)
})

test('a start in another process is seen here at once', async () => {
  const { owner, agentId } = await agency()
  expect(await lineOf(agentId)).toEqual(product)
  const engines = parley.platform.regions.get(region)!.engines
  const elsewhere = createCommandHandler(engines)
  const { workspaceId, userId } = owner
  await elsewhere.handle(
    whiteLabel,
    workspaceId,
    { type: 'StartTrial', userId },
    {
      ...{ tenant: workspaceId, actor: { kind: 'user', id: userId } },
      cause: { via: 'dashboard', command: `start/${workspaceId}`, correlation: 'test' },
    },
  )
  // Long before what is in memory is asked for anew by itself, after five seconds.
  await expect.poll(() => lineOf(agentId), { interval: 20, timeout: 4_000 }).toBeUndefined()
  expect((await brandOf(owner)).poweredBy).toBeUndefined()
})

describe('through to its end', () => {
  test('it is announced three days before, and ends by itself; what was verified is still served', async () => {
    const { owner, agentId } = await agency()
    const member = await parley.signUp()
    await joinWorkspace(parley, owner, member, ['workspace.read', 'conversation.read', 'notification.read'])
    const { organisationId: orgId } = await owner.client.call('organisations.create', {
      params: place(owner),
      body: {},
    })
    const email = `cleo.${process.pid}@example.com`
    await owner.client.call('clients.create', {
      params: place(owner),
      body: { orgId, name: 'Cleo', email, dashboardPassword: 'fifteen letters' },
    })
    expect(await codeMail(owner, email)).toContain('Powered by <a href="https://product.example"')

    await start(owner)
    expect(await lineOf(agentId)).toBeUndefined()
    expect((await brandOf(owner)).poweredBy).toBeUndefined()
    expect(await codeMail(owner, email)).not.toContain('Powered by')
    await connectDomain('app.trial.example', owner.client, { dns, url: parley.url })
    await parley.settled()

    const begun = Date.now()
    const announced = async (person: Person) =>
      (await person.client.call('notifications.list', { params: place(owner) })).items.filter(({ ID }) =>
        ID.startsWith('whitelabel.'),
      )
    expect(await announced(owner)).toEqual([])
    vi.useFakeTimers({ toFake: ['Date'], now: begun + 11 * DAY + 60_000 })
    await passDeadline(owner, 'warn')
    await expect
      .poll(() => announced(owner), { timeout: 20_000 })
      .toMatchObject([
        { title: 'White-label trial ends in 3 days', urlPathname: '/app/na/agency', notificationLevel: 2 },
      ])
    expect(await announced(member)).toEqual([])
    expect((await standing(owner)).trial?.daysLeft).toBe(3)
    expect(await lineOf(agentId)).toBeUndefined()

    // Exactly then, whether or not anything has recorded it yet.
    vi.setSystemTime(begun + 14 * DAY + 60_000)
    expect(await lineOf(agentId)).toEqual(product)
    expect((await standing(owner)).isEntitled).toBe(false)
    expect((await brandOf(owner)).poweredBy).toEqual(product)
    await passDeadline(owner, 'end')
    const { items } = await owner.client.call('audit.timeline', { params: place(owner), query: {} })
    expect(items.map(({ type }) => type)).toContain('WhiteLabelTrialEnded')
    const said = items.find(({ type }) => type === 'WhiteLabelTrialStarted')?.sentence
    expect(said?.map(({ text }) => text).join('')).toMatch(
      /^started the white-label trial until \w+ \d+, 20\d\d$/,
    )
    expect(await standing(owner)).toMatchObject({
      canStartTrial: false,
      trial: { hasEnded: true, daysLeft: 0 },
    })
    await expect(start(owner)).rejects.toMatchObject({ code: 'trial-used' })

    const served = await callAtHost(parley.url, 'app.trial.example', 'GET', '/client/login', {
      headers: forwarded,
    })
    expect(served.status).toBe(200)
    await owner.client.call('domains.remove', {
      params: { region },
      query: { domain: 'app.trial.example', domainType: 'customDomain' },
    })
    await expect(addDomain(owner, 'app.trial.example')).rejects.toMatchObject({
      code: 'white-label-required',
      message:
        'A custom domain needs white label, and the trial has ended. Domains that were added before are still served.',
    })
  })
})

test('where white label is included, there is no trial and no line', async () => {
  const included = await startTestPlatform({ REGIONS: 'na' })
  try {
    const owner = await included.signUp()
    const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
      params: { region },
      body: { agentName: 'Shop', agentTemplate: 'blank-template' },
    })
    expect(await standing(owner)).toEqual({ mode: 'included', isEntitled: true, canStartTrial: false })
    await expect(start(owner)).rejects.toMatchObject({ status: 409, code: 'trial-not-offered' })
    await included.settled()
    const { data } = await included
      .client()
      .call('public.agent', { params: { region, agentId: agentCreated.ID } })
    expect(data.poweredBy).toBeUndefined()
  } finally {
    await included.stop()
  }
})
