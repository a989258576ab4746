/** A follower of a conversation reads nothing: others are not delayed, no backlog grows, and nothing is lost later. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FollowEvent } from '@parley/contracts/conversation/visitor-endpoints.ts'
import { readEvents } from '@parley/contracts/server-sent-events.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'

/** 24 kB each and 17 MB in all, more than the network buffers take. */
const MESSAGES = 700
const LONG = '話'.repeat(7_990)
/** Maximum backlog of one reader, in bytes. */
const MOST_WAITING = 200_000
const agentId = 'slowreader000001'
const params = { region: 'na', agentId } as const

let parley: TestPlatform
let owner: Person
const connections: Socket[] = []

beforeAll(async () => {
  parley = await startTestPlatform({ REGIONS: 'na', RATE_LIMIT_FACTOR: '1000' })
  parley.platform.server?.server.on('connection', (socket) => connections.push(socket))
  owner = await parley.signUp()
  await owner.client.call('agents.save', { params, body: { title: 'Desk', enableNodes: false } })
})
afterAll(() => parley.stop())

test('a reader that reads nothing delays nobody, costs little and misses nothing', async () => {
  const { conversationId, visitorToken } = await parley
    .client()
    .call('conversations.start', { params, body: {} })
  const own = { ...params, conversationId }
  await owner.client.call('conversations.takeOver', { params: own })

  const slow = await follow(own, visitorToken)
  const quick = await follow(own, visitorToken)
  const heard = collect(quick.response)
  for (let nth = 0; nth < MESSAGES; nth++)
    await owner.client.call('conversations.reply', {
      params: own,
      body: { id: `h${nth}`, text: `${nth} ${LONG}` },
    })
  await vi.waitFor(() => expect(heard.numbers).toHaveLength(MESSAGES), { timeout: 60_000 })
  const elsewhere = await parley.client().call('conversations.start', { params, body: {} })
  expect(elsewhere.conversationId).toBeDefined()

  const socket = connections.find(({ remotePort }) => remotePort === slow.port)
  expect(socket?.writableLength).toBeGreaterThan(0)
  expect(socket?.writableLength).toBeLessThan(MOST_WAITING)

  const late = collect(slow.response)
  await vi.waitFor(() => expect(late.numbers).toHaveLength(MESSAGES), { timeout: 60_000 })
  const inOrder = Array.from({ length: MESSAGES }, (_, nth) => nth)
  expect(late.numbers).toEqual(inOrder)
  expect(heard.numbers).toEqual(inOrder)
  slow.response.destroy()
  quick.response.destroy()
})

/** Starts to follow; nothing is read until a test reads. `port` is the reader's own. */
async function follow(of: { agentId: string; conversationId: string }, token: string) {
  const path = `/api/na/v2/public/agents/${of.agentId}/conversations/${of.conversationId}/follow`
  const request = get(new URL(path, parley.url), {
    agent: false,
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  })
  const [response]: IncomingMessage[] = await once(request, 'response')
  expect(response?.statusCode).toBe(200)
  return { response: response!, port: request.socket!.localPort! }
}

/** The numbers of a person's messages, in the order of arrival. */
function collect(response: IncomingMessage): { numbers: number[] } {
  const numbers: number[] = []
  const read = async () => {
    for await (const { data } of readEvents(bytesOf(response))) {
      const event: FollowEvent = JSON.parse(data)
      if (event.type !== 'message' || event.message.role !== 'human') continue
      const [block] = event.message.blocks
      numbers.push(block?.type === 'text' ? Number.parseInt(block.text, 10) : Number.NaN)
    }
  }
  read().catch(() => undefined)
  return { numbers }
}

function bytesOf(response: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      for await (const part of response) controller.enqueue(part)
      controller.close()
    },
  })
}
