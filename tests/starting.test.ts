/** What a process answers before its read models are complete: alive, not ready, and when to try again. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@parley/host/config.ts'
import { openPlatform, type Platform } from '@parley/host/platform.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let dataDir: string
const env = { PORT: '0', DEMO_PORT: '0', REGIONS: 'na', LOG_LEVEL: 'silent', NODE_ENV: 'test' }
const platforms: Platform[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-starting-'))
})
afterAll(async () => {
  for (const platform of platforms) await platform.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const MASTER_KEY = randomBytes(32).toString('hex')

async function open(roles: string): Promise<Platform> {
  const config = readConfig({ ...env, MASTER_KEY, DATA_DIR: dataDir, ROLES: roles })
  const platform = await openPlatform(config)
  platforms.push(platform)
  return platform
}

test('an api whose read models nobody has built yet is alive, not ready, and answers 503 until they are built', async () => {
  const platform = await open('api')
  const url = platform.addresses?.api ?? ''
  const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status
  expect(await statusOf('/healthz')).toBe(200)
  const readiness = await fetch(`${url}/readyz`)
  expect(readiness.status).toBe(503)
  const { regions } = (await readiness.json()) as { regions: { projections: object[] }[] }
  expect(regions).toMatchObject([{ region: 'na', ready: false, starting: true, engines: 'ok' }])
  expect(regions[0]?.projections).toContainEqual(
    expect.objectContaining({ name: 'conversations', state: 'building' }),
  )

  const signUp = () =>
    fetch(`${url}/api/auth/sign-up/code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'csrf-check': '1' },
      body: JSON.stringify({ email: 'ada@example.com' }),
    })
  const refused = await signUp()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect(refused.headers.get('content-type')).toContain('application/problem+json')
  expect(await refused.json()).toMatchObject({
    status: 503,
    code: 'starting',
    message: 'The service is starting. Please try again in a few seconds.',
  })
  // The widget on another website can read that it should try again.
  const visiting = await fetch(`${url}/api/na/public/agents/unknown`)
  expect([visiting.status, visiting.headers.get('access-control-allow-origin')]).toEqual([503, '*'])
  expect(visiting.headers.get('access-control-expose-headers')).toContain('retry-after')
  // A script without the agent would stay in caches.
  expect(await statusOf('/widget/na/unknown.js')).toBe(503)
  for (const path of ['/api', '/api/openapi.json', '/metrics']) expect(await statusOf(path)).toBe(200)

  const builder = await open('projections,workers,relay')
  await Promise.all([builder.ready, platform.ready])
  expect(await statusOf('/readyz')).toBe(200)
  expect((await signUp()).status).toBe(200)
  expect(await statusOf('/api/na/public/agents/unknown')).toBe(404)
})
