import { afterEach, expect, test, vi } from 'vitest'
import { createAddressRefusal } from './refused-settings.ts'

afterEach(() => void vi.useRealTimers())

const resolvedTo = (resolve: (name: string) => Promise<string[]>) => createAddressRefusal({ resolve })

test('an address that leads into a private network is refused before it is saved', async () => {
  const refusal = resolvedTo(async () => ['93.184.216.34', '10.0.0.1'])
  const rejection = { code: 'address-not-allowed', field: 'url' }
  expect(await refusal('https://shop.example/hook')).toMatchObject({ ok: false, rejection })
  expect(await refusal('http://[::1]/')).toMatchObject({ ok: false, rejection })
  expect(await resolvedTo(async () => ['93.184.216.34'])('https://shop.example/hook')).toBeUndefined()
})

test('one that can’t be resolved now is checked when something is sent', async () => {
  expect(await resolvedTo(() => Promise.reject(new Error('ENOTFOUND')))('https://a.example')).toBeUndefined()
  expect(await resolvedTo(async () => [])('https://a.example')).toBeUndefined()
  vi.useFakeTimers()
  const refused = resolvedTo(() => new Promise(() => undefined))('https://a.example')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await refused).toBeUndefined()
})
