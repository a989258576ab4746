/** A provider with every kind of failure, over HTTP: the visitor's message is kept and gets one reply. */
import {
  type DoubleBehaviour,
  type DoubleRequest,
  doubleReply,
  type ModelDouble,
  startModelDouble,
} from '@parley/conversation/models/model-double.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { arriveAt } from '../src/visitor.ts'

const REPLY = doubleReply.join('')
const limited = (seconds: number): DoubleBehaviour => ({
  status: 429,
  headers: { 'retry-after': String(seconds) },
})
/** By message: how the first model behaves on each request. */
const faults: Record<string, DoubleBehaviour[]> = {
  'silence for ever': ['hang'],
  'no JSON': ['garbage'],
  'JSON of something else': ['wrong-shape'],
  'a web page': ['web-page'],
  'nothing at all': ['empty'],
  'status 500': [500],
  'status 503': [503],
  'status 401': [401],
  'too many requests for an hour': [limited(3600)],
  'too many requests for a second, then a reply': [limited(1), 'normal'],
  'a fault that passes': [500, 'garbage', 'normal'],
}
const passing = new Set(['too many requests for a second, then a reply', 'a fault that passes'])
const agents = { withFallback: 'modelfaults00001', alone: 'modelfaults00002' }

let parley: TestPlatform
let model: ModelDouble
/** The messages for which the first model works by now. */
const recovered = new Set<string>()
const asked = new Map<string, number>()

beforeAll(async () => {
  model = await startModelDouble({ behaviour: behaviourFor })
  parley = await startTestPlatform({
    REGIONS: 'na',
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'silent',
    OPENAI_API_KEY: 'test',
    OPENAI_BASE_URL: `${model.url}/v1`,
  })
  const { client } = await parley.signUp()
  const document = { title: 'Desk', enableNodes: false, vg_defaultModel: 'gpt-4o' }
  const save = (agentId: string, body: object) =>
    client.call('agents.save', { params: { region: 'na', agentId }, body: { ...document, ...body } })
  await save(agents.withFallback, { vg_fallbackModel: 'gpt-4o-mini' })
  await save(agents.alone, {})
})
afterAll(async () => {
  await parley.stop()
  await model.stop()
})

function behaviourFor(request: DoubleRequest): DoubleBehaviour {
  const words = wordsIn(request)
  if (request.body.model === 'gpt-4o-mini' || recovered.has(words)) return 'normal'
  const nth = asked.get(words) ?? 0
  asked.set(words, nth + 1)
  const behaviours = faults[words] ?? cut[words] ?? ['normal']
  return behaviours[Math.min(nth, behaviours.length - 1)] ?? 'normal'
}

const cut: Record<string, DoubleBehaviour[]> = {
  'cut in the middle': ['cut'],
  'silent in the middle': ['hang-midway'],
}

describe.concurrent('before anything was said', () => {
  test.each(Object.keys(faults))('%s: the other model replies, once', async (words) => {
    const visitor = await arrive(agents.withFallback)
    const reply = await visitor.say('m1', words)
    expect(reply).toMatchObject({ role: 'agent', blocks: [{ text: REPLY }] })
    expect(reply?.failed).toBeUndefined()
    expect(await visitor.said()).toEqual([`visitor: ${words}`, `agent: ${REPLY}`])
    const models = model.requests.filter((one) => wordsIn(one) === words).map(({ body }) => body.model)
    expect(models.at(-1)).toBe(passing.has(words) ? 'gpt-4o' : 'gpt-4o-mini')
    expect(models.length).toBeLessThanOrEqual(4)
  })
})

describe.concurrent('without another model', () => {
  const lasting = Object.keys(faults).filter((words) => !passing.has(words))
  test.each([...lasting, ...Object.keys(cut)])(
    '%s: a notice, and a reply to a visitor who tries again',
    async (words) => {
      const visitor = await arrive(agents.alone)
      const told = `alone, ${words}`
      faults[told] ??= faults[words] ?? cut[words]!
      const notice = await visitor.say('m1', told)
      expect(notice).toMatchObject({ role: 'agent', failed: true })
      expect((await visitor.said())[0]).toBe(`visitor: ${told}`)

      recovered.add(told)
      const reply = await visitor.say('m1', told)
      expect(reply?.failed).toBeUndefined()
      expect(await visitor.said()).toEqual([`visitor: ${told}`, 'agent: failed', `agent: ${REPLY}`])
      await visitor.say('m1', told)
      expect(await visitor.said()).toHaveLength(3)
    },
  )
})

/** The visitor's latest message. */
function wordsIn({ body }: DoubleRequest): string {
  const { messages } = body as { messages: { role: string; content: unknown }[] }
  const last = messages.findLast(({ role }) => role === 'user')?.content
  return typeof last === 'string' ? last : ''
}

async function arrive(agentId: string) {
  const visitor = await arriveAt(parley, agentId)
  return {
    ...visitor,
    async said() {
      return (await visitor.said()).map(({ role, blocks: [block], failed }) => {
        const text = failed ? 'failed' : block?.type === 'text' ? block.text : block?.type
        return `${role}: ${text}`
      })
    },
  }
}
