import { createHmac } from 'node:crypto'
import type { SafeFetch, SafeFetched, SafeFetchOptions } from '@parley/kernel/outgoing/safe-fetch.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answered } from '../adapter.conformance.ts'
import { type GraphFault, graphApi } from './graph-api.ts'

const token = 'EAAG-the-token-of-the-app'
const secret = '0123456789abcdef0123456789abcdef'
const proof = createHmac('sha256', secret).update(token).digest('hex')

async function call(answer: SafeFetched) {
  const requests: { address: string; options: SafeFetchOptions | undefined }[] = []
  const fetch: SafeFetch = async (address, options) => {
    requests.push({ address, options })
    return answer
  }
  const api = graphApi({ apiUrl: 'https://graph.facebook.com/', version: 'v18.0', fetch })
  const called = await api.call(
    { token, secret },
    { method: 'POST', path: ['1065', 'messages'], body: { a: 1 }, answer: z.object({ id: z.string() }) },
  )
  return { called, requests, api }
}
const fault = (status: number, error: object, headers = {}) =>
  answered(status, JSON.stringify({ error: { message: 'It failed', type: 'X', code: 1, ...error } }), headers)

test('names the version, proves the secret, and has the token in a header alone', async () => {
  const { called, requests } = await call(answered(200, '{"id":"5"}'))
  expect(called).toEqual({ ok: true, result: { id: '5' } })
  const [{ address, options } = { address: '', options: undefined }] = requests
  expect(address).toBe(`https://graph.facebook.com/v18.0/1065/messages?appsecret_proof=${proof}`)
  expect(options).toMatchObject({
    ...{ method: 'POST', maxRedirects: 0, body: '{"a":1}' },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
})

const away = { ok: false, kind: 'away' }
const patience = (afterMs: number) => ({ ok: false, kind: 'patience', afterMs })
const usage = (minutes: number) => ({
  'x-business-use-case-usage': JSON.stringify({
    4: [{ type: 'x', estimated_time_to_regain_access: minutes }],
  }),
})
test.each<[string, SafeFetched, object]>([
  ['no answer', { ok: false, code: 'timed-out', message: '' }, away],
  ['nonsense', answered(200, '<html>'), away],
  ['another answer', answered(200, '{}'), away],
  ['a redirect', answered(302), away],
  ['an outage', fault(503, { code: 131_016 }), away],
  ['what is said to pass', fault(400, { code: 131_053, is_transient: true }), away],
  ['a wrong token', fault(401, { code: 190 }), { kind: 'unauthorized' }],
  ['a missing permission', fault(403, { code: 200 }), { kind: 'unauthorized' }],
  [
    'a wrong secret',
    fault(400, { code: 100, message: 'Invalid appsecret_proof provided in the API argument' }),
    { kind: 'unauthorized' },
  ],
  ['too much for one person', fault(400, { code: 131_056 }), patience(6_000)],
  ['a limit with its end', fault(400, { code: 130_429 }, { 'retry-after': '7' }), patience(7_000)],
  ['a limit with its end in minutes', fault(400, { code: 80_007 }, usage(3)), patience(180_000)],
  ['a limit for days', fault(400, { code: 4 }, usage(9_000)), patience(3_600_000)],
  ['429 without words', answered(429), patience(6_000)],
  ['an account without payment', fault(400, { code: 131_042 }), { kind: 'account' }],
  ['a closed window', fault(400, { code: 131_047 }), { kind: 'refused', code: 131_047 }],
])('tells apart %s', async (_what, answer, expected) => {
  expect((await call(answer)).called).toMatchObject(expected)
})

test('says what Meta says, the details first, and never the token, the secret or the proof', async () => {
  const told = async (error: object) =>
    ((await call(fault(400, error))).called as GraphFault & { kind: 'refused' }).description
  const code = 100
  expect(await told({ code })).toBe('It failed')
  expect(await told({ code, error_user_msg: 'Try it otherwise' })).toBe('Try it otherwise')
  expect(await told({ code, error_user_msg: 'x', error_data: { details: 'No such number' } })).toBe(
    'No such number',
  )
  expect(await told({ code, message: `${token} ${secret} ${proof}` })).toBe('… … …')
  expect(await told({ code, message: 'x'.repeat(900) })).toHaveLength(200)
})

test('fetches files from Meta’s hosts alone', async () => {
  const { api, requests } = await call(answered(200, 'bytes'))
  const download = (address: string) => api.download({ token, secret }, address, 100)
  expect(await download('https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1')).toMatchObject({
    ok: true,
  })
  expect(await download('https://graph.facebook.com/v18.0/media')).toMatchObject({ ok: true })
  const asked = requests.length
  for (const address of [
    'https://evil.example/',
    'http://lookaside.fbsbx.com/',
    'https://fbsbx.com.evil.example/',
    'https://evilfbsbx.com/',
    'file:///etc/passwd',
    'nonsense',
  ])
    expect(await download(address)).toEqual({ ok: false, kind: 'gone' })
  expect(requests.length).toBe(asked)
})
