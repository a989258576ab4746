/**
 * An unreliable network: messages arrive twice, at once, late and in another order. Each counts once and all get
 * replies.
 */
import { doubleReply, type ModelDouble, startModelDouble } from '@parley/conversation/models/model-double.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { arriveAt } from '../src/visitor.ts'

const REPLY = doubleReply.join('')
const agentId = 'repeatedsends001'
const params = { region: 'na', agentId } as const

let parley: TestPlatform
let model: ModelDouble

beforeAll(async () => {
  model = await startModelDouble({ behaviour: 'slow', delayMs: 20 })
  parley = await startTestPlatform({
    REGIONS: 'na',
    RATE_LIMIT_FACTOR: '1000',
    OPENAI_API_KEY: 'test',
    OPENAI_BASE_URL: `${model.url}/v1`,
  })
  const { client } = await parley.signUp()
  const body = { title: 'Desk', enableNodes: false, vg_defaultModel: 'gpt-4o' }
  await client.call('agents.save', { params, body })
})
afterAll(async () => {
  await parley.stop()
  await model.stop()
})

test('one message sent ten times at once is stored and answered once, and every sender gets the reply', async () => {
  const visitor = await arrive()
  const answers = await Promise.all(Array.from({ length: 10 }, () => visitor.say('m1', 'Hello')))
  expect(new Set(answers.map((reply) => reply?.id)).size).toBe(1)
  expect(await visitor.said()).toEqual(['visitor Hello', `agent ${REPLY}`])
})

test('a message that is repeated later gives the same reply and does not disturb others', async () => {
  const visitor = await arrive()
  const first = await visitor.say('m1', 'One')
  const second = visitor.say('m2', 'Two')
  expect((await visitor.say('m1', 'One'))?.id).toBe(first?.id)
  expect((await second)?.id).not.toBe(first?.id)
  // The id counts: repeating it with another text adds nothing.
  expect((await visitor.say('m1', 'Something else'))?.id).toBe(first?.id)
  expect(await visitor.said()).toEqual(['visitor One', `agent ${REPLY}`, 'visitor Two', `agent ${REPLY}`])
})

test('an offline queue that is sent in any order, twice: each message is stored once and answered', async () => {
  const visitor = await arrive()
  const ids = ['q4', 'q1', 'q3', 'q2', 'q4', 'q1', 'q2', 'q3']
  const replies = await Promise.all(
    ids.map(async (id) => [id, await visitor.say(id, `text of ${id}`)] as const),
  )
  const said = await visitor.said()
  expect(said.filter((line) => line.startsWith('visitor')).toSorted()).toEqual(
    ['q1', 'q2', 'q3', 'q4'].map((id) => `visitor text of ${id}`),
  )
  for (const [, reply] of replies) expect(reply).toMatchObject({ role: 'agent', blocks: [{ text: REPLY }] })
  for (const [id, reply] of replies) expect(reply?.id).toBe(replies.find(([other]) => other === id)?.[1]?.id)
  const given = new Set(replies.map(([, reply]) => reply?.id))
  expect(said.filter((line) => line.startsWith('agent'))).toHaveLength(given.size)
  // Messages keep the order in which they were stored, whatever reply they share.
  const order = said.filter((line) => line.startsWith('visitor')).map((line) => line.slice(-2))
  const asked = model.requests.at(-1)?.body
  expect(order.map((id) => JSON.stringify(asked).indexOf(`text of ${id}`))).toEqual(
    order.map((id) => JSON.stringify(asked).indexOf(`text of ${id}`)).toSorted((a, b) => a - b),
  )
})

async function arrive() {
  const visitor = await arriveAt(parley, agentId)
  return {
    ...visitor,
    async said() {
      return (await visitor.said()).map(
        ({ role, blocks: [block] }) => `${role} ${block?.type === 'text' ? block.text : block?.type}`,
      )
    },
  }
}
