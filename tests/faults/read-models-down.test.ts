/**
 * The read models can't be written while a visitor talks: the failing loop is named and counted, and continues without
 * a restart. The writer waits fifteen seconds for the file before it fails.
 */
import { join } from 'node:path'
import { conversation } from '@parley/conversation/conversation.decider.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { conversationsOf, openRelayedPlatform, type RelayedPlatform } from '../src/relayed.ts'
import { takeAway } from '../src/take-away.ts'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'

let parley: TestPlatform
let platform: RelayedPlatform

beforeAll(async () => {
  parley = await startTestPlatform({ REGIONS: 'na', LOG_LEVEL: 'silent' })
  platform = await openRelayedPlatform(parley)
})
afterAll(() => parley?.stop())

test('the projections continue at their checkpoint, and operators see that they failed', async () => {
  const before = await platform.talk('before')
  const back = takeAway(join(parley.dataDir, 'na', 'read-models.db'))
  const params = { region: 'na', agentId: 'busdown000000001' } as const
  const { conversationId: during } = await parley.client().call('conversations.start', { params, body: {} })
  await expect.poll(failing).toEqual(['projections'])
  const metrics = await textAt('/metrics')
  expect(metrics).toContain('parley_loop_failing{region="na",loop="projections"} 1')
  expect(metrics).toMatch(/parley_loop_faults_total\{region="na",loop="projections"\} [1-9]/)
  // What the read models lack now would stay behind.
  const visitorId = await visitorOf(before)
  await expect(
    platform.owner.call('visitors.erase', { params: { ...params, visitorId } }),
  ).rejects.toMatchObject({
    status: 503,
  })
  back()

  await expect.poll(failing).toEqual([])
  const after = await platform.talk('after')
  await expect.poll(platform.relayed).toEqual(conversationsOf([before, after]))
  const { collectionOf } = parley.platform.regions.get('na')!.projections
  const { readStore } = parley.platform.regions.get('na')!.engines
  const shown: string[] = []
  for await (const { id } of readStore.scan(collectionOf('conversations'))) shown.push(id)
  expect(shown.toSorted()).toEqual([before, during, after].toSorted())
  expect(await textAt('/metrics')).toContain('parley_loop_failing{region="na",loop="projections"} 0')
})

async function visitorOf(conversationId: string): Promise<string> {
  const { commands } = parley.platform.regions.get('na')!.engines
  const found = await commands.load(conversation, conversationId)
  return found?.state.started?.visitorId ?? ''
}

const textAt = async (path: string) => (await fetch(`${parley.url}${path}`)).text()

async function failing(): Promise<string[]> {
  const { regions }: { regions: { failing: { name: string; error: string }[] }[] } = JSON.parse(
    await textAt('/readyz'),
  )
  return regions.flatMap((region) => region.failing.map(({ name }) => name))
}
