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
