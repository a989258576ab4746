import type { NotificationView } from '@parley/contracts/notification/endpoints.ts'
import { describe, expect, it } from 'vitest'
import { dueNow } from './due.ts'

const now = 1_795_000_000_000
const told = (ID: string, secondsAgo: number, more: Partial<NotificationView> = {}): NotificationView => ({
  ID,
  title: ID,
  body: '',
  ts: now / 1000 - secondsAgo,
  urlPathname: '/app/',
  seen: false,
  notificationLevel: 1,
  notifyOnly: [],
  ...more,
})
const all = { notifyThrough: 'all', notifyIf: 'all' } as const
const ids = (items: NotificationView[], settings: Parameters<typeof dueNow>[1] = all) =>
  dueNow(items, settings, now).map(({ ID }) => ID)

describe('toasts', () => {
  it('show the latest notification of each level', () => {
    expect(ids([told('a', 1), told('b', 2), told('c', 3, { notificationLevel: 2 })])).toEqual(['c', 'a'])
  })
  it('are not shown for seen notifications or after three minutes', () => {
    expect(ids([told('a', 1, { seen: true }), told('b', 2)])).toEqual([])
    expect(ids([told('a', 179)])).toEqual(['a'])
    expect(ids([told('a', 180)])).toEqual([])
  })
  it('follow the settings of the member', () => {
    const items = [told('a', 1), told('b', 1, { notificationLevel: 2 })]
    expect(ids(items, { notifyThrough: 'push', notifyIf: 'requestsOnly' })).toEqual(['b'])
    expect(ids(items, { notifyThrough: 'all', notifyIf: 'none' })).toEqual([])
    expect(ids(items, { notifyThrough: 'email', notifyIf: 'all' })).toEqual([])
    expect(ids(items, { notifyThrough: 'none', notifyIf: 'all' })).toEqual([])
  })
})
