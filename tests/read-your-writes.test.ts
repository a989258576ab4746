/** A writer reads its own writes at once, however far the read models lag; others don't wait for them. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClient } from '@parley/contracts/client.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signInAs } from './src/sign-up.ts'
import { routes, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
beforeAll(async () => {
  parley = await startTestPlatform()
})
afterAll(() => parley?.stop())

/** Like a browser: it knows only of its own writes. */
const browser = (token?: string) => createClient({ routes, baseUrl: parley.url, token: () => token })

it.each(['na', 'eu'] as const)('a workspace that was renamed in %s', async (region) => {
  const { token, workspaceId } = await parley.signUp(region)
  await parley.settled(region)
  const params = { region, workspaceId }
  const [writer, other] = [browser(token), browser(token)]
  const release = holdReadModels(region)
  await writer.call('workspaces.save', { params, body: { workspaceName: 'Lighthouse' } })
  const written = writer.call('workspaces.get', { params })
  const seen = await other.call('workspaces.get', { params })
  release()
  expect(seen.workspaceName).not.toBe('Lighthouse')
  expect((await written).workspaceName).toBe('Lighthouse')
})

it.each(['na', 'eu'] as const)('a session started and one ended by a person in %s', async (region) => {
  const { email, password, token } = await parley.signUp(region)
  await parley.settled(region)
  const [newcomer, other] = [browser(), browser(token)]
  const releaseBegun = holdReadModels(region)
  const begun = await signInAs(newcomer, { email, password })
  const both = newcomer.call('auth.listSessions', {}, { token: begun.token })
  const one = await other.call('auth.listSessions', {})
  releaseBegun()
  expect(one.items).toHaveLength(1)
  const { items } = await both
  expect(items).toHaveLength(2)

  const releaseEnded = holdReadModels(region)
  const { sessionId } = items.find(({ current }) => !current)!
  await newcomer.call('auth.revokeSession', { params: { sessionId } }, { token: begun.token })
  const left = newcomer.call('auth.listSessions', {}, { token: begun.token })
  releaseEnded()
  expect((await left).items).toHaveLength(1)
})

it('a client that knows of no positions, also through another process', async () => {
  const { token, workspaceId } = await parley.signUp()
  await parley.settled()
  const params = { region: 'na', workspaceId } as const
  const release = holdReadModels('na')
  await browser(token).call('workspaces.save', { params, body: { workspaceName: 'Lighthouse' } })
  const answer = fetch(browser().url('workspaces.get', { params }), {
    headers: { authorization: `Bearer ${token}` },
  })
  // The answer to another request, so that the first has been received by then.
  await fetch(`${parley.url}/healthz`)
  release()
  expect(await (await answer).json()).toMatchObject({ workspaceName: 'Lighthouse' })
})

/** Blocks writes to the read models until the returned function is called. */
function holdReadModels(region: Region): () => void {
  const holder = new DatabaseSync(join(parley.dataDir, region, 'read-models.db'), { timeout: 10_000 })
  holder.exec('begin immediate')
  return () => {
    holder.exec('rollback')
    holder.close()
  }
}
