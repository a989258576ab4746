import { afterEach, describe, expect, it } from 'vitest'
import {
  type DoubleBehaviour,
  doubleReply,
  type ModelDouble,
  type ModelDoubleOptions,
  startModelDouble,
} from './model-double.ts'
import { ModelError } from './model-error.ts'
import {
  createModels,
  type ModelFunction,
  type ModelMessage,
  type ModelPart,
  type ModelRequest,
  type Models,
} from './models.ts'

const KEY = 'sk-secret-1234567890'
let double: ModelDouble | undefined
afterEach(async () => {
  await double?.stop()
  double = undefined
})

const providers = [
  { name: 'openai', modelId: 'gpt-4o' },
  { name: 'anthropic', modelId: 'claude-sonnet-4-5' },
  { name: 'google', modelId: 'gemini-2.5-flash' },
] as const

async function modelsWith(
  behaviour: DoubleBehaviour | ((request: unknown, nth: number) => DoubleBehaviour),
  {
    reply,
    ...times
  }: Pick<ModelDoubleOptions, 'reply'> & { silenceMs?: number; wholeMs?: number; delayMs?: number } = {},
): Promise<{ models: Models; double: ModelDouble }> {
  double = await startModelDouble({ behaviour, delayMs: times.delayMs, ...(reply ? { reply } : {}) })
  const models = createModels({
    keys: {
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: `${double.url}/v1`,
      ANTHROPIC_API_KEY: KEY,
      ANTHROPIC_BASE_URL: `${double.url}/v1`,
      GOOGLE_GENERATIVE_AI_API_KEY: KEY,
      GOOGLE_GENERATIVE_AI_BASE_URL: `${double.url}/v1beta`,
    },
    retryPauseMs: 1,
    ...times,
  })
  return { models, double }
}

const request = (modelId: string): ModelRequest => ({
  modelId,
  system: 'You are the desk of a shop.',
  messages: [
    { role: 'user', text: 'Hello' },
    { role: 'assistant', text: 'Hi' },
    { role: 'user', text: 'When are you open?' },
  ],
  temperature: 0.5,
  maxOutputTokens: 1024,
})

async function collect(models: Models, modelId: string): Promise<ModelPart[]> {
  const parts: ModelPart[] = []
  for await (const part of models.stream(request(modelId))) parts.push(part)
  return parts
}

/** Pieces that came together may be one part. */
const textOf = (parts: readonly ModelPart[]) =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('')

async function faultOf(models: Models, modelId: string): Promise<{ fault: ModelError; heard: string }> {
  let heard = ''
  try {
    for await (const part of models.stream(request(modelId))) if (part.type === 'text') heard += part.text
  } catch (error) {
    if (error instanceof ModelError) return { fault: error, heard }
    throw error
  }
  throw new Error(`no fault, but ${heard}`)
}

describe.each(providers)('a model of $name', ({ modelId, name }) => {
  it('streams its reply and its token usage', async () => {
    const { models, double } = await modelsWith('normal')
    const parts = await collect(models, modelId)
    expect(textOf(parts)).toBe(doubleReply.join(''))
    expect(parts.at(-1)).toEqual({ type: 'finish', inputTokens: 20, outputTokens: 8 })
    expect(double.requests).toHaveLength(1)
    expect(double.requests[0]?.protocol).toBe(name)
    const sent = JSON.stringify(double.requests[0]?.body)
    for (const text of ['You are the desk of a shop.', 'Hello', 'When are you open?', '1024', '0.5'])
      expect(sent).toContain(text)
  })

  it('is sent no unpaired surrogate, which providers refuse', async () => {
    const { models, double } = await modelsWith('normal')
    const cut = '👍'.slice(0, 1)
    const asked = {
      ...request(modelId),
      system: `x${cut}`,
      messages: [{ role: 'user' as const, text: `y${cut}` }],
    }
    for await (const _ of models.stream(asked));
    const sent = JSON.stringify(double.requests[0]?.body)
    expect(sent).toContain('x\ufffd')
    expect(sent).toContain('y\ufffd')
    expect(sent).not.toMatch(/\\ud[89a-f]/)
  })

  it('may be slow as long as pieces arrive', async () => {
    const { models } = await modelsWith('slow', { delayMs: 300, silenceMs: 2_000, wholeMs: 20_000 })
    expect(textOf(await collect(models, modelId))).toBe(doubleReply.join(''))
  })

  it('times out when it never answers, when it falls silent and when it takes too long', async () => {
    const hanging = await modelsWith('hang', { silenceMs: 60 })
    expect((await faultOf(hanging.models, modelId)).fault.reason).toBe('time-out')
    await hanging.double.stop()
    const silent = await modelsWith('hang-midway', { silenceMs: 2_000 })
    const { fault, heard } = await faultOf(silent.models, modelId)
    expect([fault.reason, heard]).toEqual(['time-out', 'We '])
    await silent.double.stop()
    const endless = await modelsWith('slow', { delayMs: 40, silenceMs: 5_000, wholeMs: 100 })
    expect((await faultOf(endless.models, modelId)).fault.reason).toBe('time-out')
  })

  it('is called again when it is busy or broken, three times in all', async () => {
    for (const [status, reason] of [
      [429, 'rate-limited'],
      [500, 'provider-error'],
    ] as const) {
      const { models, double } = await modelsWith(status)
      const { fault } = await faultOf(models, modelId)
      expect(fault.reason).toBe(reason)
      expect(fault.detail).toContain(String(status))
      expect(double.requests).toHaveLength(3)
      await double.stop()
    }
    const { models, double } = await modelsWith((_, nth) => (nth === 0 ? 503 : 'normal'))
    expect(textOf(await collect(models, modelId))).toBe(doubleReply.join(''))
    expect(double.requests).toHaveLength(2)
  })

  it('is called again after Retry-After, and not at all if that is too long for a visitor', async () => {
    const busy = (seconds: string) => ({ status: 429, headers: { 'retry-after': seconds } })
    const soon = await modelsWith((_, nth) => (nth === 0 ? busy('1') : 'normal'))
    expect(textOf(await collect(soon.models, modelId))).toBe(doubleReply.join(''))
    expect(soon.double.requests).toHaveLength(2)
    await soon.double.stop()
    const late = await modelsWith(busy('60'))
    const { fault } = await faultOf(late.models, modelId)
    expect([fault.reason, fault.retryAfterMs, late.double.requests.length]).toEqual([
      'rate-limited',
      60_000,
      1,
    ])
  })

  it('is not called again when the key is wrong', async () => {
    const { models, double } = await modelsWith(401)
    expect((await faultOf(models, modelId)).fault.reason).toBe('provider-error')
    expect(double.requests).toHaveLength(1)
  })

  it('fails when its stream is garbage, cut or empty', async () => {
    for (const behaviour of ['garbage', 'cut', 'empty'] as const) {
      const { models, double } = await modelsWith(behaviour)
      expect((await faultOf(models, modelId)).fault.reason, behaviour).toBe('provider-error')
      await double.stop()
    }
  })

  it('may refuse for reasons of content', async () => {
    const { models } = await modelsWith('refuse')
    expect((await faultOf(models, modelId)).fault.reason).toBe('refused')
  })

  it('never shows its key in an error', async () => {
    for (const behaviour of [401, 429, 500, 'garbage', 'cut'] as const) {
      const { models, double } = await modelsWith(behaviour)
      const { fault } = await faultOf(models, modelId)
      expect(`${fault.message} ${fault.detail} ${fault.stack} ${JSON.stringify(fault)}`).not.toContain(KEY)
      await double.stop()
    }
  })
})

describe.each(providers)('a model of $name with functions', ({ modelId }) => {
  const functions: ModelFunction[] = [
    {
      name: 'orders',
      description: 'Finds an order.',
      inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
    },
  ]

  it('requests a call and receives its result', async () => {
    const call0 = { calls: [{ name: 'orders', input: '{"id":"A1"}' }] }
    const { models, double } = await modelsWith('normal', {
      reply: ({ body }) => (JSON.stringify(body).includes('tomorrow') ? ['Soon.'] : call0),
    })
    const stream = async (messages: ModelMessage[]) => {
      const parts: ModelPart[] = []
      for await (const part of models.stream({ modelId, system: 'S', messages, functions })) parts.push(part)
      return parts
    }
    const parts = await stream([{ role: 'user', text: 'Hi' }])
    const call = parts.find((part) => part.type === 'call')
    expect(call).toMatchObject({ name: 'orders' })
    expect(JSON.parse(call?.type === 'call' ? call.input : '')).toEqual({ id: 'A1' })
    expect(JSON.stringify(double.requests[0]?.body)).toContain('Finds an order.')

    const calls = call?.type === 'call' ? [{ id: call.id, name: call.name, input: call.input }] : []
    const messages: ModelMessage[] = [
      { role: 'user', text: 'Hi' },
      { role: 'assistant', text: '', calls },
      { role: 'tool', callId: calls[0]?.id ?? '', name: 'orders', text: '{"eta":"tomorrow"}' },
    ]
    expect((await stream(messages))[0]).toEqual({ type: 'text', text: 'Soon.' })
    const told = JSON.stringify(double.requests[1]?.body)
    expect([told.includes('A1'), told.includes('tomorrow')]).toEqual([true, true])
  })
})

it('reports a server that does not exist', async () => {
  const { models, double } = await modelsWith('normal')
  await double.stop()
  const { fault } = await faultOf(models, 'gpt-4o')
  expect([fault.reason, fault.detail]).toEqual(['provider-error', 'ECONNREFUSED'])
})

describe('the choice of a model', () => {
  it('follows from its name and the configured keys', () => {
    const none = createModels({ keys: {} })
    expect(none.describe('gpt-4o')).toEqual({
      configured: false,
      modelId: 'gpt-4o',
      note: 'gpt-4o needs OPENAI_API_KEY. Until then the built-in answerer replies.',
    })
    const anthropic = createModels({ keys: { ANTHROPIC_API_KEY: KEY } })
    expect(anthropic.describe('claude-sonnet-4-5').configured).toBe(true)
    expect(anthropic.describe('gpt-4o').note).toContain(
      'There is a key for Anthropic: choose one of its models',
    )
    expect(anthropic.describe('llama3.2').note).toContain('OPENAI_BASE_URL')
    const local = createModels({ keys: { OPENAI_BASE_URL: 'http://localhost:11434/v1' } })
    expect(local.describe('llama3.2').configured).toBe(true)
    expect(local.describe('o3-mini').configured).toBe(true)
    expect(local.describe('gemini-2.5-pro').configured).toBe(false)
  })
})
