import type { SafeFetch, SafeFetched, SafeFetchOptions } from '@parley/kernel/outgoing/safe-fetch.ts'
import { expect, test } from 'vitest'
import { webhookAdapter } from './webhook-adapter.ts'

const answered = (status: number, headers: Record<string, string> = {}): SafeFetched => ({
  ...{ ok: true, status, headers, body: Buffer.alloc(0), cut: false, url: '', redirects: [] },
})
const unanswered = (code: 'timed-out' | 'unreachable' | 'address-not-allowed'): SafeFetched => ({
  ...{ ok: false, code, message: '' },
})

async function send(result: SafeFetched, url = 'https://shop.example/in?shop=1') {
  const requests: { address: string; options: SafeFetchOptions | undefined }[] = []
  const safeFetch: SafeFetch = async (address, options) => {
    requests.push({ address, options })
    return result
  }
  const sign = (signed: object) => JSON.stringify(signed)
  const adapter = webhookAdapter({ safeFetch, sign, now: () => 1_000_000 })
  const message = { id: 'm1', index: 3, role: 'agent' as const, blocks: [], at: '2026-11-22T10:00:00Z' }
  const outgoing = { conversationId: 'conv1', contactId: 'grace', message, key: 'm1' }
  const sent = await adapter.send({ account: { url }, credentials: { secret: 'sixteen letters!' } }, outgoing)
  return { sent, requests }
}

test('sends the message signed, under its id, and follows no redirect', async () => {
  const { sent, requests } = await send(answered(204))
  expect(sent).toEqual({ ok: true })
  const [{ address, options } = { address: '', options: undefined }] = requests
  expect(address).toBe('https://shop.example/in?shop=1')
  expect(options).toMatchObject({ method: 'POST', maxRedirects: 0 })
  const body = {
    conversationId: 'conv1',
    contact: { id: 'grace' },
    message: { id: 'm1', role: 'agent', blocks: [], at: '2026-11-22T10:00:00Z' },
  }
  expect(JSON.parse(String(options?.body))).toEqual(body)
  const { 'x-parley-signature': signature = '', ...headers } = options?.headers ?? {}
  expect(headers).toMatchObject({ 'idempotency-key': 'm1', 'x-parley-timestamp': '1000' })
  expect(JSON.parse(signature)).toEqual({
    secret: 'sixteen letters!',
    timestamp: 1000,
    idempotencyKey: 'm1',
    method: 'POST',
    path: '/in?shop=1',
    body: JSON.stringify(body),
  })
})

const final = (reason: string) => ({ ok: false, final: true, reason })
const again = (away: boolean, more: object = {}) => ({ ok: false, final: false, away, ...more })

test.each([
  ['404', answered(404), final('refused')],
  ['a redirect', answered(302), final('refused')],
  ['an address in a private network', unanswered('address-not-allowed'), final('address-not-allowed')],
  ['500', answered(500), again(false)],
  ['429', answered(429, { 'retry-after': '7' }), again(false, { afterMs: 7_000 })],
  ['429 for a day', answered(429, { 'retry-after': '86400' }), again(false, { afterMs: 3_600_000 })],
  ['503 until a date', answered(503, { 'retry-after': 'Sun, 22 Nov 2026 12:00:00 GMT' }), again(false)],
  ['no answer', unanswered('timed-out'), again(true)],
  ['no connection', unanswered('unreachable'), again(true)],
])('tells what may help after %s', async (_what, result, expected) => {
  expect((await send(result)).sent).toEqual(expected)
})

test('does not throw for an address that is none, such as that of an erased workspace', async () => {
  expect((await send(answered(200), '[erased]')).sent).toEqual(final('refused'))
})
