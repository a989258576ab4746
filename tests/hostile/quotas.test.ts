/**
 * Quotas of a workspace: what exceeds them is refused with what to do, counted, and does not affect other workspaces.
 */
import { afterAll, expect, test, vi } from 'vitest'
import { startTestPlatform } from '../src/test-platform.ts'
import { callAt, conversationsOf, region } from './attacker.ts'

const parley = await startTestPlatform(
  {},
  {
    quotas: {
      agents: 3,
      sources: 2,
      storage: 150_000,
      writes: 2_000_000,
      drafts: 100_000,
      streams: 2,
      visitorStreams: 1,
    },
  },
)
afterAll(() => parley.stop())
const [noisy, quiet] = [await parley.signUp(), await parley.signUp()]
type Person = typeof noisy
const call = (person: Person, method: string, path: string, body?: unknown) =>
  callAt(parley.url, method, path, { token: person.token, ...(body === undefined ? {} : { body }) })

async function newAgent(person: Person) {
  const body = { agentName: 'Ada', agentTemplate: 'blank-template' }
  return call(person, 'POST', `/api/${region}/rpc/convertAgentTemplateToAgent`, body)
}
async function counted(quota: string): Promise<number> {
  const text = await (await fetch(`${parley.url}/metrics`)).text()
  return Number(new RegExp(`parley_quota_reached_total\\{quota="${quota}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
}
const agentOf = async (person: Person): Promise<string> => (await newAgent(person)).json.agentCreated.ID
const mine = await agentOf(noisy)
const theirs = await agentOf(quiet)

test('agents', async () => {
  await newAgent(noisy)
  await newAgent(noisy)
  await parley.settled()
  const refused = await newAgent(noisy)
  expect([refused.status, refused.json.code]).toEqual([403, 'agent-limit-reached'])
  expect(refused.json.message).toMatch(/upgrade/)
  expect((await newAgent(quiet)).status).toBe(200)
  expect(await counted('agents')).toBe(1)
})

test('knowledge sources', async () => {
  const add = (person: Person, agentId: string) =>
    call(person, 'POST', `/api/${region}/v2/agents/${agentId}/knowledge/text`, { name: 'x', content: 'y' })
  for (let nth = 0; nth < 2; nth++) expect((await add(noisy, mine)).status).toBe(200)
  await parley.settled()
  const refused = await add(noisy, mine)
  expect([refused.status, refused.json.code]).toEqual([403, 'source-limit-reached'])
  expect(refused.json.message).toMatch(/Delete some .* upgrade/)
  expect((await add(quiet, theirs)).status).toBe(200)
  expect(await counted('sources')).toBe(1)
})

test('storage', async () => {
  const picture = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(60_000)])
  const keep = (person: Person, agentId: string) =>
    call(person, 'POST', `/api/${region}/rpc/uploadFile`, {
      agentId,
      userId: person.userId,
      base64Payload: picture.toString('base64'),
      targetPath: 'a.png',
    })
  for (let nth = 0; nth < 2; nth++) expect((await keep(noisy, mine)).status).toBe(200)
  const refused = await keep(noisy, mine)
  expect([refused.status, refused.json.code]).toEqual([403, 'storage-limit-reached'])
  expect((await keep(quiet, theirs)).status).toBe(200)
  expect(await counted('storage')).toBe(1)

  const save = (person: Person, agentId: string, bytes: Buffer) =>
    call(person, 'POST', `/api/${region}/v2/agents/${agentId}`, {
      roundedImageURL: `data:image/png;base64,${bytes.toString('base64')}`,
    })
  const picked = await save(noisy, mine, Buffer.concat([picture, picture]))
  expect([picked.status, picked.json.code]).toEqual([403, 'storage-limit-reached'])
  expect((await save(quiet, theirs, picture)).status).toBe(200)
  expect(await counted('storage')).toBe(2)
})

test('drafts', async () => {
  const nodes = Array.from({ length: 40 }, (_, nth) => ({
    id: `n${nth}`,
    type: 'message',
    text: 'x'.repeat(1_600),
    position: { x: 0, y: 0 },
  }))
  // Drafts are files too, and the others have no more room for these.
  const tester = await parley.signUp()
  const path = `/api/${region}/v2/agents/${await agentOf(tester)}/test-conversations`
  const refused = await call(tester, 'POST', path, { draft: { title: 'Ada', nodes } })
  expect([refused.status, refused.json.code]).toEqual([413, 'draft-too-large'])
  expect(refused.json.message).toMatch(/Shorten/)
  expect(await counted('drafts')).toBe(1)
  const small = { draft: { title: 'Ada', nodes: nodes.slice(0, 20) } }
  for (let nth = 0; nth < 2; nth++) expect((await call(tester, 'POST', path, small)).status).toBe(200)
  expect(await counted('drafts')).toBe(2)

  const full = `/api/${region}/v2/agents/${mine}/test-conversations`
  const unstored = await call(noisy, 'POST', full, small)
  expect([unstored.status, unstored.json.code]).toEqual([403, 'storage-limit-reached'])
})

test('live streams, of the team and of visitors separately', async () => {
  const open: AbortController[] = []
  const follow = async (path: string, token: string) => {
    const gone = new AbortController()
    open.push(gone)
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
    const response = await fetch(parley.url + path, { headers, signal: gone.signal })
    return response.status === 200 ? 200 : ((await response.json()) as { code: string }).code
  }
  const visitor = async (agentId: string) => {
    const { json } = await callAt(parley.url, 'POST', conversationsOf(agentId), { body: {} })
    return follow(`${conversationsOf(agentId)}/${json.conversationId}/follow`, json.visitorToken)
  }
  const live = ({ workspaceId, token }: Person) =>
    follow(`/api/${region}/v2/workspaces/${workspaceId}/changes`, token)
  expect([await visitor(mine), await visitor(mine)]).toEqual([200, 'visitor-stream-limit-reached'])
  const team = [1, 2, 3].map(() => live(noisy))
  expect((await Promise.all(team)).sort()).toEqual([200, 200, 'stream-limit-reached'])
  expect([await visitor(theirs), await live(quiet)]).toEqual([200, 200])
  expect([await counted('streams'), await counted('visitorStreams')]).toEqual([1, 1])
  for (const gone of open) gone.abort()
  await vi.waitFor(async () => expect(await live(noisy)).toBe(200))
  for (const gone of open) gone.abort()
})

test('bytes written in an hour', async () => {
  const write = (person: Person, agentId: string) =>
    call(person, 'POST', `/api/${region}/v2/agents/${agentId}`, {
      title: 'Ada',
      ADVANCED_customCSS: 'a'.repeat(49_000),
    })
  const answers = []
  for (let nth = 0; nth < 48; nth++) answers.push(await write(noisy, mine))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(40)
  for (const { json, headers } of refused) {
    expect(json).toMatchObject({
      code: 'write-limit-reached',
      message: expect.stringMatching(/again in (a minute|\d+ minutes)/),
    })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(await counted('writes')).toBe(refused.length)
  expect((await write(quiet, theirs)).status).toBe(200)
})
