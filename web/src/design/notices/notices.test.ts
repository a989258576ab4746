import { notificationsStore } from '@mantine/notifications'
import { afterEach, expect, test } from 'vitest'
import { noticeFailure, noticeSuccess, noticesForClients, noticeWarning } from './notices.ts'

afterEach(() =>
  notificationsStore.setState({ ...notificationsStore.getState(), notifications: [], queue: [] }),
)

const lasting = () => {
  const { notifications, queue } = notificationsStore.getState()
  return [...notifications, ...queue].map(({ autoClose }) => autoClose)
}

test('notices last for seven seconds at most, and in the dashboard of a client for five', () => {
  noticeFailure('It failed.')
  const ends = noticesForClients()
  noticeFailure('It failed.')
  noticeWarning('Look at this.')
  noticeSuccess('Saved', 2_000)
  ends()
  noticeFailure('It failed.')
  expect(lasting()).toEqual([7_000, 5_000, 5_000, 2_000, 7_000])
})
