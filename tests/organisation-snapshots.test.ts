/** An organisation moves to a workspace of another region, and is shown there as it was shown here. */
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const PASSWORD = 'fifteen letters'
const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
let parley: TestPlatform
let ada: Person
let eve: Person

beforeAll(async () => {
  parley = await startTestPlatform({ CLIENT_SEATS: '6', RATE_LIMIT_FACTOR: '1000' })
  ada = await parley.signUp('eu')
  eve = await parley.signUp('na')
})
afterAll(() => parley?.stop())

const place = ({ region, workspaceId }: Person) => ({ region, workspaceId })

async function agentOf({ client, region }: Person, title: string) {
  const agentId = `moving${title.length}${Math.random().toString(36).slice(2, 10)}`
  const params = { region, agentId }
  await client.call('agents.save', {
    params,
    body: {
      ...{ title, enableNodes: false, vg_systemPrompt: `You are ${title}.`, facts: 'Open from nine.' },
      ...{ squareImageURL: picture },
    },
  })
  return agentId
}

async function addKnowledge({ client, region }: Person, agentId: string) {
  const params = { region, agentId }
  const { sourceId } = await client.call('knowledge.addText', {
    params,
    body: { name: 'Lamps', content: 'A lamp costs nine euros.', tags: ['prices'] },
  })
  await client.call('knowledge.addPairs', {
    params,
    body: { name: 'Hours', pairs: [{ question: 'When do you open?', answer: 'At nine in the morning.' }] },
  })
  await client.call('knowledge.addDocument', {
    params,
    body: {
      fileName: 'returns.txt',
      base64Payload: Buffer.from('A chair can be returned for thirty days.').toString('base64'),
    },
  })
  await parley.settled(region)
  return sourceId
}

/** A snapshot as it is downloaded, with the id of its agents and the list that shows it. */
async function snapshotOf({ client, ...person }: Person, organisationId: string, withClients = true) {
  const params = place({ client, ...person })
  const { snapshotId } = await client.call('organisationSnapshots.make', {
    params: { ...params, organisationId },
    body: { withClients },
  })
  await parley.settled(person.region)
  const { snapshots } = await client.call('organisationSnapshots.list', { params })
  const shown = snapshots.find((one) => one.snapshotId === snapshotId)
  const answer = await client.open('organisationSnapshots.download', { params: { ...params, snapshotId } })
  return { shown, answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

function upload(person: Person, bytes: Buffer) {
  const body = { base64Payload: bytes.toString('base64') }
  return person.client.call('organisationImports.upload', { params: place(person), body })
}

// biome-ignore lint/suspicious/noExplicitAny: lines of files that are changed into ones that are not allowed
type Line = Record<string, any>
const linesIn = (bytes: Buffer): Line[] =>
  gunzipSync(bytes)
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const fileOf = (lines: readonly Line[]): Buffer =>
  gzipSync(lines.map((line) => JSON.stringify(line)).join('\n'))

async function imported(person: Person, importId: string) {
  const params = { ...place(person), importId }
  await person.client.call('organisationImports.start', { params })
  await parley.settled(person.region)
  await parley.settled(person.region)
  const { imports } = await person.client.call('organisationSnapshots.list', { params: place(person) })
  return imports.find((one) => one.importId === importId)
}

/** What read models show of an organisation, without ids, times and addresses of files. */
async function shownOf({ client, region, workspaceId }: Person, organisationId: string) {
  const { items: organisations } = await client.call('organisations.list', {
    params: { region, workspaceId },
  })
  const organisation = organisations.find(({ ID }) => ID === organisationId)
  const agentIds = organisation?.widgetIDs ?? []
  const places = new Map(agentIds.map((id, nth) => [id, `agent ${nth}`]))
  const agents = []
  for (const agentId of agentIds) {
    const params = { region, agentId }
    const { data } = await client.call('agents.get', { params })
    const seen = (await parley.client().call('public.agent', { params })).data
    const { items: sources } = await client.call('knowledge.list', { params, query: {} })
    const found = []
    for (const q of ['What does a lamp cost?', 'When do you open?', 'Can I return a chair?']) {
      const { items, knows } = await client.call('knowledge.search', { params, query: { q } })
      found.push({ knows, items: items.map(({ text, score, sourceName }) => ({ text, score, sourceName })) })
    }
    agents.push({
      data: withoutPlace(data),
      seen: withoutPlace(seen),
      sources: sources
        .map(({ name, kind, tags, disabled, status, chunkCount }) => ({
          ...{ name, kind, tags, disabled, status, chunkCount },
        }))
        .sort((one, other) => one.name.localeCompare(other.name)),
      found,
    })
  }
  const clients = await client.call('clients.list', {
    params: { region, workspaceId },
    query: { orgId: organisationId, sort: 'name' },
  })
  return {
    organisation: { ...organisation, ID: '', createdAt: '', balance: 0, widgetIDs: [...places.values()] },
    agents,
    clients: clients.items.map(({ widgetIDs, ...rest }) => ({
      ...{ ...rest, ID: '', orgId: '', createdAt: '', email: '' },
      widgetIDs: widgetIDs.map((id) => places.get(id)),
    })),
  }
}

/** Without what an agent is given by its place: ids, keys, times, and the signed addresses of its pictures. */
function withoutPlace(document: object): object {
  const own = ['ID', 'ownerID', 'region', 'SECRET_API_KEY', 'lastModified', 'tokensUsage', 'agentId']
  const kept = Object.entries(document).filter(([name]) => !own.includes(name))
  return JSON.parse(
    JSON.stringify(Object.fromEntries(kept)).replace(/[^"]*\/public\/files\/[^"]+/g, 'a picture'),
  )
}

test('is shown equally in the other region, whose clients set new passwords', async () => {
  const [first, second] = [await agentOf(ada, 'Lamp shop'), await agentOf(ada, 'Chairs')]
  const sourceId = await addKnowledge(ada, first)
  const { client, region } = ada
  const source = { params: { region, agentId: first, sourceId } }
  const { passages } = await client.call('knowledge.get', source)
  await client.call('knowledge.changeChunk', {
    ...source,
    body: { key: passages[0]?.key ?? '', action: 'edit', text: 'A lamp costs eleven euros.' },
  })
  const { organisationId } = await client.call('organisations.create', {
    params: place(ada),
    body: { name: 'Lichthaus', widgetIDs: [second, first], defaultClientAccess: ['/leads'] },
  })
  for (const [nth, more] of [{ isOrgAdmin: true }, { widgetIDs: [first] }].entries())
    await client.call('clients.create', {
      params: place(ada),
      body: {
        ...{ orgId: organisationId, name: `Cleo ${nth}`, email: `cleo${nth}@example.com` },
        ...{ dashboardPassword: PASSWORD, preferredLanguage: 'de', widgetIDs: [second, first], ...more },
      },
    })
  await parley.settled('eu')
  const before = await shownOf(ada, organisationId)

  const { shown, bytes, answer } = await snapshotOf(ada, organisationId)
  expect(shown).toMatchObject({ state: 'made', made: { agents: 2, sources: 3, clients: 2 } })
  expect(answer.headers.get('content-disposition')).toMatch(/filename="lichthaus-[\d-]+\.json\.gz"/)
  const json = gunzipSync(bytes).toString()
  expect(json).not.toContain(PASSWORD)
  expect(json).not.toMatch(/passwordHash|SECRET_API_KEY/)

  // The addresses are one client's alone across regions: they are free once the clients here are deleted.
  const { importId } = await upload(eve, bytes)
  const params = { ...place(eve), importId }
  const taken = await eve.client.call('organisationImports.preview', { params })
  expect(taken.clients.map((one) => one.taken)).toEqual([true, true])
  const { items: clients } = await client.call('clients.list', { params: place(ada), query: {} })
  for (const { ID: clientId } of clients)
    await client.call('clients.delete', { params: { ...place(ada), clientId } })
  await parley.settled('eu')
  const preview = await eve.client.call('organisationImports.preview', { params })
  expect(preview).toMatchObject({ obstacles: [], nameTaken: false, import: { state: 'uploaded' } })
  expect(preview.clients.map(({ email, taken }) => [email, taken])).toEqual([
    ['cleo0@example.com', false],
    ['cleo1@example.com', false],
  ])
  const done = await imported(eve, importId)
  expect(done).toMatchObject({ state: 'imported', done: 8, steps: 8, problems: [] })
  const after = await shownOf(eve, done?.organisationId ?? '')
  expect(after).toEqual(before)
  expect(after.agents[1]?.found[0]?.items[0]?.text).toContain('eleven euros')

  // Once: a repeated start makes nothing more.
  await imported(eve, importId)
  const { items } = await eve.client.call('organisations.list', { params: place(eve) })
  expect(items.filter(({ name }) => name === 'Lichthaus')).toHaveLength(1)

  const signIn = parley.client().call('clientAuth.signIn', {
    body: { email: 'cleo0@example.com', password: PASSWORD, agencyId: eve.workspaceId },
  })
  await expect(signIn).rejects.toMatchObject({ code: 'wrong-credentials' })

  const { items: said } = await eve.client.call('audit.timeline', { params: place(eve), query: {} })
  expect(JSON.stringify(said)).toContain('imported the organization')
})

describe('an import', () => {
  test('keeps the calls of functions that the workspace has, and says which others are missing', async () => {
    const { client, region } = ada
    const settings = {
      ...{ name: 'orders', description: 'Orders', fields: [], serverUrl: 'https://shop.example/orders' },
    }
    const { id: toolId } = await client.call('tools.create', { params: { region }, body: { settings } })
    const agentId = await agentOf(ada, 'Calls')
    const position = { x: 0, y: 0 }
    const nodes = [
      { id: 'start', type: 'start', next: 'ask', position },
      { id: 'ask', type: 'tool', title: 'Look up', toolId, next: 'bye', onError: 'bye', position },
      { id: 'bye', type: 'end', text: 'Bye.', position },
    ] as const
    const body = { enableNodes: true, nodes: [...nodes], assignedToolsIds: [toolId] }
    await client.call('agents.save', { params: { region, agentId }, body })
    const { organisationId } = await client.call('organisations.create', {
      params: place(ada),
      body: { name: 'Calls', widgetIDs: [agentId] },
    })
    const { bytes } = await snapshotOf(ada, organisationId, false)
    await client.call('agents.delete', { params: { region, agentId } })
    await parley.settled(region)
    for (const [person, kept, problems] of [
      [ada, toolId, []],
      [
        eve,
        'missing',
        ['Calls: The function that “Look up” calls is not in this workspace. Choose another one.'],
      ],
    ] as const) {
      const { importId } = await upload(person, bytes)
      const done = await imported(person, importId)
      expect(done).toMatchObject({ state: 'imported', problems })
      const { items } = await person.client.call('organisations.list', { params: place(person) })
      const made = items.find(({ ID }) => ID === done?.organisationId)?.widgetIDs[0] ?? ''
      const { data } = await person.client.call('agents.get', {
        params: { region: person.region, agentId: made },
      })
      expect(data.nodes?.find(({ id }) => id === 'ask')).toMatchObject({ toolId: kept })
      expect(data.assignedToolsIds).toEqual(person === ada ? [toolId] : [])
    }
  })

  test('leaves clients out whose addresses are taken, and says so', async () => {
    const { organisationId } = await ada.client.call('organisations.create', {
      params: place(ada),
      body: { name: 'Stays' },
    })
    const body = { orgId: organisationId, name: 'Stan', email: 'stan@example.com', widgetIDs: [] }
    await ada.client.call('clients.create', {
      params: place(ada),
      body: { ...body, dashboardPassword: PASSWORD },
    })
    await parley.settled('eu')
    const { bytes } = await snapshotOf(ada, organisationId)
    const { importId } = await upload(eve, bytes)
    expect(await imported(eve, importId)).toMatchObject({
      ...{ state: 'imported', done: 2 },
      problems: ['Client 1 of the file: This email is already in use by another client.'],
    })
  })

  test('of what is no snapshot, or a hostile one, is refused before anything is written', async () => {
    const { organisationId } = await ada.client.call('organisations.create', {
      params: place(ada),
      body: { name: 'Hostile', widgetIDs: [await agentOf(ada, 'Robot')] },
    })
    const { bytes } = await snapshotOf(ada, organisationId, false)
    const file = linesIn(bytes)
    expect(file.map((line) => Object.keys(line)[0])).toEqual(['format', 'agent', 'end'])
    const changed = (change: (given: typeof file) => void) => {
      const given = structuredClone(file)
      change(given)
      return fileOf(given)
    }
    const [, agent, end] = file as [Line, Line, Line]
    const bomb = gzipSync(Buffer.alloc(80_000_000))
    for (const hostile of [
      bomb,
      Buffer.from('PK'),
      gzipSync('[['.repeat(100_000)),
      gzipSync(`${'[['.repeat(100_000)}\n`),
      bytes.subarray(0, -20),
      changed((given) => (given[0]!.version = 3)),
      changed((given) => given.splice(1, 0, agent)),
      changed((given) => (given[1]!.agent.id = '../../etc')),
      changed((given) => (given[0]!.organisation.name = 'x'.repeat(101))),
      changed((given) => given.pop()),
      changed((given) => given.push(agent)),
      changed((given) => given.push(end)),
      changed((given) => given.splice(1, 0, { source: { kind: 'text' } })),
      changed((given) => given.splice(2, 0, { continued: {} })),
      changed((given) => given.splice(2, 0, { other: {} })),
    ])
      await expect(upload(eve, hostile)).rejects.toMatchObject({ code: 'not-a-snapshot' })
    // The id of another agent.
    const { importId } = await upload(
      eve,
      changed((given) => (given[1]!.agent.document.ID = 'another')),
    )
    const params = { ...place(eve), importId }
    expect((await eve.client.call('organisationImports.preview', { params })).obstacles).toHaveLength(1)
    await expect(eve.client.call('organisationImports.start', { params })).rejects.toMatchObject({
      code: 'import-not-possible',
    })
    const own = await upload(ada, bytes)
    await expect(
      eve.client.call('organisationImports.preview', { params: { ...place(eve), ...own } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('is taken back in one act, unless something else would be lost with it', async () => {
    const agentId = await agentOf(ada, 'Goes back')
    await addKnowledge(ada, agentId)
    const { organisationId } = await ada.client.call('organisations.create', {
      params: place(ada),
      body: { name: 'Goes back', widgetIDs: [agentId] },
    })
    const person = { name: 'Gil', widgetIDs: [], dashboardPassword: PASSWORD }
    const { clientId: formerId } = await ada.client.call('clients.create', {
      params: place(ada),
      body: { ...person, orgId: organisationId, email: 'gil@example.com' },
    })
    await parley.settled('eu')
    const { bytes } = await snapshotOf(ada, organisationId)
    await ada.client.call('clients.delete', { params: { ...place(ada), clientId: formerId } })
    await parley.settled('eu')
    const { importId } = await upload(eve, bytes)
    const params = { ...place(eve), importId }
    const undo = () => eve.client.call('organisationImports.undo', { params })
    await expect(undo()).rejects.toMatchObject({ code: 'conflict' })
    const done = await imported(eve, importId)
    const orgId = done?.organisationId ?? ''

    const { clientId } = await eve.client.call('clients.create', {
      params: place(eve),
      body: { ...person, orgId, email: 'other@example.com' },
    })
    await expect(undo()).rejects.toMatchObject({ code: 'import-in-use' })
    await eve.client.call('clients.delete', { params: { ...place(eve), clientId } })
    await parley.settled('na')
    const count = async () => {
      const [{ items: organisations }, { items: clients }] = await Promise.all([
        eve.client.call('organisations.list', { params: place(eve) }),
        eve.client.call('clients.list', { params: place(eve), query: { orgId } }),
      ])
      const own = organisations.filter(({ ID }) => ID === orgId)
      return [own.length, clients.length, own[0]?.widgetIDs.length ?? 0]
    }
    expect(await count()).toEqual([1, 1, 1])
    const [newAgent = ''] =
      (await eve.client.call('organisations.list', { params: place(eve) })).items.find(
        ({ ID }) => ID === orgId,
      )?.widgetIDs ?? []
    await undo()
    await parley.settled('na')
    await undo()
    await parley.settled('na')
    expect(await count()).toEqual([0, 0, 0])
    await expect(
      eve.client.call('agents.get', { params: { region: 'na', agentId: newAgent } }),
    ).rejects.toMatchObject({ status: 404 })
    const { imports } = await eve.client.call('organisationSnapshots.list', { params: place(eve) })
    expect(imports.find((one) => one.importId === importId)?.state).toBe('removed')
    // The addresses are free again.
    const again = await upload(eve, bytes)
    const preview = { params: { ...place(eve), ...again } }
    expect((await eve.client.call('organisationImports.preview', preview)).clients).toMatchObject([
      { email: 'gil@example.com', taken: false },
    ])
    const twice = await imported(eve, again.importId)
    const [agent = ''] =
      (await eve.client.call('organisations.list', { params: place(eve) })).items.find(
        ({ ID }) => ID === twice?.organisationId,
      )?.widgetIDs ?? []
    const ofAgent = { region: 'na', agentId: agent } as const
    const { conversationId, visitorToken } = await parley
      .client()
      .call('conversations.start', { params: ofAgent })
    await parley.client(visitorToken).call('conversations.send', {
      params: { ...ofAgent, conversationId },
      body: { id: 'm1', text: 'Hello?' },
    })
    await parley.settled('na')
    await expect(
      eve.client.call('organisationImports.undo', { params: preview.params }),
    ).rejects.toMatchObject({ code: 'import-in-use', message: expect.stringContaining('Visitors') })
  })

  test('beyond the plan of the workspace is refused', async () => {
    const { organisationId } = await ada.client.call('organisations.create', {
      params: place(ada),
      body: { name: 'Many' },
    })
    const { bytes } = await snapshotOf(ada, organisationId)
    const [header = {}, end = {}] = linesIn(bytes)
    const one = { name: 'A', squarePhotoURL: '', canAccess: [], clientTabOrder: [], widgetIDs: [] }
    const rest = { isOrgAdmin: false, notificationsSettings: {}, preferredLanguage: 'en' }
    const clients = Array.from({ length: 7 }, (_, nth) => ({
      client: { ...one, ...rest, email: `many${nth}@example.com` },
    }))
    const { importId } = await upload(eve, fileOf([header, ...clients, end]))
    const params = { ...place(eve), importId }
    const { obstacles } = await eve.client.call('organisationImports.preview', { params })
    expect(obstacles[0]).toMatch(/room for \d more clients; this import needs 7/)
  })
})
