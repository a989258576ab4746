/** A body above an endpoint's limit is refused with a message that names the limit, on every endpoint. */
import { api } from '@parley/contracts/api.ts'
import { DEFAULT_BODY_BYTES, type Endpoint } from '@parley/contracts/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
beforeAll(async () => {
  parley = await startTestPlatform()
})
afterAll(() => parley?.stop())

const endpoints = Object.entries<Omit<Endpoint, 'name'>>(api).filter(([, { body }]) => body !== undefined)

test.each(endpoints)('%s names its limit', async (_, { method, path, maxBodyBytes, largerBodies }) => {
  const limit = maxBodyBytes ?? DEFAULT_BODY_BYTES
  const answer = await fetch(parley.url + path.replace('{region}', 'na').replace(/\{\w+\}/g, 'x'), {
    method,
    headers: { 'content-type': 'application/json' },
    body: `"${'x'.repeat(limit)}"`,
  })
  expect(answer.status).toBe(413)
  const { code, message } = (await answer.json()) as { code: string; message: string }
  expect(code).toBe('too-large')
  const named = /^The body is larger than the ([\d.]+) (KB|MB) that this call accepts\.(?: (.+))?$/.exec(
    message,
  )
  expect(Number(named?.[1]) * (named?.[2] === 'MB' ? 1_000_000 : 1_024)).toBeCloseTo(limit, -3)
  expect(named?.[3]).toBe(largerBodies)
})
