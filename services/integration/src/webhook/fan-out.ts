/**
 * Consumes the topic `webhooks` as a group of its own, and hands each event to the delivery of every webhook that is
 * subscribed to it: once for each, however often the bus delivers it, and in the order of its stream.
 */

import type { DeliveryInput } from '@parley/contracts/delivery-events.ts'
import type { Delivered } from '@parley/kernel/message-bus.ts'
import type { RunningProcess } from '@parley/kernel/process-manager.ts'
import { idIn } from '@parley/kernel/stream-name.ts'
import { z } from 'zod'
import { webhookNameOf } from './payload.ts'
import { instanceOf, RETRY_FOR_MS } from './send-webhooks.ts'

export type FanOutDeps = {
  /** The webhooks that were subscribed to an event when the log had reached the position. */
  subscribed(tenant: string, type: string, position: number): Promise<string[]>
  /** About a conversation; undefined if there is none. */
  conversation(
    tenant: string,
    conversationId: string,
  ): Promise<{ recorded: boolean; channel: string | undefined } | undefined>
  take: RunningProcess<DeliveryInput>['take']
}

const told = z.object({
  type: z.string(),
  stream: z.string(),
  revision: z.number(),
  position: z.number(),
  workspaceId: z.string(),
})

/** Handles one message of the topic. Throws if it should be delivered again. */
export function createFanOut(deps: FanOutDeps): (message: Pick<Delivered, 'id' | 'value'>) => Promise<void> {
  return async ({ id, value }) => {
    const { type, stream, revision, position, workspaceId: tenant } = told.parse(JSON.parse(value))
    const name = webhookNameOf(type)
    if (name === undefined) return
    const webhookIds = await deps.subscribed(tenant, name, position)
    if (webhookIds.length === 0 || !(await mayBeTold(tenant, stream))) return
    const input = { type: 'MessageWritten', messageId: String(revision), retryForMs: RETRY_FOR_MS } as const
    await Promise.all(
      webhookIds.map((webhookId) =>
        deps.take({ tenant, instance: instanceOf({ webhookId, stream }) }, input, `event/${id}`),
      ),
    )
  }

  /** Nobody is told of what is said in the test panel, or of conversations that the agent's owner has not recorded. */
  async function mayBeTold(tenant: string, stream: string): Promise<boolean> {
    const conversationId = idIn(stream, 'conversation')
    if (conversationId === undefined) return true
    const found = await deps.conversation(tenant, conversationId)
    return found === undefined || (found.recorded && found.channel !== 'test-panel')
  }
}
