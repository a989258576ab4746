/** Removes what is older than 30 days from the log of each webhook, once a day, and all of it with the webhook. */
import { webhookEvents } from '@parley/contracts/integration/webhook-events.ts'
import { definePolicy, type Policy } from '@parley/kernel/policies/policy.ts'
import type { DeadlineWork } from '@parley/kernel/process-managers/deadline-runner.ts'
import type { Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { z } from 'zod'
import type { DeliveryLog } from './delivery-log.ts'

const KIND = 'webhook-log'
const DAY_MS = 86_400_000
/** What a delivery in progress may still write after its webhook was deleted. */
const LAST_ENTRIES_MS = 60_000

const events = pick(webhookEvents, 'WebhookCreated', 'WebhookDeleted')
const noteOf = z.object({ webhookId: z.string(), deleted: z.boolean() })

export function logRetention(deps: {
  deadlines: Deadlines
  log: Pick<DeliveryLog, 'removeOld'>
  /** Whether there is such a webhook, and it is not deleted. */
  isLive(tenant: string, webhookId: string): Promise<boolean>
  now?: () => number
}): { policy: Policy<typeof events>; work: DeadlineWork } {
  const { deadlines, log, isLive, now = Date.now } = deps
  /** The later `order` of two counts: first the position of the event, then the time of the day after. */
  const set = (tenant: string, note: z.infer<typeof noteOf>, due: number, order: number) =>
    deadlines.set([
      {
        kind: KIND,
        key: `${note.webhookId}/${note.deleted ? 'deleted' : 'daily'}`,
        tenant,
        due,
        order,
        note: JSON.stringify(note),
      },
    ])

  return {
    policy: definePolicy({
      name: 'webhook-log',
      startFrom: 'origin',
      events,
      async react({ type, tenant, position, data: { webhookId } }) {
        const deleted = type === 'WebhookDeleted'
        const due = now() + (deleted ? LAST_ENTRIES_MS : DAY_MS)
        await set(tenant, { webhookId, deleted }, due, position)
      },
    }),
    work: {
      kind: KIND,
      async carryOut({ tenant, note }) {
        const { webhookId, deleted } = noteOf.parse(JSON.parse(note))
        await log.removeOld(tenant, webhookId, { all: deleted })
        if (deleted || !(await isLive(tenant, webhookId))) return
        const due = now() + DAY_MS
        await set(tenant, { webhookId, deleted: false }, due, due)
      },
    },
  }
}
