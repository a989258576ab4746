/**
 * A workspace is deleted over HTTP: what its owner, its members and its visitors meet while it can be undone, and that
 * nothing of it can be read afterwards, proven by reading every byte of every file in DATA_DIR.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClient } from '@parley/contracts/client.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Attacked, startAttacked } from './hostile/attacker.ts'
import { leaveTraces, markers, secrets } from './hostile/traces.ts'
import { joinWorkspace } from './src/join-workspace.ts'
import { searchFiles } from './src/search-files.ts'
import { type Person, routes } from './src/test-platform.ts'

const region = 'na' as const
let attacked: Attacked
beforeAll(async () => {
  attacked = await startAttacked({ TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '1000', WORKSPACE_SEATS: '5' })
})
afterAll(() => attacked?.parley.stop())

const engines = () => attacked.parley.platform.regions.get(region)!.engines
const settled = () => attacked.parley.settled()

/** A further workspace of a person, as `Person` with a client for it. */
async function anotherWorkspace(owner: Person, workspaceName: string): Promise<Person> {
  const { workspaceId } = await owner.client.call('workspaces.create', {
    params: { region },
    body: { workspaceName },
  })
  return within({ ...owner, workspaceId })
}

function within(person: Person): Person {
  const { token, workspaceId } = person
  const client = createClient({
    routes,
    baseUrl: attacked.parley.url,
    token: () => token,
    workspace: () => workspaceId,
  })
  return { ...person, client }
}

const placeOf = ({ workspaceId }: Person) => ({ params: { region, workspaceId } })
const sessionOf = async (person: Person) => (await person.client.call('auth.session', {})).workspaces
const withAgent = async (person: Person) => {
  const body = { agentName: 'Ada', businessName: 'Shop', agentTemplate: 'blank-template' } as const
  return (await person.client.call('rpc.convertAgentTemplateToAgent', { params: { region }, body }))
    .agentCreated.ID
}
const refusal = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call
  } catch (error) {
    return Object(error).code
  }
  return 'none'
}

/** Lets the next deadline of a workspace's deletion pass now. */
async function passDeadline({ workspaceId }: Person, name: 'end' | 'erase'): Promise<void> {
  const deadlines = createDeadlines(engines().state)
  const all = await deadlines.due('deletion', Number.MAX_SAFE_INTEGER, 1_000)
  const found = all.find(({ key }) => key === `${workspaceId}/${name}`)
  if (!found) throw new Error(`There is no deadline ${name}: ${JSON.stringify(all)}`)
  await deadlines.set([{ ...found, due: Date.now() - 1, order: found.order + 1 }])
  await expect
    .poll(
      async () =>
        (await deadlines.due('deletion', Number.MAX_SAFE_INTEGER, 1_000)).some(
          ({ key, due }) => key === found.key && due <= Date.now(),
        ),
      { timeout: 20_000 },
    )
    .toBe(false)
  await settled()
}

async function mailsTo(address: string): Promise<{ subject: string; text: string }[]> {
  const { json } = await attacked.call('GET', '/dev/mail.json')
  return json.items.filter(({ to }: { to: string }) => to === address)
}

test('says what it deletes, and gives all of it to the owner first', async () => {
  const { mine } = attacked
  const owner = await anotherWorkspace(mine, 'Marker-Workspace-1')
  const agentId = await withAgent(owner)
  await leaveTraces({ ...attacked, mine: owner }, agentId, { uploads: false })
  await owner.client.call('knowledge.addText', {
    params: { region, agentId },
    body: { name: 'Opening hours', content: 'Marker-knowledge-19: we open at nine.' },
  })
  await settled()
  const contents = await owner.client.call('workspaces.contents', placeOf(owner))
  expect(contents).toEqual({ agents: 1, conversations: 1, leads: 1, sources: 1, members: 1, graceDays: 30 })

  const path = `/api/na/v2/workspaces/${owner.workspaceId}/export`
  const answer = await fetch(`${attacked.parley.url}${path}`, {
    headers: { authorization: `Bearer ${owner.token}` },
  })
  const exported = await answer.text()
  const lines = exported
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const types = new Set(lines.map(({ type }) => type))
  expect([...types]).toEqual([
    ...['workspace', 'member', 'agent', 'knowledge-source', 'lead', 'conversation', 'message'],
  ])
  for (const text of [secrets.said, secrets.reply, secrets.note, secrets.email, 'Marker-knowledge-19'])
    expect(exported).toContain(text)
  expect(exported).not.toMatch(/(vg|ws)_[A-Za-z0-9]{20}/)
})

test('is for the owner alone, and not for a personal workspace', async () => {
  const { mine, parley, statusOf, theirs } = attacked
  const owner = await anotherWorkspace(mine, 'Ours')
  const colleague = await parley.signUp()
  await joinWorkspace(parley, owner, colleague)
  const path = `/api/na/v2/workspaces/${owner.workspaceId}`
  expect(await statusOf('DELETE', path, colleague.token)).toBe(403)
  expect(await statusOf('GET', `${path}/export`, colleague.token)).toBe(403)
  expect(await statusOf('DELETE', path, theirs.token)).toBe(404)
  const { workspaceSecret } = await owner.client.call('workspaces.get', placeOf(owner))
  expect(await statusOf('DELETE', path, workspaceSecret)).toBe(403)
  expect(await refusal(mine.client.call('workspaces.delete', placeOf(mine)))).toBe('personal-workspace')
})

test('while it can be undone, the team reads, agents are silent, and the owner can keep it', async () => {
  const { call, mine, parley } = attacked
  const owner = await anotherWorkspace(mine, 'Shop')
  const colleague = await parley.signUp()
  await joinWorkspace(parley, owner, colleague)
  const agentId = await withAgent(owner)
  const visit = await leaveTraces({ ...attacked, mine: owner }, agentId, { uploads: false })
  await call('GET', `/api/na/public/agents/${agentId}`)

  await owner.client.call('agency.initialize', placeOf(owner))
  const { organisationId: orgId } = await owner.client.call('organisations.create', {
    ...placeOf(owner),
    body: { name: 'Acme' },
  })
  const cleo = { email: 'waits@example.com', dashboardPassword: 'fifteen letters' }
  await owner.client.call('clients.create', { ...placeOf(owner), body: { ...cleo, orgId, name: 'Cleo' } })
  const signIn = () =>
    parley.client().call('clientAuth.signIn', {
      body: { email: cleo.email, password: cleo.dashboardPassword, agencyId: owner.workspaceId },
    })
  const session = parley.client((await signIn()).token)

  const { deletedAt } = await owner.client.call('workspaces.delete', placeOf(owner))
  expect(Date.parse(deletedAt) - Date.now()).toBeGreaterThan(29.9 * 86_400_000)
  // Asked again, nothing is put off.
  expect(await owner.client.call('workspaces.delete', placeOf(owner))).toMatchObject({ deletedAt })
  await settled()
  for (const person of [owner, colleague])
    expect(
      (await sessionOf(person)).find(({ workspaceId }) => workspaceId === owner.workspaceId),
    ).toMatchObject({ deletedAt })
  const [told] = await mailsTo(colleague.email)
  expect(told?.subject).toMatch(/^Shop will be deleted on \w+ \d+, 20\d\d$/)
  expect(told?.text).toContain('Its owner can keep the workspace')
  expect((await mailsTo(owner.email)).some(({ text }) => text.includes('You can keep the workspace'))).toBe(
    true,
  )

  const params = { region, agentId }
  const list = await within({ ...colleague, workspaceId: owner.workspaceId }).client.call(
    'conversations.list',
    { params, query: {} },
  )
  expect(list.items).toHaveLength(1)
  expect(await refusal(owner.client.call('agents.save', { params, body: { title: 'Bob' } }))).toBe(
    'workspace-being-deleted',
  )
  expect(
    await refusal(
      owner.client.call('invites.create', { ...placeOf(owner), body: { email: 'a@example.com' } }),
    ),
  ).toBe('workspace-being-deleted')
  expect((await visit.say('m9', 'hello?')).status).toBe(404)
  expect((await call('POST', `/api/na/v2/agents/${agentId}/conversations`, { body: {} })).status).toBe(404)
  // The most frequent answer is kept for a few seconds.
  await expect
    .poll(async () => (await call('GET', `/api/na/public/agents/${agentId}`)).status, { timeout: 20_000 })
    .toBe(404)

  // Its clients are kept out meanwhile, and are told so.
  expect(await refusal(signIn())).toBe('client-access-disabled')
  expect(await refusal(session.call('clientAuth.refresh', { body: {} }))).toBe('client-access-disabled')

  await owner.client.call('workspaces.keep', placeOf(owner))
  await settled()
  await signIn()
  await session.call('clientAuth.refresh', { body: {} })
  expect((await call('GET', `/api/na/public/agents/${agentId}`)).status).toBe(200)
  expect((await visit.say('m10', 'hello again')).status).toBe(200)
  await owner.client.call('agents.save', { params, body: { title: 'Bob' } })
  expect((await mailsTo(colleague.email)).map(({ subject }) => subject)).toContain('Shop is kept')
  expect(await createDeadlines(engines().state).due('deletion', Number.MAX_SAFE_INTEGER, 10)).toEqual([])
})

test('afterwards nothing of it can be read, in no file, and nothing of others has changed', async () => {
  const { call, mine, parley, theirs } = attacked
  const owner = await anotherWorkspace(mine, 'Marker-Workspace-2')
  const colleague = await parley.signUp()
  await joinWorkspace(parley, owner, colleague)
  const agentId = await withAgent(owner)
  await owner.client.call('agents.save', {
    params: { region, agentId },
    body: { acceptFileUpload: true },
  })
  await leaveTraces({ ...attacked, mine: owner }, agentId, { uploads: true })
  const theirAgent = await attacked.newAgent(theirs)
  const bystander = await leaveTraces({ ...attacked, mine: theirs }, theirAgent, { uploads: false })
  const clientBody = {
    name: 'Marker-Client',
    email: 'client@marker.example',
    dashboardPassword: 'a password!',
  }
  const { organisationId: orgId } = await owner.client.call('organisations.create', {
    ...placeOf(owner),
    body: { name: 'Org' },
  })
  await owner.client.call('clients.create', { ...placeOf(owner), body: { ...clientBody, orgId } })
  const { workspaceSecret } = await owner.client.call('workspaces.get', placeOf(owner))
  const trailOf = async (person: Person) =>
    (await person.client.call('audit.timeline', { ...placeOf(person), query: {} })).items.length
  const trail = await trailOf(theirs)
  const keysLike = (beginning: string) => {
    const database = new DatabaseSync(join(parley.dataDir, 'na/keys.db'), { readOnly: true })
    const rows = database.prepare('SELECT subject, wrapped FROM key').all()
    database.close()
    return rows.filter(({ subject }) => String(subject).startsWith(beginning))
  }
  const ofOthers = () =>
    keysLike('').filter(({ subject }) => !String(subject).startsWith(`${owner.workspaceId}/`))
  const keys = keysLike(`${owner.workspaceId}/`).map(({ wrapped }) => String(wrapped))
  expect(keys.length).toBeGreaterThan(4)
  const others = ofOthers()

  await owner.client.call('workspaces.delete', placeOf(owner))
  await settled()
  await passDeadline(owner, 'end')
  // Nobody opens it any more; what belongs to its agents has ended by their own events.
  const path = `/api/na/v2/workspaces/${owner.workspaceId}`
  for (const token of [owner.token, colleague.token])
    expect((await call('GET', path, { token })).status).toBe(404)
  expect((await call('GET', path, { token: workspaceSecret })).status).toBe(401)
  expect((await sessionOf(colleague)).map(({ workspaceId }) => workspaceId)).toEqual([colleague.workspaceId])
  expect((await mailsTo(colleague.email)).map(({ subject }) => subject)).toContain(
    'Marker-Workspace-2 was deleted',
  )
  expect((await call('GET', `/api/na/public/agents/${agentId}`)).status).toBe(404)

  await passDeadline(owner, 'erase')
  const rows = keysLike(`${owner.workspaceId}/`)
  expect(rows.filter(({ wrapped }) => wrapped !== null)).toEqual([])
  expect(ofOthers()).toEqual(others)
  const { places } = await searchFiles(parley.dataDir, [...keys, 'Marker-Workspace-2', 'Marker-Client'])
  expect(places).toEqual([])
  const log = (await engines().eventStore.readAll(-1, 10_000)).filter(({ metadata }) =>
    JSON.stringify(metadata).includes(owner.workspaceId),
  )
  const sealed = log.flatMap(({ data }) => data.match(/sealed\.v1\.[^"\\]+/g) ?? [])
  expect(sealed.length).toBeGreaterThan(15)
  expect(new Set(await engines().keyring.open(owner.workspaceId, sealed))).toEqual(new Set(['[erased]']))
  expect(await engines().fileStore.usedBy(owner.workspaceId)).toBe(0)

  // No read model has a document of it, now and after a rebuild.
  const documentsOf = () => {
    const database = new DatabaseSync(join(parley.dataDir, 'na/read-models.db'), { readOnly: true })
    const views = database.prepare("SELECT name FROM sqlite_master WHERE type = 'view'").all()
    const found = views.flatMap(({ name }) =>
      database
        .prepare(`SELECT tenant, id FROM "${name}" WHERE tenant = ?`)
        .all(owner.workspaceId)
        .map(({ id }) => `${name}: ${id}`),
    )
    database.close()
    return found
  }
  expect(documentsOf()).toEqual([])
  const { projections } = parley.platform.regions.get(region)!
  if (!('rebuild' in projections) || typeof projections.rebuild !== 'function')
    throw new Error('This process runs no projections')
  for (const name of ['conversations', 'conversation-messages', 'audit-trail', 'leads', 'workspaces'])
    await projections.rebuild(name)
  expect(documentsOf()).toEqual([])

  expect(await trailOf(theirs)).toBe(trail)
  // The address of its client is free for others.
  const elsewhere = await anotherWorkspace(mine, 'Elsewhere')
  const org = await elsewhere.client.call('organisations.create', {
    ...placeOf(elsewhere),
    body: { name: 'Org' },
  })
  await elsewhere.client.call('clients.create', {
    ...placeOf(elsewhere),
    body: { ...clientBody, orgId: org.organisationId },
  })
  expect((await bystander.read()).text).toContain(secrets.said)
  expect(markers.length).toBeGreaterThan(5)
})

test('the workspaces that only they are in go with a person’s account, at once', async () => {
  const { call, parley } = attacked
  const person = await parley.signUp()
  const agentId = await attacked.newAgent(person)
  const visit = await leaveTraces({ ...attacked, mine: person }, agentId, { uploads: false })
  await person.client.call('auth.deleteAccount', { body: { password: person.password } })
  await settled()
  expect((await visit.say('m9', 'hello?')).status).toBe(404)
  // The deadline is past already.
  const deadlines = createDeadlines(engines().state)
  const waiting = async () =>
    (await deadlines.due('deletion', Number.MAX_SAFE_INTEGER, 100)).map(({ key }) => key)
  await expect.poll(waiting, { timeout: 20_000 }).toContain(`${person.workspaceId}/erase`)
  await settled()
  await passDeadline(person, 'erase')
  const owner = { tenant: person.workspaceId, subject: `conversation-${visit.conversationId}` }
  expect(await engines().keyring.isErased(owner)).toBe(true)
  expect((await call('GET', `/api/na/public/agents/${agentId}`)).status).toBe(404)
})
