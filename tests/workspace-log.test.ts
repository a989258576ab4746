/** The log of a workspace: what its own servers note there, who reads it, and who is told of it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { joinWorkspace } from './src/join-workspace.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = 'na' as const
let parley: TestPlatform
let owner: Person
let agents = 0

beforeAll(async () => {
  parley = await startTestPlatform({ REGIONS: region })
})
afterAll(() => parley?.stop())
beforeEach(async () => {
  owner = await parley.signUp()
})

const params = () => ({ region, workspaceId: owner.workspaceId })
const add = (body: object, idempotencyKey?: string) =>
  owner.client.call(
    'log.add',
    { params: params(), body: { type: 'order.shipped', content: 'An order was shipped.', ...body } as never },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  )
const list = (query: object = {}) => owner.client.call('log.list', { params: params(), query })
const contentsOf = async (query: object) => (await list(query)).items.map(({ content }) => content)

async function newAgent(): Promise<string> {
  const agentId = `logged${++agents}`
  await owner.client.call('agents.save', { params: { region, agentId }, body: { title: 'Shop' } })
  return agentId
}

test('an entry is added by the workspace secret, and listed with all that it says', async () => {
  const { workspaceSecret } = await owner.client.call('workspaces.get', { params: params() })
  const agentId = await newAgent()
  const answer = await fetch(`${parley.url}/api/na/workspace/${owner.workspaceId}/logs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${workspaceSecret}`, 'content-type': 'application/json' },
    // With the fields of the specification that the address has already.
    body: JSON.stringify({
      userId: owner.workspaceId,
      region,
      agentId,
      type: 'order.shipped',
      content: '  Order 1204 was shipped.  ',
      channel: 'shop',
      metadata: { order: 1204, parts: ['lamp'] },
      withEmail: false,
    }),
  })
  expect(answer.status).toBe(200)
  const { entryId, mailed } = await answer.json()
  expect(mailed).toBe(false)
  await parley.settled()
  const entry = {
    entryId,
    at: expect.any(String),
    agentId,
    type: 'order.shipped',
    content: 'Order 1204 was shipped.',
    channel: 'shop',
    metadata: { order: 1204, parts: ['lamp'] },
    withEmail: false,
  }
  expect((await list()).items).toEqual([entry])
  expect(await owner.client.call('log.get', { params: { ...params(), entryId } })).toEqual(entry)
})

test('entries are found by type, agent, channel, day and words', async () => {
  const agentId = await newAgent()
  await add({ content: 'One', agentId })
  await add({ content: 'Two', type: 'import', channel: 'erp' })
  await add({ content: 'Three Café', type: 'import', metadata: { file: 'night.csv' } })
  await parley.settled()
  expect(await contentsOf({})).toEqual(['Three Café', 'Two', 'One'])
  expect(await contentsOf({ type: 'import' })).toEqual(['Three Café', 'Two'])
  expect(await contentsOf({ agentId })).toEqual(['One'])
  expect(await contentsOf({ channel: 'erp' })).toEqual(['Two'])
  expect(await contentsOf({ q: 'cafe NIGHT' })).toEqual(['Three Café'])
  expect(await contentsOf({ to: '2020-01-01' })).toEqual([])
  expect(await contentsOf({ from: '2020-01-01', type: 'import', q: 'erp' })).toEqual(['Two'])
})

test('pages end where the next begins', async () => {
  for (let nth = 0; nth < 7; nth++) await add({ content: `Entry ${nth}` })
  await parley.settled()
  const read: string[] = []
  let cursor: string | undefined
  do {
    const page = await list({ limit: 2, ...(cursor === undefined ? {} : { cursor }) })
    read.push(...page.items.map(({ content }) => content))
    cursor = page.next
  } while (cursor !== undefined)
  expect(read.toSorted()).toEqual(Array.from({ length: 7 }, (_, nth) => `Entry ${nth}`))
})

test('an entry that is sent again is added once', async () => {
  const first = await add({}, 'the-same')
  expect(await add({}, 'the-same')).toEqual(first)
  await parley.settled()
  expect((await list()).items).toHaveLength(1)
})

test('members are told of an entry that asks for it, without what it says, and of a limited number', async () => {
  const colleague = await parley.signUp()
  await joinWorkspace(parley, owner, colleague)
  const { entryId, mailed } = await add({ content: 'The secret recipe', withEmail: true })
  expect(mailed).toBe(true)
  await parley.settled()
  const toldOf = async ({ client }: Person) =>
    (await client.call('notifications.list', { params: params() })).items.filter(
      ({ ID }) => ID === `log.${entryId}`,
    )
  for (const member of [owner, colleague])
    await expect
      .poll(() => toldOf(member))
      .toMatchObject([
        { title: 'New entry in the log', body: 'order.shipped was added to the log of the workspace.' },
      ])
  const mails = async () => {
    const { items } = await (await fetch(`${parley.url}/dev/mail.json`)).json()
    return (items as { to: string; text: string }[]).filter(({ text }) => text.includes(entryId))
  }
  await expect
    .poll(async () => (await mails()).map(({ to }) => to).sort())
    .toEqual([owner.email, colleague.email].sort())
  expect((await mails()).some(({ text }) => text.includes('recipe'))).toBe(false)

  const outcomes = await Promise.all(Array.from({ length: 60 }, () => add({ withEmail: true })))
  expect(outcomes.filter((one) => one.mailed)).toHaveLength(59)
  await parley.settled()
  expect((await list({ limit: 100 })).items).toHaveLength(61)
})

test('what cannot be an entry is refused with what to do', async () => {
  await expect(add({ type: 'two words' })).rejects.toThrow('Up to 64 letters')
  await expect(add({ content: '   ' })).rejects.toThrow('Please give the content.')
  await expect(add({ content: 'x'.repeat(8_001) })).rejects.toMatchObject({ status: 400 })
  await expect(add({ metadata: { text: 'x'.repeat(16_000) } })).rejects.toThrow('16,000 characters')
  await expect(add({ agentId: 'nobody' })).rejects.toMatchObject({ status: 404 })
})

test('only a member who may read it sees the log', async () => {
  await add({ content: 'Between us' })
  const reader = await parley.signUp()
  await joinWorkspace(parley, owner, reader)
  const read = () => reader.client.call('log.list', { params: params(), query: {} })
  expect((await read()).items).toHaveLength(1)
  await owner.client.call('members.change', {
    params: { ...params(), userId: reader.userId },
    body: { permissions: ['workspace.read', 'workspace.follow'] },
  })
  await expect(read()).rejects.toMatchObject({ status: 403 })
})
