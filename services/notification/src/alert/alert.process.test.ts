import type { AlertInput } from '@parley/contracts/notification/alert-events.ts'
import { givenProcess } from '@parley/kernel/process-managers/process-specification.ts'
import { describe, it } from 'vitest'
import { alert } from './alert.process.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const inMs = (ms: number) => new Date(NOW.getTime() + ms).toISOString()
const raised = (notificationId: string, due: string | null = inMs(60_000)): AlertInput => ({
  type: 'AlertRaised',
  way: 'push',
  userId: 'u1',
  notificationId,
  due,
})
const passed = { type: 'DeadlinePassed', name: 'send' } as const
const send = (notificationIds: string[], more: object = {}) => ({
  effects: [
    {
      type: 'SendAlert' as const,
      way: 'push' as const,
      userId: 'u1',
      notificationIds,
      digest: true,
      ...more,
    },
  ],
})
const at = (ms: number) => ({ deadlines: [{ name: 'send', due: inMs(ms) }] })
const failed = (more: object = {}): AlertInput => ({
  type: 'AlertFailed',
  notificationIds: ['n1'],
  subscriptionIds: ['s1'],
  ...more,
})

describe('notifications to a member', () => {
  it('are sent at once, or together when they are due', () => {
    givenProcess(alert)
      .when(raised('n1', null))
      .then(send(['n1'], { digest: false }))
    givenProcess(alert).when(raised('n1')).then(at(60_000))
    givenProcess(alert, raised('n1')).when(raised('n2')).then({})
    givenProcess(alert, raised('n1'), raised('n2'))
      .when(passed)
      .then(send(['n1', 'n2']))
    givenProcess(alert, raised('n1'), passed).when(passed).thenNothing()
  })

  it('wait for the end of quiet hours that began in the meantime', () => {
    const held: AlertInput = { type: 'AlertHeld', notificationIds: ['n1'], untilAt: inMs(3_600_000) }
    givenProcess(alert, raised('n1', null)).when(held, NOW).then(at(3_600_000))
    givenProcess(alert, raised('n1', null), held)
      .when(passed)
      .then(send(['n1']))
  })

  it('are tried again with growing pauses, only where they did not arrive, but not for ever', () => {
    givenProcess(alert, raised('n1', null)).when(failed(), NOW).then(at(5_000))
    givenProcess(alert, raised('n1', null), failed())
      .when(passed)
      .then(send(['n1'], { subscriptionIds: ['s1'], digest: false }))
    givenProcess(alert, raised('n1', null), failed(), passed).when(failed(), NOW).then(at(10_000))
    const tries = Array.from({ length: 14 }, () => [failed(), passed]).flat()
    givenProcess(alert, raised('n1', null), ...tries)
      .when(failed(), NOW)
      .then({})
    givenProcess(alert, raised('n1', null), ...tries.slice(2))
      .when(failed(), NOW)
      .then(at(3_600_000))
  })

  it('wait as long as the push service asks', () => {
    givenProcess(alert, raised('n1', null))
      .when(failed({ afterMs: 90_000 }), NOW)
      .then(at(90_000))
  })

  it('end the subscriptions that their push service has ended', () => {
    const commands = [{ type: 'RemoveSubscriptions' as const, userId: 'u1', subscriptionIds: ['s2'] }]
    givenProcess(alert, raised('n1', null))
      .when({ type: 'AlertDone', goneIds: ['s2'] })
      .then({ commands })
    givenProcess(alert, raised('n1', null))
      .when(failed({ goneIds: ['s2'] }), NOW)
      .then({ commands, ...at(5_000) })
  })
})
