/** How patient the client is, whatever Discord says of it. */
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { discordApi } from './discord-api.ts'

const webhook = `https://discord.com/api/webhooks/123456789012345678/${'a'.repeat(60)}`
const other = `https://discord.com/api/webhooks/223456789012345678/${'b'.repeat(60)}`

function open() {
  const answers: { status: number; body: string; headers?: Record<string, string> }[] = []
  const clock = { now: 1_000 }
  let calls = 0
  const fetch: SafeFetch = async () => {
    calls++
    const { status, body, headers = {} } = answers.shift() ?? { status: 200, body: '{}' }
    return { ok: true, status, headers, body: Buffer.from(body), cut: false, url: '', redirects: [] }
  }
  const api = discordApi({
    ...{ apiUrl: 'https://discord.com/api/v10', botToken: 'token', publicUrl: 'https://parley.example' },
    ...{ fetch, now: () => clock.now },
  })
  return {
    ...{ answers, clock },
    calls: () => calls,
    asBot: () => api.asBot({ method: 'GET', path: '/channels/1' }, z.unknown()),
    asWebhook: (url = webhook, method: 'GET' | 'POST' = 'GET') =>
      api.asWebhook(url, { method, path: '' }, z.unknown()),
  }
}

const HOUR = 3_600_000

test.each([
  ['without end', '{"retry_after":1e400}', { 'retry-after': 'Infinity' }],
  ['of years', '{"retry_after":1e12}', {}],
  ['of years in a header', '{}', { 'retry-after': '1e12' }],
  ['in the past', '{"retry_after":-5}', {}],
  ['of a wrong type', '{"retry_after":"x"}', { 'retry-after': 'soon' }],
])('a pause %s is at least some time and at most an hour', async (_, body, headers) => {
  const { answers, asWebhook, clock, calls } = open()
  answers.push({ status: 429, body, headers })
  const asked = await asWebhook()
  const afterMs = 'afterMs' in asked ? asked.afterMs : Number.NaN
  expect(afterMs).toBeGreaterThan(0)
  expect(afterMs).toBeLessThanOrEqual(HOUR)
  clock.now += HOUR + 1
  expect(await asWebhook()).toEqual({ ok: true, result: {} })
  expect(calls()).toBe(2)
})

test('a reset without end is at most an hour', async () => {
  const { answers, asBot, clock } = open()
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': 'Infinity' }
  answers.push({ status: 200, body: '{}', headers })
  await asBot()
  expect(await asBot()).toMatchObject({ ok: false, kind: 'patience' })
  clock.now += HOUR + 1
  expect(await asBot()).toMatchObject({ ok: true })
})

test('what the bot may not do for now stops no webhook, which Discord counts apart', async () => {
  const { answers, asBot, asWebhook } = open()
  answers.push({ status: 429, body: '{"retry_after":60,"global":true}' })
  expect(await asBot()).toMatchObject({ kind: 'patience' })
  expect(await asBot()).toMatchObject({ kind: 'patience' })
  expect(await asWebhook()).toMatchObject({ ok: true })
  answers.push({ status: 429, body: '{"retry_after":60,"global":true}' })
  expect(await asWebhook()).toMatchObject({ kind: 'patience' })
  expect(await asWebhook(other)).toMatchObject({ kind: 'patience' })
})

test.each([401, 404])(
  'a webhook that is answered with %s is not asked for again at once, another one is',
  async (status) => {
    const { answers, asWebhook, calls, clock } = open()
    answers.push({ status, body: '{}' })
    for (let nth = 0; nth < 20; nth++)
      expect(await asWebhook(webhook, nth % 2 === 0 ? 'GET' : 'POST')).toEqual({
        ok: false,
        kind: 'unauthorized',
      })
    expect(calls()).toBe(1)
    expect(await asWebhook(other)).toMatchObject({ ok: true })
    clock.now += 60_001
    expect(await asWebhook()).toMatchObject({ ok: true })
  },
)

test('with thousands of refusals no webhook is looked up for some minutes, as Discord would shut all out', async () => {
  const { answers, asWebhook, calls, clock } = open()
  for (let nth = 0; nth < 3_000; nth++) {
    answers.push({ status: 404, body: '{}' })
    await asWebhook(`${webhook.slice(0, -6)}${100_000 + nth}`)
  }
  expect(calls()).toBe(2_000)
  answers.splice(0)
  expect(await asWebhook()).toMatchObject({ kind: 'patience' })
  expect(await asWebhook(other, 'POST')).toMatchObject({ ok: true })
  clock.now += 600_001
  expect(await asWebhook()).toMatchObject({ ok: true })
})
