import { api } from '@parley/contracts/api.ts'
import { routesOf } from '@parley/contracts/routes.ts'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('ROUTES', routesOf(api))
const { createClient } = await import('./index.ts')

/** A client of a server that answers each page with the cursor that follows the one asked for. */
function paging(next: (cursor: string) => string | undefined) {
  const asked: string[] = []
  const client = createClient({
    baseUrl: 'https://app.example/',
    async fetch(address) {
      const cursor = new URL(String(address)).searchParams.get('cursor') ?? ''
      asked.push(cursor)
      return Response.json({ items: [asked.length], next: next(cursor) })
    },
  })
  const params = { region: 'na', agentId: 'a1' }
  return { asked, items: () => Array.fromAsync(client.items('leads.list', { params })) }
}

test('items ends where the pages of a list go round in a circle', async () => {
  const { asked, items } = paging((cursor) => ({ '': 'a', a: 'b', b: 'c', c: 'a' })[cursor])
  expect(await items()).toEqual([1, 2, 3, 4])
  expect(asked).toEqual(['', 'a', 'b', 'c'])
})

test('items asks for each page once, and for no more once its reader stops', async () => {
  const { asked, items } = paging((cursor) => (cursor.length < 3 ? `${cursor}x` : undefined))
  expect(await items()).toEqual([1, 2, 3, 4])
  expect(asked).toEqual(['', 'x', 'xx', 'xxx'])
})
