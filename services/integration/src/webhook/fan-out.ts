/**
 * Consumes the topic `webhooks` as a group of its own, and has each event sent to every webhook that is subscribed to
 * it, in the order of its stream. An event is acknowledged once every webhook has accepted it, or its delivery process
 * has it.
 */

import type { Delivered, Message } from '@parley/kernel/bus/message-bus.ts'
import { gathered } from '@parley/kernel/commands/gathered.ts'
import { z } from 'zod'
import { webhookNamesOf } from './payload.ts'
import type { RunningWebhooks } from './send-webhooks.ts'
import { sendingOf } from './webhook-message.ts'

/** `since`: the position of the log from which on a webhook is told of what happens. */
type Subscribed = { webhookId: string; subscribedEvents: readonly string[]; since: number }

export type FanOutDeps = {
  /** The webhooks of a workspace as they were when the log had reached the position, or later. */
  subscribed(tenant: string, position: number): Promise<Subscribed[]>
  /** The names in the catalogue of the event at a revision of a stream. */
  namesAt(stream: string, revision: number): Promise<readonly string[]>
  deliver: RunningWebhooks['deliver']
}

const told = z.object({
  type: z.string(),
  stream: z.string(),
  revision: z.number(),
  position: z.number(),
  workspaceId: z.string(),
})

/** The stream of the event that a message of the topic tells of. */
export function streamOf({ value }: Pick<Message, 'value'>): string {
  try {
    return told.parse(JSON.parse(value)).stream
  } catch {
    // Handling it says what is wrong with it.
    return ''
  }
}

/** Handles one message of the topic. Throws if it should be delivered again. */
export function createFanOut(deps: FanOutDeps): (message: Pick<Delivered, 'id' | 'value'>) => Promise<void> {
  /** The webhooks of a workspace, asked for once for all events that arrive meanwhile. */
  const webhooksOf = gathered(async (asked: readonly { tenant: string; position: number }[]) => {
    // bounded: by those asked for together
    const newest = new Map<string, number>()
    for (const { tenant, position } of asked)
      newest.set(tenant, Math.max(position, newest.get(tenant) ?? position))
    const found = await Promise.all(
      [...newest].map(
        async ([tenant, position]) => [tenant, await deps.subscribed(tenant, position)] as const,
      ),
    )
    const of = new Map(found)
    return asked.map(({ tenant }) => of.get(tenant) ?? [])
  })

  return async ({ id, value }) => {
    const { type, stream, revision, position, workspaceId: tenant } = told.parse(JSON.parse(value))
    const possible: readonly string[] = webhookNamesOf(type)
    if (possible.length === 0) return
    const all = await webhooksOf({ tenant, position })
    const webhooks = all.filter(
      ({ since, subscribedEvents }) =>
        since < position && subscribedEvents.some((name) => possible.includes(name)),
    )
    if (webhooks.length === 0) return
    // Which of them it has, its type alone says in most cases.
    const names = possible.length === 1 ? possible : await deps.namesAt(stream, revision)
    /** One name after the other: they are of one stream. */
    const tell = async ({ webhookId, subscribedEvents }: Subscribed) => {
      for (const [nth, name] of names.entries()) {
        if (!subscribedEvents.includes(name)) continue
        const sending = sendingOf(revision, nth === 0 ? undefined : name)
        await deps.deliver(
          tenant,
          { webhookId, stream, sending },
          `event/${id}${nth === 0 ? '' : `/${name}`}`,
        )
      }
    }
    // All of them: the bus delivers a message again once it has failed, and what is under way would be sent twice.
    const ended = await Promise.allSettled(webhooks.map(tell))
    for (const one of ended) if (one.status === 'rejected') throw one.reason
  }
}
