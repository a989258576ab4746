import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { expect, test } from 'vitest'
import { createDrafts } from './drafts.ts'

/** Returns a draft larger than the largest accepted body: pictures of 2 MB, and nodes of 8,000 characters. */
function largeDraft(nth: number): AgentDocument {
  const picture = `data:image/png;base64,${String(nth).repeat(1_900_000).slice(0, 1_900_000)}`
  const nodes = Array.from({ length: 250 }, (_, index) => ({
    id: `n${index}`,
    type: 'message' as const,
    text: `${nth} `.repeat(8_000).slice(0, 8_000),
    position: { x: 0, y: 0 },
  }))
  return {
    title: `Draft ${nth}`,
    roundedImageURL: picture,
    squareImageURL: picture,
    chatBgURL: picture,
    nodes,
  }
}

test('500 drafts of 7.7 MB from one workspace use its share and evict no draft of another', async () => {
  let usedUp = 0
  const drafts = createDrafts({ shareOf: async () => 24_000_000, onShareUsedUp: () => usedUp++ })
  await drafts.pin('quiet', 'theirs', { title: 'Small' })
  let given = 0
  for (let nth = 0; nth < 500; nth++) {
    const draft = largeDraft(nth)
    given += nth === 100 ? JSON.stringify(draft).length : 0
    await drafts.pin('noisy', `c${nth}`, draft)
  }
  expect(given).toBeGreaterThan(7_600_000)
  expect(drafts.bytes()).toBeLessThan(24_100_000)
  expect(await drafts.draftOf('noisy', 'c499')).toMatchObject({ title: 'Draft 499' })
  expect(await drafts.draftOf('noisy', 'c0')).toBeUndefined()
  expect(await drafts.draftOf('quiet', 'theirs')).toEqual({ title: 'Small' })
  expect(usedUp).toBeGreaterThan(400)
})

test('keeps every field that replies depend on, and none of the appearance', async () => {
  const drafts = createDrafts()
  await drafts.pin('w1', 'c1', { ...largeDraft(1), vg_systemPrompt: 'You are the draft.' })
  const kept = await drafts.draftOf('w1', 'c1')
  expect(kept).toMatchObject({ title: 'Draft 1', vg_systemPrompt: 'You are the draft.' })
  expect(kept?.nodes).toHaveLength(250)
  expect(JSON.stringify(kept)).not.toContain('data:image')
})

test('a draft larger than the share of its workspace does not fit', async () => {
  const drafts = createDrafts({ shareOf: async (tenant) => (tenant === 'small' ? 1_000_000 : 24_000_000) })
  const admitted = ['small', 'large'].map((tenant) => drafts.admit(tenant, largeDraft(1)))
  expect(await Promise.all(admitted)).toEqual(['too-large', 'admitted'])
})

test('a draft needs room among the files of its workspace', async () => {
  const shared = { put: async () => {}, get: async () => undefined, hasRoom: async () => false }
  expect(await createDrafts({ shared }).admit('w1', { title: 'Small' })).toBe('no-room')
})

test('the share of a workspace is for its drafts in all processes; what has no room is read from its file', async () => {
  const state = await openSqliteReadStore({ file: ':memory:' })
  const files = new Map<string, string>()
  const shared = {
    put: async (_: string, id: string, json: string) => void files.set(id, json),
    get: async (_: string, id: string) => files.get(id),
    hasRoom: async () => true,
  }
  const process = () => createDrafts({ state, shared, shareOf: async () => 10_000_000 })
  const [one, two] = [process(), process()]
  // One takes about 4 MB.
  await one.pin('w1', 'c1', largeDraft(1))
  await one.pin('w1', 'c2', largeDraft(2))
  expect(one.bytes()).toBeGreaterThan(7_000_000)
  await two.pin('w1', 'c3', largeDraft(3))
  await two.pin('w2', 'c4', largeDraft(4))
  expect(one.bytes() + two.bytes()).toBeLessThan(13_000_000)
  expect(await two.draftOf('w1', 'c3')).toMatchObject({ title: 'Draft 3' })
  expect(await two.draftOf('w2', 'c4')).toMatchObject({ title: 'Draft 4' })
  // A process that stops gives its share back.
  await one.stop()
  await two.pin('w1', 'c5', largeDraft(5))
  await two.pin('w1', 'c6', largeDraft(6))
  expect(two.bytes()).toBeGreaterThan(11_000_000)
  await two.stop()
  await state.close()
})
