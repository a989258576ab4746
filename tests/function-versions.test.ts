/** Versions of functions from end to end, and the agents that use a function. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { ToolField, ToolSettings } from '@parley/contracts/integration/tool.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = 'na' as const
let parley: TestPlatform
let owner: Person
let stranger: Person
let shop: string
const sent: IncomingHttpHeaders[] = []
const server = createServer(({ headers }, response) => {
  sent.push(headers)
  response.end('{"ok": true}')
})

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  shop = `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`
  parley = await startTestPlatform({ REGIONS: 'na', ALLOW_PRIVATE_ADDRESSES: 'true' })
  owner = await parley.signUp()
  stranger = await parley.signUp()
})
afterAll(async () => {
  await parley?.stop()
  server.close()
})

const key = (value: string): ToolField => ({ in: 'header', key: 'x-key', type: 'string', value })
const settings = (more: Partial<ToolSettings> = {}): ToolSettings => ({
  ...{ name: 'Orders', description: 'Finds an order.', serverUrl: shop, fields: [key('first')] },
  ...more,
})
const create = async (more?: Partial<ToolSettings>, serverUrlSecret = 'signs-1') => {
  const body = { settings: settings(more), serverUrlSecret }
  return { region, toolId: (await owner.client.call('tools.create', { params: { region }, body })).id }
}
type Place = Awaited<ReturnType<typeof create>>
const save = (params: Place, more: Partial<ToolSettings>, serverUrlSecret?: string) => {
  const secret = serverUrlSecret === undefined ? {} : { serverUrlSecret }
  return owner.client.call('tools.save', { params, body: { settings: settings(more), ...secret } })
}
const restore = (params: Place, version: number, { client } = owner) =>
  client.call('tools.restoreVersion', { params: { ...params, version } })
const history = async (params: Place) => {
  await parley.settled()
  return owner.client.call('tools.history', { params })
}
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error) => error.code,
  )
const called = async (params: Place) => {
  sent.splice(0)
  await owner.client.call('tools.test', { params, body: { values: {} } })
  return sent[0]
}

test('a function has versions, which say who saved them and what changed, and can be read', async () => {
  const place = await create()
  await save(place, { retries: 2, fields: [key('second')] })
  await save(place, { retries: 2, fields: [key('second')] }, 'signs-2')
  const { versions } = await history(place)
  const savedBy = expect.any(String)
  expect(versions).toMatchObject([
    { version: 3, savedBy, changed: ['serverUrlSecret'] },
    { version: 2, savedBy, changed: ['fields', 'retries'] },
    { version: 1, savedBy },
  ])
  const first = await owner.client.call('tools.version', { params: { ...place, version: 1 } })
  expect(first).toEqual({ version: 1, settings: { ...settings(), method: 'POST' } })
  expect(
    JSON.stringify(await owner.client.call('tools.version', { params: { ...place, version: 3 } })),
  ).not.toContain('signs-')
})

test('a version is restored as the next one, with its fixed values and the present secret', async () => {
  const place = await create()
  const signature = (headers: IncomingHttpHeaders | undefined) => headers?.['x-parley-signature']
  expect(signature(await called(place))).toBeDefined()
  await save(place, { name: 'Find orders', fields: [key('second')] }, '')
  expect(await called(place)).toMatchObject({ 'x-key': 'second' })
  expect(await restore(place, 1)).toEqual({ version: 3, approvalKept: false })
  const headers = await called(place)
  expect(headers).toMatchObject({ 'x-key': 'first' })
  // The secret that the first version had was removed since, and is not brought back.
  expect(signature(headers)).toBeUndefined()
  const { versions } = await history(place)
  expect(versions[0]).toMatchObject({ version: 3, restoredFrom: 1, changed: ['fields', 'name'] })
  const { items } = await owner.client.call('tools.list', { params: { region } })
  expect(items.find(({ id }) => id === place.toolId)).toMatchObject({ name: 'Orders', signed: false })
  expect(await refusal(restore(place, 1))).toBe('nothing-changed')
  expect(await refusal(restore(place, 9))).toBe('not-found')
  const { items: told } = await owner.client.call('audit.timeline', {
    params: { region, workspaceId: owner.workspaceId },
    query: { stream: `tool-${place.toolId}` },
  })
  expect(told[0]?.sentence?.map(({ text }) => text).join('')).not.toContain('signs')
  expect(told.map(({ sentence }) => sentence?.map(({ text }) => text).join(''))).toContain(
    'restored version 1 of the function Orders',
  )
})

test('an earlier version does not take away that calls need approval, unless that is asked for', async () => {
  const place = await create()
  await save(place, { name: 'Find orders', needsApproval: true })
  const needsApproval = async () => {
    const { items } = await owner.client.call('tools.list', { params: { region } })
    return items.find(({ id }) => id === place.toolId)?.needsApproval ?? false
  }
  expect(await restore(place, 1)).toEqual({ version: 3, approvalKept: true })
  expect(await needsApproval()).toBe(true)
  expect(await refusal(restore(place, 1))).toBe('nothing-changed')
  const removed = await owner.client.call('tools.restoreVersion', {
    ...{ params: { ...place, version: 1 }, query: { approval: 'remove' } },
  })
  expect(removed).toEqual({ version: 4, approvalKept: false })
  expect(await needsApproval()).toBe(false)
})

test('a deleted function is brought back as it was, once, by its own workspace alone', async () => {
  const place = await create({ needsApproval: true })
  await save(place, { needsApproval: true, retries: 1 })
  const { client } = owner
  const undelete = (who = owner) => who.client.call('tools.undelete', { params: place })
  await client.call('tools.delete', { params: place })
  expect(await refusal(client.call('tools.history', { params: place }))).toBe('not-found')
  expect(await refusal(undelete(stranger))).toBe('not-found')
  await undelete()
  await undelete()
  const { items } = await client.call('tools.list', { params: { region } })
  expect(items.find(({ id }) => id === place.toolId)).toMatchObject({
    ...{ name: 'Orders', needsApproval: true, retries: 1, signed: true },
  })
  expect((await history(place)).versions).toMatchObject([{ version: 3 }])
  const headers = await called(place)
  expect(headers).toMatchObject({ 'x-key': 'first', 'x-parley-signature': expect.any(String) })
  await save(place, { name: 'Find orders' })
  expect((await history(place)).versions.map(({ version }) => version)).toEqual([4, 3])
})

test('a version whose credential is gone is not restored', async () => {
  const body = {
    settings: { name: 'Shop', use: { kind: 'bearer' as const }, hosts: [new URL(shop).host] },
    secret: 'a-secret-of-the-shop',
  }
  const { credentialId } = await owner.client.call('credentials.create', { params: { region }, body })
  const place = await create({ credentialId })
  await save(place, {})
  await parley.settled()
  await owner.client.call('credentials.delete', { params: { region, credentialId } })
  expect(await refusal(restore(place, 1))).toBe('not-found')
})

test('nobody else reads or restores a version', async () => {
  const place = await create()
  await save(place, { name: 'Other' })
  await parley.settled()
  const { client } = stranger
  expect(await refusal(restore(place, 1, stranger))).toBe('not-found')
  expect(await refusal(client.call('tools.version', { params: { ...place, version: 1 } }))).toBe('not-found')
  expect(await refusal(client.call('tools.history', { params: place }))).toBe('not-found')
})

test('a function is used by several agents, which are shown, also by those whose nodes call it', async () => {
  const { region: _, toolId } = await create()
  const agent = async (agentId: string, document: AgentDocument) => {
    const body = { title: agentId, ...document }
    await owner.client.call('agents.save', { params: { region, agentId }, body })
  }
  const position = { x: 0, y: 0 }
  const nodes = [
    { id: 's', type: 'start', next: 't', position },
    { id: 't', type: 'tool', toolId, next: 'e', onError: 'e', position },
    { id: 'e', type: 'end', position },
  ] as unknown as NonNullable<AgentDocument['nodes']>
  await agent('Bikes', { assignedToolsIds: [toolId] })
  await agent('Lamps', { assignedToolsIds: [toolId] })
  await agent('Flow', { nodes })
  await agent('None', { assignedToolsIds: [] })
  const place = { region, toolId }
  const used = async () => (await history(place)).agents.map(({ title }) => title)
  expect(await used()).toEqual(['Bikes', 'Flow', 'Lamps'])
  const listed = async () =>
    (await owner.client.call('tools.list', { params: { region } })).items.find(({ id }) => id === toolId)
  expect((await listed())?.agents).toBe(3)
  await agent('Lamps', { assignedToolsIds: [] })
  await owner.client.call('agents.delete', { params: { region, agentId: 'Bikes' } })
  expect(await used()).toEqual(['Flow'])
  expect((await listed())?.agents).toBe(1)
})
