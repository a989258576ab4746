import { expect, test } from 'vitest'
import { createMessageWindow } from './message-bus.window.ts'

type Taken = Parameters<ReturnType<typeof createMessageWindow>['add']>[0]

/** A window of a partition whose messages are handled when the test says so. */
function open({ ordered = true } = {}) {
  const begun: string[] = []
  const handled = new Map<string, (whether: boolean) => void>()
  let mayGoOn = true
  const window = createMessageWindow<Taken>({
    ...(ordered ? { orderedBy: ({ key }) => key } : {}),
    mayGoOn: () => mayGoOn,
    handle: ({ id }) => {
      begun.push(id)
      return new Promise((resolve) => handled.set(id, resolve))
    },
  })
  return {
    window,
    begun,
    add(...ids: string[]) {
      for (const id of ids)
        window.add({ topic: 't', key: id[0] ?? '', id, value: '', offset: Number(id.slice(1)) })
    },
    async end(id: string, whether = true) {
      const changed = window.changed()
      handled.get(id)?.(whether)
      await changed
    },
    stop() {
      mayGoOn = false
    },
  }
}

test('messages of one name are handled one after the other, those of others at once', async () => {
  const { begun, add, end } = open()
  add('a1', 'a2', 'b3', 'a4')
  expect(begun).toEqual(['a1', 'b3'])
  await end('b3')
  expect(begun).toEqual(['a1', 'b3'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b3', 'a2'])
})

test('a partition is acknowledged up to the first message that is not handled', async () => {
  const { window, add, end } = open()
  add('a1', 'b2', 'c3')
  await end('b2')
  await end('c3')
  expect(window.reached()).toBeUndefined()
  await end('a1')
  expect(window.reached()).toBe(4)
  expect(window.isIdle()).toBe(true)
})

test('after a message that is left, none is begun', async () => {
  const { window, begun, add, end } = open()
  add('a1', 'b2', 'a3', 'b4')
  await end('a1', false)
  await end('b2')
  expect(begun).toEqual(['a1', 'b2'])
  expect([window.hasEnded(), window.hasRoom(), window.isIdle()]).toEqual([true, false, true])
  expect(window.reached()).toBeUndefined()
})

test('none is begun once the partition belongs to another member', async () => {
  const { window, begun, add, end, stop } = open()
  add('a1', 'a2')
  stop()
  await end('a1')
  expect(begun).toEqual(['a1'])
  expect(window.reached()).toBe(2)
})

test('without names one message is taken at a time, and so many at most with them', async () => {
  const one = open({ ordered: false })
  one.add('a1')
  expect(one.window.hasRoom()).toBe(false)
  await one.end('a1')
  expect(one.window.hasRoom()).toBe(true)
  const many = open()
  many.add(...Array.from({ length: 1_000 }, (_, nth) => `a${nth}`))
  expect(many.window.hasRoom()).toBe(false)
})
