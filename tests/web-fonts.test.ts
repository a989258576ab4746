/** Fonts from the web: copied once to this server, kept with the agent, served from here. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebFont } from '@parley/contracts/agent/web-font.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = 'na'
const bytes = Buffer.concat([Buffer.from('wOF2'), Buffer.alloc(30_000, 7)])
let fonts: Server
let address: string
let requests = 0
let parley: TestPlatform
let mine: Person
let theirs: Person

beforeAll(async () => {
  fonts = createServer((request, answer) => {
    requests++
    if (request.url === '/brand.woff2') return answer.end(bytes)
    answer.setHeader('content-type', 'text/css')
    answer.end(
      "@font-face { font-family: 'Brand'; src: url(/brand.woff2) format('woff2'); font-weight: 400 }",
    )
  })
  await new Promise<void>((listening) => fonts.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(fonts.address() as AddressInfo).port}`
  address = `http://${host}/brand.css`
  parley = await startTestPlatform({ REGIONS: 'na', ALLOW_PRIVATE_ADDRESSES: host })
  mine = await parley.signUp()
  theirs = await parley.signUp()
})
afterAll(async () => {
  fonts?.close()
  await parley?.stop()
})

async function newAgent({ client }: Person, template: object = {}): Promise<string> {
  const agentTemplate = {
    ...{ key: 'exported', name: 'Ada', description: '', icon: 'robot' },
    template: { enableNodes: false, ...template },
  }
  const { agentCreated } = await client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: 'Ada', agentTemplate },
  })
  return agentCreated.ID
}
const fetchFont = ({ client }: Person, agentId: string, font = address) =>
  client.call('agents.fetchFont', { params: { region, agentId }, body: { font } })
const save = ({ client }: Person, agentId: string, webFont: WebFont) =>
  client.call('agents.save', { params: { region, agentId }, body: { webFont, fontFamily: webFont.family } })
const used = () => parley.platform.regions.get(region)!.engines.fileStore.usedBy(mine.workspaceId)

test('a fetched font is stored once and served from here for every page', async () => {
  const agentId = await newAgent(mine)
  const { webFont } = await fetchFont(mine, agentId)
  const stored = await used()
  expect(webFont).toMatchObject({ source: address, family: 'Brand', faces: [{ weight: '400' }] })
  expect(stored).toBeGreaterThan(bytes.length)
  expect(await fetchFont(mine, agentId)).toEqual({ webFont })
  expect(await used()).toBe(stored)
  await save(mine, agentId, webFont)
  await parley.settled()
  const asked = requests
  const shown = await (await fetch(`${parley.url}/api/na/public/agents/${agentId}`)).json()
  expect(shown.data.webFont).toEqual(webFont)
  const served = await fetch(parley.url + webFont.faces[0]?.url, {
    headers: { origin: 'https://shop.example' },
  })
  expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': 'font/woff2',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(requests).toBe(asked)
})

test('a font travels with an exported agent, and outlives the agent it came from', async () => {
  const agentId = await newAgent(mine)
  await save(mine, agentId, (await fetchFont(mine, agentId)).webFont)
  const { agentTemplate } = await mine.client.call('rpc.exportAgentToJson', {
    params: { region },
    body: { agentId },
  })
  const copy = await newAgent(theirs, agentTemplate.template)
  await mine.client.call('agents.delete', { params: { region, agentId } })
  const { data } = await theirs.client.call('agents.get', { params: { region, agentId: copy } })
  expect(data.webFont?.faces[0]?.url).toMatch(/^\/api\/na\/public\/files\//)
  const served = await fetch(parley.url + data.webFont?.faces[0]?.url)
  expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
})

test('refuses the font of another workspace, an agent of another workspace, and private addresses', async () => {
  const [agentId, other] = [await newAgent(mine), await newAgent(theirs)]
  const { webFont } = await fetchFont(theirs, other)
  await expect(save(mine, agentId, webFont)).rejects.toMatchObject({ code: 'invalid-input' })
  await expect(fetchFont(mine, other)).rejects.toMatchObject({ status: expect.any(Number) })
  await expect(fetchFont(mine, agentId, 'http://127.0.0.1:1/x.css')).rejects.toMatchObject({
    code: 'font-not-fetched',
    field: 'font',
    message: '127.0.0.1 is not an address on the public internet.',
  })
})
