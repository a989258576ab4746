import { expect, test } from 'vitest'
import { channelsView, viewId } from './channels-view.decider.ts'

const at = (time: string) => new Date(`2026-11-29T${time}:00Z`)
const of = { tenant: 'w1', agentId: 'a1', actor: { kind: 'user', id: 'u1' } }

test('a view is recorded once within an hour, for each viewer and agent', () => {
  const { decide, evolve, initialState } = channelsView.decider
  const command = { type: 'RecordView', agentId: 'a1' } as const
  const first = decide(command, initialState, at('10:00'))
  if (!('events' in first)) throw new Error('refused')
  const data = { agentId: 'a1', at: '2026-11-29T10:00:00.000Z' }
  expect(first.events).toEqual([{ type: 'ChannelsViewed', data }])
  expect(decide(command, evolve(initialState, first.events[0]!), at('10:30'))).toMatchObject({ events: [] })

  const id = viewId(of, at('10:00'))
  expect(viewId(of, at('10:59'))).toBe(id)
  const others = [
    viewId(of, at('11:00')),
    viewId({ ...of, agentId: 'a2' }, at('10:00')),
    viewId({ ...of, tenant: 'w2' }, at('10:00')),
    viewId({ ...of, actor: { kind: 'user', id: 'u2' } }, at('10:00')),
    viewId({ ...of, actor: { kind: 'client', id: 'u1' } }, at('10:00')),
  ]
  expect(new Set([id, ...others]).size).toBe(6)
})
