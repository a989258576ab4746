/** What an address answers that nothing is at. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let started: TestPlatform
beforeAll(async () => {
  started = await startTestPlatform()
})
afterAll(() => started?.stop())

test('is a page with a way home for a browser, and a problem for a caller', async () => {
  for (const path of ['/legal/none', '/shared', '/prices']) {
    const page = await fetch(started.url + path, { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('href="/app/"')
  }
  const call = await fetch(`${started.url}/api/na/nothing`)
  expect(call.status).toBe(404)
  expect(await call.json()).toMatchObject({ code: 'not-found' })
})
