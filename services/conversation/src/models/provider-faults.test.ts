/** Each provider, behind a server that misbehaves: what is thrown, how often is asked, and what is to be paid. */
import { afterEach, describe, expect, it } from 'vitest'
import { type DoubleBehaviour, type ModelDouble, startModelDouble } from './model-double.ts'
import { ModelError } from './model-error.ts'
import { createModels, type ModelPart } from './models.ts'

let double: ModelDouble | undefined
afterEach(async () => {
  await double?.stop()
  double = undefined
})

const KEY = 'sk-secret-1234567890'
const providers = [
  { name: 'openai', modelId: 'gpt-4o' },
  { name: 'anthropic', modelId: 'claude-sonnet-4-5' },
  { name: 'google', modelId: 'gemini-2.5-flash' },
] as const

async function ask(modelId: string, behaviour: DoubleBehaviour, reply?: string[], maxOutputTokens = 100) {
  double = await startModelDouble({ behaviour, ...(reply ? { reply: () => reply } : {}) })
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
    silenceMs: 2_000,
  })
  let text = ''
  let finish: Extract<ModelPart, { type: 'finish' }> | undefined
  let error: ModelError | undefined
  try {
    const messages = [{ role: 'user' as const, text: 'When are you open?' }]
    for await (const part of models.stream({ modelId, system: 'A shop.', messages, maxOutputTokens })) {
      if (part.type === 'text') text += part.text
      if (part.type === 'finish') finish = part
    }
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown
    error = thrown
  }
  return { text, finish, error, requests: double.requests.length, underway: double.underway }
}

const answer = (status: number, error: object, headers: Record<string, string> = {}): DoubleBehaviour => ({
  status,
  headers,
  body: JSON.stringify({ error }),
})

describe.each(providers)('$name', ({ modelId }) => {
  it('is cut when it ignores the limit, and its connection is closed', async () => {
    const { text, finish, requests, underway } = await ask(modelId, 'endless', ['Many words. '])
    expect(text.length).toBe(800)
    expect(finish).toMatchObject({ outputTokens: 100 })
    expect(requests).toBe(1)
    await expect.poll(underway).toBe(0)
  })

  it('is cut in bytes, between characters', async () => {
    const { text } = await ask(modelId, 'endless', ['我们的营业时间是👍'])
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_600)
    expect(Buffer.byteLength(text)).toBeGreaterThan(1_590)
    expect(text.isWellFormed()).toBe(true)
  })

  it('is not read without end when one event never ends', async () => {
    const { error, underway } = await ask(modelId, 'endless-line')
    expect(error?.reason).toBe('provider-error')
    await expect.poll(underway).toBe(0)
  })

  it('is not paid for tokens that are impossible', async () => {
    const { text, finish } = await ask(modelId, 'wrong-usage')
    expect(text).not.toBe('')
    expect(finish?.outputTokens).toBe(100)
    expect(finish?.inputTokens).toBeLessThan(3_000)
  })

  it('ends when only comments come', async () => {
    const { error } = await ask(modelId, 'pings')
    expect(error?.fault).toBe('time-out')
  })

  it('names the fault of a stream that is cut in the middle', async () => {
    const { error, text } = await ask(modelId, 'cut')
    expect(text).not.toBe('')
    expect(error?.fault).toBe('broken-off')
  })

  it.each([
    ['an empty reply', 'empty', 3, 'unusable-answer'],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 1, 'unusable-answer'],
    [
      'a page of an error',
      { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>502</h1>' },
      3,
      'server-error',
    ],
    ['status 401', 401, 1, 'wrong-key'],
    ['status 402', 402, 1, 'quota'],
    ['status 404', 404, 1, 'model-not-found'],
    ['status 400', 400, 1, 'request-refused'],
    ['status 500', 500, 3, 'server-error'],
    [
      'a rate limit that passes too late',
      { status: 429, headers: { 'retry-after': '60' } },
      1,
      'rate-limited',
    ],
  ] as const)('%s', async (_, behaviour, requests, fault) => {
    const asked = await ask(modelId, behaviour)
    expect([asked.error?.fault, asked.requests, asked.finish]).toEqual([fault, requests, undefined])
  })
})

describe('what the providers’ own errors mean', () => {
  const byDay = { violations: [{ quotaId: 'GenerateRequestsPerDayPerProject' }] }
  it.each([
    [
      'gpt-4o',
      answer(429, { code: 'insufficient_quota', message: 'You exceeded your current quota' }),
      'quota',
    ],
    ['gpt-4o', answer(429, { code: 'rate_limit_exceeded' }, { 'retry-after': '60' }), 'rate-limited'],
    ['gpt-4o', answer(404, { code: 'model_not_found' }), 'model-not-found'],
    ['gpt-4o', answer(400, { code: 'content_filter' }), 'content-refused'],
    [
      'claude-sonnet-4-5',
      answer(400, { type: 'invalid_request_error', message: 'Your credit balance is too low to access' }),
      'quota',
    ],
    ['claude-sonnet-4-5', answer(402, { type: 'billing_error' }), 'quota'],
    ['claude-sonnet-4-5', answer(404, { type: 'not_found_error' }), 'model-not-found'],
    ['claude-sonnet-4-5', answer(429, { type: 'rate_limit_error' }, { 'retry-after': '60' }), 'rate-limited'],
    [
      'gemini-2.5-flash',
      answer(400, { code: 400, status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] }),
      'wrong-key',
    ],
    ['gemini-2.5-flash', answer(429, { code: 429, status: 'RESOURCE_EXHAUSTED', details: [byDay] }), 'quota'],
    [
      'gemini-2.5-flash',
      answer(
        429,
        {
          code: 429,
          status: 'RESOURCE_EXHAUSTED',
          message: 'You exceeded your current quota',
          details: [{ retryDelay: '20s' }],
        },
        { 'retry-after': '60' },
      ),
      'rate-limited',
    ],
  ] as const)('%s answering %j: %s', async (modelId, behaviour, fault) => {
    const { error, requests } = await ask(modelId, behaviour)
    expect([error?.fault, requests]).toEqual([fault, 1])
    expect(String(error)).not.toMatch(/exceeded your|credit balance/)
  })

  it('an error within a stream that began well is read too', async () => {
    const body = 'data: {"error":{"code":"insufficient_quota","message":"none"}}\n\n'
    const { error, requests } = await ask('gpt-4o', {
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body,
    })
    expect([error?.fault, requests]).toEqual(['quota', 1])
  })
})
