import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEditors, type Editor, type Editors } from './editors.ts'

let state: ReadStore
beforeEach(async () => {
  state = await openSqliteReadStore({ file: ':memory:' })
})
afterEach(() => state.close())

const at = (userId: string, page = 'settings', editing = false): Editor => ({ userId, page, editing })

/** `seen` returns what the reader was last told, until `leave`. */
function watching(editors: Editors, self: Editor | undefined, place = { tenant: 'w1', agentId: 'a1' }) {
  const leaving = new AbortController()
  let last: Editor[] | undefined
  const done = (async () => {
    for await (const people of editors.watch({ ...place, self, signal: leaving.signal })) last = people
  })()
  return {
    seen: () => last,
    leave() {
      leaving.abort()
      return done
    },
  }
}

it('shows people in different processes to each other, their page and whether they edit, until they leave', async () => {
  const [one, two] = [createEditors(state), createEditors(state)]
  const ada = watching(one, at('ada', 'settings', true))
  const ben = watching(two, at('ben', 'prompt'))
  await expect.poll(ada.seen).toEqual([at('ben', 'prompt')])
  await expect.poll(ben.seen).toEqual([at('ada', 'settings', true)])
  // Whoever goes to another page opens the new stream before they leave the former one, in whatever process.
  const moved = watching(one, at('ben', 'kb', true))
  await ben.leave()
  await expect.poll(ada.seen).toEqual([at('ben', 'kb', true)])
  await moved.leave()
  await expect.poll(ada.seen).toEqual([])
  await ada.leave()
  await Promise.all([one.stop(), two.stop()])
})

it('shows nobody of another agent or workspace, and nobody to themselves', async () => {
  const editors = createEditors(state)
  const readers = [
    watching(editors, at('ada')),
    watching(editors, at('ada', 'prompt')),
    watching(editors, at('ben'), { tenant: 'w1', agentId: 'a2' }),
    watching(editors, at('eve'), { tenant: 'w2', agentId: 'a1' }),
  ]
  const server = watching(editors, undefined)
  await expect.poll(server.seen).toEqual([at('ada', 'prompt')])
  for (const { seen } of readers) expect(seen()).toEqual([])
  await Promise.all([...readers, server].map(({ leave }) => leave()))
  await editors.stop()
})

it('leaves no documents behind', async () => {
  const editors = createEditors(state)
  const left = async () => (await state.find('agent-editors', 'w1', { index: 'byUntil' })).items.length
  const ada = watching(editors, at('ada'))
  await expect.poll(left).toBe(1)
  await ada.leave()
  await expect.poll(left).toBe(0)
  await editors.stop()
})
