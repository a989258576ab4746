/** The integration that was written from the API reference alone runs as it stands in `docs`, with an access token. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const script = fileURLToPath(new URL('../docs/first-integration.py', import.meta.url))
const region = 'na' as const
let parley: TestPlatform

beforeAll(async () => {
  parley = await startTestPlatform({ REGIONS: region })
})
afterAll(() => parley?.stop())

test('makes an agent, asks it, and reads what it logged page by page', async () => {
  const { client, workspaceId } = await parley.signUp()
  const { token } = await client.call('tokens.create', {
    params: { region, workspaceId },
    body: {
      name: 'First integration',
      permissions: ['agent.create', 'knowledge.read', 'knowledge.manage', 'log.read', 'log.write'],
    },
  })
  const env = { API_URL: parley.url, API_TOKEN: token, REGION: region, WORKSPACE_ID: workspaceId }
  const { stdout } = await promisify(execFile)('python3', [script], { env: { ...process.env, ...env } })
  expect(stdout).toContain('A lamp costs 20 euros.')
  expect(stdout).toContain("2 entries: ['What does a lamp cost?', 'When are you open?']")
})
