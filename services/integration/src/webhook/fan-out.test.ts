import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFanOut } from './fan-out.ts'

const told = { type: 'WorkspaceMemberRemoved', stream: 'workspace-w1', revision: 3, position: 9 }
const message = { id: 'e1', value: JSON.stringify({ ...told, workspaceId: 'w1' }) }

/** The bus would deliver the event again meanwhile, and what is under way would be sent twice. */
test('an event that fails for one webhook is over once its requests to the others are', async () => {
  const order: string[] = []
  const fanOut = createFanOut({
    subscribed: async () =>
      ['h1', 'h2'].map((webhookId) => ({ webhookId, subscribedEvents: ['member_left'], since: 0 })),
    namesAt: async () => [],
    async deliver(_tenant, { webhookId }) {
      if (webhookId === 'h1') throw new Error('the store is away')
      await setImmediate()
      order.push('h2')
    },
  })
  await expect(fanOut(message)).rejects.toThrow('the store is away')
  order.push('over')
  expect(order).toEqual(['h2', 'over'])
})

const connected = { type: 'ChannelConnected', stream: 'channel-c1', revision: 0, position: 9 }
const [general, specific] = ['new_channel_connected', 'telegram_channel_added']

test('an event of two names is sent under each that a webhook is subscribed to, one after the other', async () => {
  const sent: string[] = []
  const subscriptions = { both: [specific, general], first: [general], second: [specific], other: ['x'] }
  const fanOut = createFanOut({
    subscribed: async () =>
      Object.entries(subscriptions).map(([webhookId, subscribedEvents]) => ({
        ...{ webhookId, subscribedEvents, since: 0 },
      })),
    namesAt: async (stream, revision) =>
      stream === 'channel-c1' && revision === 0 ? [general, specific] : [],
    async deliver(_tenant, { webhookId, sending }, cause) {
      await setImmediate()
      sent.push(`${webhookId} ${sending} ${cause}`)
    },
  })
  await fanOut({ id: 'e1', value: JSON.stringify({ ...connected, workspaceId: 'w1' }) })
  const further = '0/telegram_channel_added event/e1/telegram_channel_added'
  expect(sent.toSorted()).toEqual(
    ['both 0 event/e1', `both ${further}`, 'first 0 event/e1', `second ${further}`].toSorted(),
  )
  expect(sent.indexOf('both 0 event/e1')).toBeLessThan(sent.indexOf(`both ${further}`))
})
