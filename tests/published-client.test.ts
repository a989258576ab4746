/** The package `@parley/client` as somebody else has it: packed, installed in a folder of its own, compiled and run there. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient } from '../scripts/client/build.ts'
import { startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
const run = promisify(execFile)
let parley: TestPlatform
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-consumer-'))
  parley = await startTestPlatform()
  const built = join(folder, 'built')
  await buildClient(built)
  await run('npm', ['pack', '--pack-destination', folder], { cwd: built })
  const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  const consumer = join(folder, 'consumer')
  await mkdir(consumer)
  await writeFile(join(consumer, 'package.json'), JSON.stringify({ name: 'consumer', type: 'module' }))
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, tarball)], {
    cwd: consumer,
  })
})
afterAll(async () => {
  await parley?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Compiles a file of the consumer's and returns what the compiler says. */
async function compiled(name: string, source: string): Promise<string> {
  const consumer = join(folder, 'consumer')
  await writeFile(join(consumer, name), source)
  const options = [
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    'false',
    '--target',
    'es2024',
    '--module',
    'nodenext',
  ]
  const imports = ['--allowImportingTsExtensions', '--types', '', '--lib', 'es2024,dom']
  const ran = run(process.execPath, [tsc, ...options, ...imports, name], { cwd: consumer })
  return ran.then(
    ({ stdout }) => stdout,
    ({ stdout }) => stdout,
  )
}

const example = `
import { ApiError, createClient, readEvents } from '@parley/client'

declare const process: { env: Record<string, string> }
const { API_URL = '', API_TOKEN = '' } = process.env
const client = createClient({ baseUrl: \`\${API_URL}/\`, token: API_TOKEN })
const params = { region: 'na', agentId: 'consumed00000001' } as const
await client.call('agents.save', { params, body: { title: 'Desk' } })
const { data } = await client.call('agents.get', { params })

const events: string[] = []
for (const text of ['One', 'Two', 'Three']) {
  const started = await client.call('conversations.start', { params })
  const { conversationId, visitorToken: token } = started
  const of = { params: { ...params, conversationId }, body: { id: crypto.randomUUID(), text } }
  const response = await client.open('conversations.send', of, { token, accept: 'text/event-stream' })
  for await (const { event } of readEvents(response.body!)) events.push(event)
}
const ids: string[] = []
for await (const { conversationId } of client.items('conversations.list', { params, query: { limit: 1 } }))
  ids.push(conversationId)

const refusal = await client
  .call('agents.rename', { params, body: { title: '' } })
  .catch((error: unknown) => (error instanceof ApiError ? [error.status, error.code, error.field] : error))
const elsewhere = createClient({ baseUrl: 'http://127.0.0.1:9', retries: 0 })
const away = await elsewhere.call('agents.get', { params }).catch(({ code }: ApiError) => code)
console.log(JSON.stringify({ title: data.title, events, ids, refusal, away, url: client.url('agents.get', { params }) }))
`

test('compiles and runs', async () => {
  expect(await compiled('example.ts', example)).toBe('')
  const person = await parley.signUp()
  const env = { ...process.env, API_URL: parley.url, API_TOKEN: person.token }
  const { stdout } = await run(process.execPath, ['example.ts'], { cwd: join(folder, 'consumer'), env })
  const { events, ids, ...rest } = JSON.parse(stdout)
  expect(rest).toEqual({
    ...{ title: 'Desk', refusal: [400, 'invalid-input', 'title'], away: 'network' },
    url: `${parley.url}/api/na/v2/agents/consumed00000001`,
  })
  expect(events.length).toBeGreaterThan(0)
  expect(new Set(ids).size).toBe(3)
})

test('the example of its README compiles', async () => {
  const readme = await readFile(join(folder, 'built/README.md'), 'utf8')
  const code = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? ''
  const given = 'declare const process: { env: Record<string, string> }\n'
  expect(await compiled('readme.ts', given + code)).toBe('')
})

test('refuses what the API would refuse, before it runs', async () => {
  const said = await compiled(
    'wrong.ts',
    `import { createClient } from '@parley/client'
const client = createClient({ baseUrl: '' })
await client.call('agents.gett', { params: { region: 'na', agentId: 'a' } })
await client.call('agents.get', {})
await client.call('agents.get', { params: { region: 'xx', agentId: 'a' } })
client.items('agents.get', { params: { region: 'na', agentId: 'a' } })
const { data } = await client.call('agents.get', { params: { region: 'na', agentId: 'a' } })
data.title satisfies number
`,
  )
  expect([...said.matchAll(/^wrong\.ts\((\d+),/gm)].map(([, line]) => Number(line))).toEqual([3, 4, 5, 6, 8])
})

test('its types are those of the server, for every call', async () => {
  const contracts = join(root, 'contracts/src')
  const said = await compiled(
    'same.ts',
    `import type { Operations } from '@parley/client'
import type { Api, EndpointName } from '${contracts}/api.ts'
import type { Output, Request } from '${contracts}/endpoint.ts'

type Name = keyof Operations & EndpointName
type Unlike<Kind extends 'request' | 'answer'> = {
  [N in Name]: Kind extends 'answer'
    ? Output<Api[N]> extends Operations[N]['answer'] ? never : N
    : Operations[N]['request'] extends Request<Api[N]> ? never : N
}[Name]
export const none: Unlike<'request' | 'answer'>[] = []
export const request: Unlike<'request'> extends never ? true : Unlike<'request'> = true
export const answer: Unlike<'answer'> extends never ? true : Unlike<'answer'> = true
export const some: Name extends never ? true : false = false
`,
  )
  expect(said).toBe('')
})
