import type { StoredEvent } from '@parley/kernel/log/event-store.ts'
import { expect, test } from 'vitest'
import { keepLists } from './known-lists.ts'

/** Read models that show what they are told to. */
function open() {
  let [shown, reads] = [0, 0]
  const waiting: { position: number; resolve(seen: boolean): void }[] = []
  const lists = keepLists({
    projections: {
      position: () => shown,
      waitFor: (position) =>
        shown >= position
          ? Promise.resolve(true)
          : new Promise((resolve) => waiting.push({ position, resolve })),
    },
    read: async () => `read ${++reads} at ${shown}`,
    timeoutMs: 1_000,
    mostChanges: 2,
  })
  return {
    note: (...events: StoredEvent[]) => lists.note(events),
    show(position: number) {
      shown = position
      for (const one of waiting) if (one.position <= position) one.resolve(true)
    },
    giveUp() {
      for (const { resolve } of waiting) resolve(false)
    },
    /** Says whether it is over yet. */
    ask(tenant: string, position: number) {
      const asked = { over: false, done: lists.listAt(tenant, position) }
      void asked.done.then(
        () => {
          asked.over = true
        },
        () => undefined,
      )
      return asked
    },
  }
}

const event = (position: number, stream = 'conversation-c1', tenant = 'w1'): StoredEvent => ({
  ...{ type: 'Happened', stream, revision: 0, position, id: String(position), data: '{}' },
  metadata: JSON.stringify({ tenant, version: 1 }),
})
/** What is settled by now has gone on by then. */
const moment = () => new Promise((resolve) => setImmediate(resolve))

test('what no event between can have changed is not waited for', async () => {
  const { note, show, ask } = open()
  note(event(1))
  show(1)
  note(event(2), event(3, 'webhookdelivery-h1.conversation-c1'), event(4, 'webhook-h2', 'w2'))
  await ask('w1', 3).done
})

test.each(['webhook-h1', 'workspace-w1'])('a change of %s is waited for', async (stream) => {
  const { note, show, ask } = open()
  note(event(1))
  show(1)
  note(event(2, stream), event(3))
  const asked = ask('w1', 3)
  await moment()
  expect(asked.over).toBe(false)
  show(3)
  await asked.done
  note(event(4))
  await ask('w1', 4).done
})

test('what this process has not followed yet is waited for until it has, and then only for a change', async () => {
  const { note, show, ask } = open()
  note(event(1))
  show(1)
  const [same, changed] = [ask('w1', 3), ask('w2', 3)]
  await moment()
  expect([same.over, changed.over]).toEqual([false, false])
  note(event(2, 'webhook-h2', 'w2'), event(3))
  await same.done
  await moment()
  expect(changed.over).toBe(false)
  show(3)
  await changed.done
})

test('what happened before this process began to follow the log is waited for', async () => {
  const { note, show, ask, giveUp } = open()
  const first = ask('w1', 1)
  note(event(2), event(3))
  const second = ask('w1', 3)
  await moment()
  expect([first.over, second.over]).toEqual([false, false])
  show(1)
  await first.done
  await moment()
  // Between 1 and 2 may be others.
  expect(second.over).toBe(false)
  giveUp()
  await expect(second.done).rejects.toThrow('have not come to position 3')
})

test('a list is read again only after it may have changed', async () => {
  const { note, show, ask } = open()
  note(event(1), event(2))
  show(2)
  expect(await ask('w1', 2).done).toBe('read 1 at 2')
  note(event(3), event(4))
  // Of before and after it was read.
  expect(await ask('w1', 1).done).toBe('read 1 at 2')
  expect(await ask('w1', 4).done).toBe('read 1 at 2')
  note(event(5, 'webhook-h1'), event(6))
  expect(await ask('w1', 4).done).toBe('read 1 at 2')
  const asked = ask('w1', 6)
  show(6)
  expect(await asked.done).toBe('read 2 at 6')
  expect(await ask('w1', 6).done).toBe('read 2 at 6')
})

test('of many changes none is forgotten', async () => {
  const { note, show, ask } = open()
  note(event(1))
  show(1)
  expect(await ask('w1', 1).done).toBe('read 1 at 1')
  note(...['w1', 'w2', 'w3', 'w4'].map((tenant, nth) => event(2 + nth, `webhook-${nth}`, tenant)))
  note(event(6))
  const asked = ask('w1', 6)
  await moment()
  expect(asked.over).toBe(false)
  show(6)
  expect(await asked.done).toBe('read 2 at 6')
})
