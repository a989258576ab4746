import { agentDefaultsWithoutNodes, newAgentDefaults } from '@parley/contracts/agent/defaults.ts'
import { publicAgentOf } from '@parley/contracts/agent/public-agent.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { expect, test } from 'vitest'
import type { StoredPublicAgent } from './public-agents.projection.ts'
import { publicAgentCache } from './public-agents.queries.ts'

/** Agents named `<workspace>-<nth>`, whose own CSS takes so many characters. */
function readerOf(characters: (agentId: string) => number): Reader {
  const stored = (ID: string): StoredPublicAgent => {
    const [ownerID = ''] = ID.split('-')
    const defaults = newAgentDefaults({ ID, ownerID, region: 'eu', SECRET_API_KEY: 'x', lastModified: 1 })
    const ADVANCED_customCSS = 'a'.repeat(characters(ID))
    const agent = publicAgentOf({ ...defaults, ...agentDefaultsWithoutNodes, ADVANCED_customCSS })
    return { agent, position: 1, restricted: false }
  }
  return { getPublic: async (_: unknown, id: string) => stored(id) } as unknown as Reader
}

const always = async () => ({ line: undefined, until: Number.POSITIVE_INFINITY })

test('agents with much CSS of their own take the share of their workspace, and no other agent out of memory', async () => {
  const reader = readerOf((agentId) => (agentId.startsWith('noisy') ? 1_500_000 : 100))
  const cache = publicAgentCache(reader, {
    cleanCss: (css) => css,
    isOpen: async () => true,
    poweredBy: always,
    now: () => 0,
  })
  await cache.get('quiet-1')
  for (let nth = 0; nth < 60; nth++) await cache.get(`noisy-${nth}`)
  const kept = Array.from({ length: 60 }, (_, nth) => cache.peek(`noisy-${nth}`)).filter(Boolean)
  // The bytes, the same as text, and the stored agent they were made from.
  expect(kept.length * 3 * 1_500_000).toBeLessThan(16_000_000)
  expect(kept.length).toBeGreaterThan(0)
  expect(cache.peek('noisy-59')).toBeDefined()
  expect(cache.peek('quiet-1')).toBeDefined()
})

test('an agent larger than the share of its workspace is returned without being cached', async () => {
  const cache = publicAgentCache(
    readerOf(() => 6_000_000),
    { cleanCss: (css) => css, isOpen: async () => true, poweredBy: always, now: () => 0 },
  )
  expect((await cache.get('noisy-1'))?.bytes.length).toBeGreaterThan(6_000_000)
  expect(cache.peek('noisy-1')).toBeUndefined()
})

test('the powered-by line of a workspace is shown until its time, and asked for anew once that changed', async () => {
  let now = 0
  const line = { name: 'Product', address: 'https://product.example' }
  let shown: { line: typeof line | undefined; until: number } = { line: undefined, until: 1_000 }
  const options = { cleanCss: (css: string) => css, isOpen: async () => true, poweredBy: async () => shown }
  const cache = publicAgentCache(
    readerOf(() => 10),
    { ...options, now: () => now },
  )
  const lineOf = (found: Awaited<ReturnType<typeof cache.get>>) =>
    JSON.parse(found?.bytes.toString() ?? '{}').data.poweredBy
  expect(lineOf(await cache.get('a1'))).toBeUndefined()
  expect(cache.peek('a1')).toBeDefined()
  now = 1_000
  expect(cache.peek('a1')).toBeUndefined()
  shown = { line, until: Number.POSITIVE_INFINITY }
  expect(lineOf(await cache.get('a1'))).toEqual(line)
  expect(cache.peek('a1')).toBeDefined()
  cache.invalidateAll()
  expect(cache.peek('a1')).toBeUndefined()
  // What was being prepared when it changed is not kept.
  const preparing = cache.get('a1')
  cache.invalidateAll()
  await preparing
  expect(cache.peek('a1')).toBeUndefined()
})
