import { createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDialogApi, type DialogApi, type DialogSeat } from './dialog-api.ts'
import { DIALOG_KEY, type DialogDouble, startDialogDouble } from './dialog-double.ts'
import { readTraces } from './traces.ts'

let double: DialogDouble
let api: DialogApi
beforeAll(async () => {
  double = await startDialogDouble()
})
beforeEach(() => {
  double.asked.length = 0
  double.behave()
  api = open()
})
afterAll(() => double.stop())

const open = (options: { timeoutMs?: number; retryPauseMs?: number } = {}) =>
  createDialogApi({
    url: `${double.url}/`,
    safeFetch: createSafeFetch({ allowPrivateAddresses: true }),
    retryPauseMs: 1,
    ...options,
  })
const seat: DialogSeat = { apiKey: DIALOG_KEY, userId: 'c1' }
const launch = { type: 'launch' }

describe('the protocol', () => {
  it('sends key, version and action, and gives the traces', async () => {
    const answered = await api.interact({ ...seat, userId: 'c/1', versionID: 'development' }, launch)
    expect(answered).toMatchObject({
      ok: true,
      traces: [{ type: 'debug' }, { type: 'text' }, { type: 'visual' }, { type: 'choice' }],
    })
    expect(double.asked).toMatchObject([
      {
        method: 'POST',
        userId: 'c%2F1',
        what: 'interact',
        key: DIALOG_KEY,
        versionID: 'development',
        body: { action: launch, config: { tts: false } },
      },
    ])
    await api.interact(seat, { type: 'text', payload: 'Hi' })
    expect(double.asked[1]).toMatchObject({
      versionID: 'production',
      body: { action: { type: 'text', payload: 'Hi' } },
    })
  })

  it('sets variables', async () => {
    expect(await api.setVariables(seat, { name: 'Ada' })).toBe(true)
    expect(double.asked).toMatchObject([{ method: 'PATCH', what: 'variables', body: { name: 'Ada' } }])
    double.behave(500)
    expect(await api.setVariables(seat, { name: 'Ada' })).toBe(false)
  })
})

describe('failures', () => {
  it.each([
    [401, 'provider-error', 'It refused the API key.'],
    [404, 'provider-error', 'It does not know the project or the version. Is the project published?'],
    [500, 'provider-error', 'It answered with status 500.'],
    [302, 'provider-error', 'It answered with status 302.'],
    ['garbage', 'provider-error', 'Its answer is no list of traces.'],
    ['cut', 'provider-error', 'The site broke off the connection.'],
  ] as const)('%s is a failure with a plain message, without a retry', async (behaviour, reason, detail) => {
    double.behave(behaviour)
    expect(await api.interact(seat, launch)).toEqual({ ok: false, reason, detail })
    expect(double.asked).toHaveLength(1)
  })

  it('times out, and does not retry a request that may have been received', async () => {
    double.behave('hang')
    expect(await open({ timeoutMs: 2_000 }).interact(seat, launch)).toMatchObject({
      ok: false,
      reason: 'time-out',
    })
    expect(double.asked).toHaveLength(1)
  })

  it('waits when rate limited, and gives up in the end', async () => {
    double.behave(429, 503)
    expect(await api.interact(seat, launch)).toMatchObject({ ok: true })
    double.behave(429, 429, 429)
    expect(await api.interact(seat, launch)).toMatchObject({ ok: false, reason: 'rate-limited' })
    expect(double.asked).toHaveLength(6)
    double.behave({ status: 429, headers: { 'retry-after': '60' } })
    expect(await api.interact(seat, launch)).toMatchObject({ ok: false, reason: 'rate-limited' })
    expect(double.asked).toHaveLength(7)
  })

  it('ends when it is cancelled', async () => {
    const leaving = new AbortController()
    double.behave('hang')
    const answered = api.interact({ ...seat, signal: leaving.signal }, launch)
    leaving.abort()
    expect(await answered).toMatchObject({ ok: false, reason: 'cancelled' })
  })
})

describe('reading traces', () => {
  const path = (name: string, type = 'path-1') => ({ name, request: { type, payload: { label: name } } })
  const link = (name: string, url: string) => ({
    name,
    request: { type: 'path-2', payload: { actions: [{ type: 'open_url', payload: { url } }] } },
  })

  it('keeps the order of texts, pictures and buttons', () => {
    const read = readTraces([
      { type: 'speak', payload: { type: 'message', message: ' Hello ' } },
      { type: 'visual', payload: { image: 'https://a.example/x.png' } },
      { type: 'choice', payload: { buttons: [path('Yes'), link('Our page', 'https://a.example/')] } },
    ])
    expect(read.blocks).toEqual([
      { type: 'text', text: 'Hello' },
      { type: 'image', url: 'https://a.example/x.png' },
      { type: 'text', text: '[Our page](https://a.example/)' },
      {
        type: 'buttons',
        buttons: [
          { id: 'Yes', label: 'Yes' },
          { id: 'Our page', label: 'Our page' },
        ],
      },
    ])
    expect(read.choices[0]).toEqual({ label: 'Yes', action: { type: 'path-1', payload: { label: 'Yes' } } })
  })

  it('makes labels of buttons with the same name unique', () => {
    const cards = ['Rye', 'Oat'].map((title, nth) => ({ title, buttons: [path('Buy', `path-${nth}`)] }))
    const { blocks, choices } = readTraces([
      { type: 'carousel', payload: { cards } },
      { type: 'cardV2', payload: { title: 'Oat', description: 'Oat', buttons: [path('Buy')] } },
    ])
    expect(choices.map(({ label }) => label)).toEqual(['Buy', 'Buy: Oat', 'Buy (2)'])
    expect(blocks[1]).toEqual({
      type: 'carousel',
      cards: [{ title: 'Oat', buttons: [{ label: 'Buy', text: 'Buy (2)' }] }],
    })
  })

  it('leaves out what is malformed, unknown or has a link that is not http(s)', () => {
    expect(
      readTraces([
        { type: 'text', payload: null },
        { type: 'visual', payload: { image: 'javascript:alert(1)' } },
        { type: 'choice', payload: { buttons: 'none' } },
        { type: 'carousel', payload: { cards: [{}, { title: 'A', imageUrl: 'file:///etc/passwd' }] } },
        { type: 'cardV2', payload: { title: 'B', buttons: [link('Open', 'javascript:alert(1)')] } },
        { type: 'anything', payload: { a: 1 } },
      ]),
    ).toEqual({
      blocks: [
        { type: 'carousel', cards: [{ title: 'A' }] },
        { type: 'carousel', cards: [{ title: 'B', buttons: [{ label: 'Open', text: 'Open' }] }] },
      ],
      choices: [
        {
          label: 'Open',
          action: {
            type: 'path-2',
            payload: { actions: [{ type: 'open_url', payload: { url: 'javascript:alert(1)' } }] },
          },
        },
      ],
      ended: false,
    })
  })

  it('recognises the end, and requests for a person', () => {
    expect(readTraces([{ type: 'end', payload: null }])).toMatchObject({ blocks: [], ended: true })
    expect(readTraces([{ type: 'human_handoff', payload: '{"a":1}' }])).toMatchObject({ handoff: '{"a":1}' })
  })
})
