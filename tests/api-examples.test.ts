/** Runs examples of the API reference, in each language, as somebody would who copies them. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { api, type EndpointName } from '@parley/contracts/api.ts'
import { type ApiExamples, examplesOf, variableFor } from '@parley/host/pages/api-examples.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Owned, ownEverything } from './src/owned.ts'
import { startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const run = promisify(execFile)

const programs: Record<keyof ApiExamples, (text: string) => [program: string, ...values: string[]]> = {
  curl: (text) => ['bash', '-c', text],
  typescript: (text) => [process.execPath, '--input-type=module-typescript', '--eval', text],
  python: (text) => ['python3', '-c', text],
}

/** Of each kind: with a path, a query, a body, no credentials, and answers that are JSON, text and bytes. */
const names: EndpointName[] = [
  ...(['agents.list', 'agents.get', 'analytics.summary', 'clients.export'] as const),
  ...(['webhooks.create', 'workspaces.save', 'tools.create', 'conversations.start'] as const),
  ...(['conversations.addNote', 'monthlyReports.preview', 'audit.export', 'webhooks.pause'] as const),
]

let parley: TestPlatform
let owned: Owned
beforeAll(async () => {
  parley = await startTestPlatform()
  owned = await ownEverything(parley)
})
afterAll(() => parley?.stop())

test.each(names)('%s', async (name) => {
  const examples = examplesOf(api[name])
  const folder = await mkdtemp(join(tmpdir(), 'examples-'))
  const named = Object.entries(owned.named).map(([parameter, value]) => [variableFor(parameter), value])
  const env = {
    PATH: process.env.PATH,
    ...Object.fromEntries(named),
    ...{ API_URL: parley.url, API_TOKEN: owned.workspaceSecret },
  }
  for (const [language, of] of Object.entries(programs)) {
    const [program, ...values] = of(examples?.[language as keyof ApiExamples] ?? '')
    const { stdout } = await run(program, values, { env, cwd: folder })
    const files = await readdir(folder)
    expect(stdout.trim() || files[0], language).toBeTruthy()
  }
  await rm(folder, { recursive: true })
})
