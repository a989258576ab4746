import { expect, test, vi } from 'vitest'
import { createNoteIgnored } from './ignored.ts'

const context = { tenant: 'w1', cause: { via: 'channel', command: 'k', correlation: 'k' } } as const

test('what a channel ignores is recorded by kind, once an hour, and a fault refuses nothing', async () => {
  const clock = { now: 0 }
  const handle = vi.fn(async (..._: unknown[]) => ({ ok: true }))
  const onFault = vi.fn()
  const note = createNoteIgnored({ handle: handle as never, onFault, now: () => clock.now })
  const recorded = () => handle.mock.calls.map(([, channelId, command]) => [channelId, Object(command).what])
  await note({ channelId: 'c1' }, ['group', 'group', 'standby', 'some field', 'constructor'], context)
  await note({ channelId: 'c1' }, ['group'], context)
  expect(recorded()).toEqual([
    ['c1', 'group'],
    ['c1', 'other-app'],
    ['c1', 'other'],
  ])
  clock.now += 3_600_000
  handle.mockRejectedValueOnce(new Error('away'))
  await note({ channelId: 'c1' }, ['group'], context)
  expect(onFault).toHaveBeenCalledOnce()
  await note({ channelId: 'c1' }, ['group'], context)
  expect(recorded()).toHaveLength(5)
})
