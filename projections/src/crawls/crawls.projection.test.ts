import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { describe, expect, test } from 'vitest'
import { type CrawlChangesDocument, crawlChangesProjection } from './crawl-changes.projection.ts'
import { crawlsProjection } from './crawls.projection.ts'

const base = { sourceId: 's1', agentId: 'a1' }
const url = 'https://a.example/'
const added = {
  type: 'KnowledgeSourceAdded' as const,
  data: {
    ...{ ...base, kind: 'site' as const, name: 'Shop', tags: [], maxChunkSize: 2424, url },
    refreshRate: '24h' as const,
  },
}
const progress = (pages: number, done = pages, failed = 0) => ({
  ...{ found: done, done, failed, pages, chunks: pages, chars: 9 },
})
const started = (crawlId: string, pages = 0) => ({
  type: 'KnowledgeCrawlStarted' as const,
  data: { ...base, crawlId, reason: 'scheduled' as const, progress: progress(pages, 0) },
})
const read = (crawlId: string, pageId: string, pages: number) => ({
  type: 'KnowledgePageIngested' as const,
  data: {
    ...{
      ...base,
      crawlId,
      pageId,
      url: url + pageId,
      title: `Page ${pageId}`,
      charCount: 9,
      chunks: 'sealed',
    },
    ...{ chunkCount: 1, chunkKeys: ['k'], contentHash: 'h', progress: progress(pages) },
  },
})
const removed = (crawlId: string, pageId: string, pages: number, why: 'gone' | 'duplicate' = 'gone') => ({
  type: 'KnowledgePageRemoved' as const,
  data: { ...base, crawlId, pageId, url: url + pageId, why, progress: progress(pages) },
})
const trouble = (
  type: 'KnowledgePageFailed' | 'KnowledgePageSkipped',
  crawlId: string,
  pageId: string,
  pages: number,
) => ({
  type,
  data: { ...base, crawlId, pageId, url: url + pageId, reason: 'Why.', progress: progress(pages, pages, 1) },
})
const finished = (crawlId: string, pages: number, outcome: 'done' | 'failed' = 'done') => ({
  type: 'KnowledgeCrawlFinished' as const,
  data: {
    ...{ ...base, crawlId, outcome, progress: progress(pages) },
    ...(outcome === 'failed' ? { reason: 'No page of it could be read.' } : {}),
  },
})
const deleted = { type: 'KnowledgeSourceDeleted' as const, data: { ...base, name: 'Shop' } }

/** Two pages are read; then one changes, one is gone, one comes, and two can't be read. */
const story = [
  added,
  started('c1'),
  read('c1', '', 1),
  read('c1', 'b', 2),
  finished('c1', 2),
  started('c2', 2),
  read('c2', '', 2),
  removed('c2', 'b', 1),
  removed('c2', 'twin', 1, 'duplicate'),
  read('c2', 'd', 2),
  trouble('KnowledgePageFailed', 'c2', 'e', 2),
  trouble('KnowledgePageSkipped', 'c2', 'f', 2),
]

describe('websites and their runs', () => {
  test('have the counts of each run, newest first, and what is running', () => {
    const running = projected(crawlsProjection, story).get('s1')
    expect(running).toMatchObject({
      name: 'Shop',
      refreshRate: '24h',
      crawlId: 'c2',
      pages: 2,
      failedPages: 1,
    })
    expect(running?.runs).toMatchObject([
      { crawlId: 'c2', added: 1, changed: 1, removed: 1, failed: 1, skipped: 1 },
      { crawlId: 'c1', added: 2, changed: 0, removed: 0, outcome: 'done', pages: 2 },
    ])
    const ended = projected(crawlsProjection, [...story, finished('c2', 2, 'failed')]).get('s1')
    expect(ended).not.toHaveProperty('crawlId')
    expect(ended?.runs[0]).toMatchObject({ outcome: 'failed', fault: 'No page of it could be read.' })
    expect(ended?.lastAt).toBe(ended?.runs[0]?.endedAt)
    expect(ended?.activeAt).toBe(ended?.lastAt)
  })

  test('remember that they are paused or turned off', () => {
    const event = (type: string) => ({ type, data: base })
    const paused = projected(crawlsProjection, [
      added,
      event('KnowledgeRefreshesPaused'),
      event('KnowledgeSourceDisabled'),
    ] as never)
    expect(paused.get('s1')).toMatchObject({ paused: true, disabled: true, refreshRate: '24h' })
    const resumed = projected(crawlsProjection, [
      added,
      event('KnowledgeRefreshesPaused'),
      event('KnowledgeRefreshesResumed'),
    ] as never)
    expect(resumed.get('s1')).not.toHaveProperty('paused')
    const enabled = projected(crawlsProjection, [
      added,
      event('KnowledgeSourceDisabled'),
      event('KnowledgeSourceEnabled'),
    ] as never)
    expect(enabled.get('s1')).not.toHaveProperty('disabled')
  })

  test('a text is no website, and a deleted website leaves nothing', () => {
    const text = { ...added, data: { ...added.data, kind: 'text' as const, url: undefined } }
    for (const projection of [crawlsProjection, crawlChangesProjection]) {
      expect(projected(projection as never, [text as never]).size).toBe(0)
      expect(projected(projection as never, [...story, deleted] as never).size).toBe(0)
    }
  })

  test('keep the last ten runs', () => {
    const many = Array.from({ length: 12 }, (_, nth) => [started(`c${nth}`), finished(`c${nth}`, 0)]).flat()
    const kept = projected(crawlsProjection, [added, ...many]).get('s1')?.runs
    expect(kept?.map(({ crawlId }) => crawlId)).toEqual(
      Array.from({ length: 10 }, (_, nth) => `c${11 - nth}`),
    )
    expect(projected(crawlChangesProjection, [added, ...many]).get('s1')?.runs).toHaveLength(10)
  })
})

describe('the changes of a run', () => {
  test('name each page with the revisions of its texts, and why', () => {
    const changes = projected(crawlChangesProjection, story).get('s1')?.runs[0]?.changes
    // `projected` gives each event its place in the list as its revision.
    expect(changes).toEqual([
      { pageId: '', url, title: 'Page ', change: 'changed', before: 2, after: 6 },
      { pageId: 'b', url: `${url}b`, title: 'Page b', change: 'removed', why: 'gone', before: 3 },
      { pageId: 'd', url: `${url}d`, title: 'Page d', change: 'added', after: 9 },
      { pageId: 'e', url: `${url}e`, change: 'failed', reason: 'Why.' },
      { pageId: 'f', url: `${url}f`, change: 'skipped', reason: 'Why.' },
    ])
  })

  test('a page that had a text and is skipped now is removed with the site’s reason', () => {
    const events = [...story.slice(0, 6), trouble('KnowledgePageSkipped', 'c2', 'b', 1)]
    expect(projected(crawlsProjection, events).get('s1')?.runs[0]).toMatchObject({ removed: 1, skipped: 0 })
    expect(projected(crawlChangesProjection, events).get('s1')?.runs[0]?.changes).toEqual([
      { pageId: 'b', url: `${url}b`, title: 'Page b', change: 'removed', reason: 'Why.', before: 3 },
    ])
  })

  test('lists 200 pages of a run and 600 of all, and counts the others', () => {
    const many = (crawlId: string) => [
      started(crawlId),
      ...Array.from({ length: 205 }, (_, nth) => read(crawlId, `p${nth}`, nth + 1)),
    ]
    const events = [added, ...many('c1'), ...many('c2'), ...many('c3'), ...many('c4')]
    // `projected` would copy these thousands of pages with each event.
    let document: CrawlChangesDocument | undefined
    for (const [revision, event] of events.entries())
      document = crawlChangesProjection.project(document, { ...event, revision } as never, 's1')
    expect(document?.runs.map(({ changes, more }) => [changes.length, more])).toEqual([
      [200, 5],
      [200, 5],
      [200, 5],
      [0, 205],
    ])
  })
})
