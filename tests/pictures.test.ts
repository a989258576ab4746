/** Pictures of agents: uploaded within a document, stored as files, served to everyone who may see the agent. */
import { randomBytes } from 'node:crypto'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { pictureFields, picturesIn } from '@parley/contracts/agent/pictures.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = 'na'
let parley: TestPlatform
let mine: Person
let theirs: Person
beforeAll(async () => {
  parley = await startTestPlatform()
  mine = await parley.signUp()
  theirs = await parley.signUp()
})
afterAll(() => parley?.stop())

const png = (bytes: number) => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(bytes - 8)])
const uploaded = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`

async function newAgent({ client }: Person, document: AgentDocument = {}): Promise<string> {
  const agentTemplate = {
    key: 'exported',
    name: 'Ada',
    description: '',
    icon: 'robot',
    template: { enableNodes: false, ...document },
  }
  const body = { agentName: 'Ada', agentTemplate }
  const { agentCreated } = await client.call('rpc.convertAgentTemplateToAgent', { params: { region }, body })
  return agentCreated.ID
}
const save = ({ client }: Person, agentId: string, body: AgentDocument) =>
  client.call('agents.save', { params: { region, agentId }, body })
const documentOf = async ({ client }: Person, agentId: string) =>
  (await client.call('agents.get', { params: { region, agentId } })).data
/** What the widget is given, once the read models have all that was saved: a visitor passes no position. */
async function publicBytes(agentId: string) {
  await parley.settled()
  return Buffer.from(
    await (await fetch(`${parley.url}/api/${region}/public/agents/${agentId}`)).arrayBuffer(),
  )
}
const filesOf = ({ workspaceId }: Person) =>
  parley.platform.regions.get(region)!.engines.fileStore.usedBy(workspaceId)

async function eventsOf(agentId: string): Promise<string> {
  const { eventStore } = parley.platform.regions.get(region)!.engines
  return JSON.stringify(await eventStore.readStream(`agent-${agentId}`))
}

test('saves two pictures of 400 KB in one call; event, list and public data contain only addresses', async () => {
  const agentId = await newAgent(mine)
  const [round, background] = [png(400_000), png(400_000)]
  const picture = { roundedImageURL: uploaded(round), chatBgURL: uploaded(background) }
  await save(mine, agentId, picture)
  const published = await publicBytes(agentId)
  expect(published.length).toBeLessThan(4_000)
  expect((await eventsOf(agentId)).length).toBeLessThan(20_000)
  const { data } = JSON.parse(published.toString())
  const { items } = await mine.client.call('agents.list', { params: { region }, query: {} })
  expect(items.find(({ ID }) => ID === agentId)?.roundedImageURL).toBe(data.roundedImageURL)
  for (const [address, bytes] of [
    [data.roundedImageURL, round],
    [data.chatBgURL, background],
  ]) {
    const answer = await fetch(parley.url + address, { headers: { origin: 'https://shop.example' } })
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  }
})

test('a picture loads on any website, is cached permanently by browsers, and runs no scripts', async () => {
  const agentId = await newAgent(mine, { roundedImageURL: uploaded(png(1_000)) })
  const { roundedImageURL } = await documentOf(mine, agentId)
  const address = parley.url + roundedImageURL
  const answer = await fetch(address, { headers: { origin: 'https://shop.example' } })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  const etag = answer.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[\w-]{27}"$/)
  expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
  const [, , , , , token = ''] = new URL(address).pathname.split('/')
  for (const [part, other] of token.split('.').entries()) {
    const forged = token.split('.').with(part, `${other.slice(0, -1)}${other.endsWith('a') ? 'b' : 'a'}`)
    expect((await fetch(address.replace(token, forged.join('.')))).status).toBe(404)
  }
})

test('the address of a picture is short enough even for an agent with the longest id', async () => {
  const agentId = 'a'.repeat(64)
  await save(mine, agentId, { title: 'Ada', roundedImageURL: uploaded(png(1_000)) })
  const { roundedImageURL } = await documentOf(mine, agentId)
  expect((await fetch(parley.url + roundedImageURL)).status).toBe(200)
})

test('a picture that is saved repeatedly is stored once, and a restored version shows its pictures', async () => {
  const agentId = await newAgent(mine)
  const [first, second] = [uploaded(png(100_000)), uploaded(png(100_000))]
  const before = await filesOf(mine)
  await save(mine, agentId, { squareImageURL: first })
  const saved = await documentOf(mine, agentId)
  await mine.client.call('rpc.saveAgentBackup', {
    params: { region },
    body: { agentId, workspaceId: mine.workspaceId, userEmail: mine.email },
  })
  await save(mine, agentId, { squareImageURL: second })
  await save(mine, agentId, { squareImageURL: first })
  await save(mine, agentId, { squareImageURL: second })
  expect((await filesOf(mine)) - before).toBeLessThan(202_000)
  const params = { region, agentId, version: 2 } as const
  await mine.client.call('agents.restoreVersion', { params })
  const { squareImageURL } = await documentOf(mine, agentId)
  expect(squareImageURL).toBe(saved.squareImageURL)
  expect((await fetch(parley.url + squareImageURL)).status).toBe(200)
})

test.each(pictureFields.filter(({ kind }) => kind === 'picture'))(
  'refuses a picture of another workspace at $path',
  async ({ path }) => {
    const [name = ''] = path
    const agentId = await newAgent(theirs, { [name]: uploaded(png(1_000)) })
    const [{ address } = { address: '' }] = picturesIn(await documentOf(theirs, agentId))
    const own = await newAgent(mine)
    const before = await eventsOf(own)
    const refused = { code: 'invalid-input', status: 400 }
    for (const written of [address, parley.url + address, `${address}?v=1`]) {
      await expect(save(mine, own, { [name]: written })).rejects.toMatchObject({ ...refused, field: name })
      await expect(newAgent(mine, { [name]: written })).rejects.toMatchObject({
        ...refused,
        field: `agentTemplate.template.${name}`,
      })
    }
    expect(await eventsOf(own)).toBe(before)
  },
)

test('an exported agent contains its pictures, usable in another workspace and after its deletion', async () => {
  const picture = uploaded(png(300_000))
  const agentId = await newAgent(mine, { roundedImageURL: picture, chatBgURL: 'https://a.example/b.png' })
  const own = await documentOf(mine, agentId)
  const exported = await mine.client.call('rpc.exportAgentToJson', { params: { region }, body: { agentId } })
  const { template } = exported.agentTemplate
  expect(template).toMatchObject({ roundedImageURL: picture, chatBgURL: 'https://a.example/b.png' })
  const copy = await newAgent(theirs, template)
  await mine.client.call('agents.delete', { params: { region, agentId } })
  await parley.settled()
  expect((await fetch(parley.url + own.roundedImageURL)).status).toBe(404)
  const { roundedImageURL } = await documentOf(theirs, copy)
  expect(uploaded(Buffer.from(await (await fetch(parley.url + roundedImageURL)).arrayBuffer()))).toBe(picture)
})

test('stores no pictures if the agent can’t be saved', async () => {
  const before = await filesOf(mine)
  const picture = { roundedImageURL: uploaded(png(10_000)) }
  await expect(save(mine, 'untitled', picture)).rejects.toMatchObject({
    code: 'invalid-input',
    field: 'title',
  })
  const nodes: AgentDocument['nodes'] = [{ id: 'm', type: 'message', text: '', position: { x: 0, y: 0 } }]
  const unsound = { enableNodes: true, nodes, ...picture }
  await expect(newAgent(mine, unsound)).rejects.toMatchObject({ code: 'invalid-flow' })
  const agentId = await newAgent(mine)
  await mine.client.call('agents.delete', { params: { region, agentId } })
  await expect(save(mine, agentId, { title: 'Ada', ...picture })).rejects.toMatchObject({
    code: 'agent-deleted',
  })
  expect(await filesOf(mine)).toBe(before)
})

test('refuses a file that is not a picture or is too large, and names its field', async () => {
  const agentId = await newAgent(mine)
  const svg = `data:image/svg+xml;base64,${Buffer.from('<svg onload="alert(1)"/>').toString('base64')}`
  await expect(save(mine, agentId, { chatBgURL: svg })).rejects.toMatchObject({
    ...{ status: 415, code: 'wrong-type', field: 'chatBgURL' },
    message: 'Only png, jpg, jpeg, gif, webp Files',
  })
  await expect(save(mine, agentId, { chatBgURL: uploaded(png(500_001)) })).rejects.toMatchObject({
    ...{ status: 413, code: 'too-large', field: 'chatBgURL' },
    message: 'Max size: 0.5 MBs',
  })
})
