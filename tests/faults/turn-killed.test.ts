/** The server is killed between a visitor's message and the reply: the message is kept, and gets one reply. */
import { type ModelDouble, startModelDouble } from '@parley/conversation/models/model-double.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillableServer, type KillableServer } from '../src/killable-server.ts'

const agentId = 'killed0000000001'

let model: ModelDouble
let server: KillableServer

beforeAll(async () => {
  model = await startModelDouble()
  server = await createKillableServer({
    OPENAI_API_KEY: 'test',
    OPENAI_BASE_URL: `${model.url}/v1`,
    // Polls until the lease of the killed process has expired.
    RATE_LIMIT_FACTOR: '1000',
  })
})

afterAll(async () => {
  await server?.remove()
  await model?.stop()
})

test('a reply cut short by SIGKILL is given once after the restart', async () => {
  let url = await server.start()
  const token = await server.signUp()
  await post(
    `${url}/api/na/v2/agents/${agentId}`,
    { title: 'Desk', vg_defaultModel: 'gpt-4o-mini', enableNodes: false },
    token,
  )
  const conversations = `/api/na/v2/public/agents/${agentId}/conversations`
  const { conversationId, visitorToken } = await post(`${url}${conversations}`, {})
  const messages = `${conversations}/${conversationId}/messages`

  model.behave('hang-midway')
  const first = { id: 'm1', text: 'First question' }
  const second = { id: 'm2', text: 'Second question' }
  const transcript = async () => (await read(`${url}${messages}`, visitorToken)).messages
  const say = (said: typeof first) => post(`${url}${messages}`, said, visitorToken)
  const cut = [say(first).catch(() => 'cut')]
  await until(async () => (await transcript()).some(({ id }) => id === 'm1'))
  await until(async () => model.requests.length > 0)
  cut.push(say(second).catch(() => 'cut'))
  await until(async () => (await transcript()).some(({ id }) => id === 'm2'))
  await server.kill()
  expect(await Promise.all(cut)).toEqual(['cut', 'cut'])

  model.behave('normal')
  url = await server.start()
  await until(async () => !(await read(`${url}${messages}`, visitorToken)).pending)
  const said = await transcript()
  // Messages that wait together get one reply.
  const reply = 'We are open from nine to five, Monday to Friday.'
  expect(said.slice(-3).map(({ role, blocks }) => [role, blocks[0]?.text])).toEqual([
    ['visitor', 'First question'],
    ['visitor', 'Second question'],
    ['agent', reply],
  ])

  // Neither repeated requests nor another restart duplicate anything.
  const again = await Promise.all([say(first), say(second)])
  expect(again.map(({ messages }) => messages)).toEqual([said.slice(-1), said.slice(-1)])
  await server.kill()
  url = await server.start()
  await until(async () => !(await read(`${url}${messages}`, visitorToken)).pending)
  expect(await transcript()).toEqual(said)
})

type Answer = {
  token: string
  conversationId: string
  visitorToken: string
  pending: boolean
  messages: { id: string; role: string; blocks: { text: string }[] }[]
}

async function post(url: string, body: object, token?: string): Promise<Answer> {
  return answerOf(
    await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...bearer(token) },
      body: JSON.stringify(body),
    }),
  )
}

async function read(url: string, token: string): Promise<Answer> {
  return answerOf(await fetch(url, { headers: bearer(token) }))
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  if (!response.ok) throw new Error(`status ${response.status}: ${text}`)
  return JSON.parse(text)
}

function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20))
}
