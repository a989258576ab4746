import type { AgentDocument } from '@parley/contracts/agent/document.ts'
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
  const drafts = createDrafts({ shareOf: () => 24_000_000, onShareUsedUp: () => usedUp++ })
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

test('a draft larger than the share of its workspace does not fit', () => {
  const drafts = createDrafts({ shareOf: (tenant) => (tenant === 'small' ? 1_000_000 : 24_000_000) })
  expect([drafts.fits('small', largeDraft(1)), drafts.fits('large', largeDraft(1))]).toEqual([false, true])
})
