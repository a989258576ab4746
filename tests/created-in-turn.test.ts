/** Of what a workspace may have a number, calls that arrive together never create more. */
import { ApiError } from '@parley/contracts/client.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const params = { region: 'na' } as const
const MOST_CREDENTIALS = 100

let parley: TestPlatform
beforeAll(async () => {
  parley = await startTestPlatform({ REGIONS: 'na', RATE_LIMIT_FACTOR: '1000' })
})
afterAll(() => parley?.stop())

test('credentials that are created at once stay within their number, and others do not wait for them', async () => {
  const [one, other] = await Promise.all([parley.signUp(), parley.signUp()])
  const create = async ({ client }: typeof one, nth: number) => {
    const use = { kind: 'bearer' } as const
    const settings = { name: `Shop ${nth}`, use, hosts: ['shop.example'] }
    try {
      await client.call('credentials.create', { params, body: { settings, secret: 'sk-0123456789' } })
      return 'created'
    } catch (error) {
      return error instanceof ApiError ? error.code : String(error)
    }
  }
  const outcomes = await Promise.all([
    ...Array.from({ length: MOST_CREDENTIALS + 15 }, (_, nth) => create(one, nth)),
    create(other, 0),
  ])
  expect(outcomes.pop()).toBe('created')
  expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(MOST_CREDENTIALS)
  expect(new Set(outcomes)).toEqual(new Set(['created', 'too-many-credentials']))
  await parley.settled()
  expect((await one.client.call('credentials.list', { params })).items).toHaveLength(MOST_CREDENTIALS)
})
