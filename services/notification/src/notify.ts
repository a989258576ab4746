/** Consumes messages of the bus and raises notifications: each once, however often it is delivered. */
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import type { Delivered } from '@parley/kernel/message-bus.ts'
import { z } from 'zod'
import { notification } from './notification.decider.ts'
import { type Happened, notificationOf } from './notification-of.ts'

export type NotifyDeps = {
  region: string
  handle: CommandHandler['handle']
  /** Loads the event that a message points to; messages contain no texts. */
  eventAt(stream: string, revision: number): Promise<(Happened & { id: string; tenant: string }) | undefined>
  agentTitle(tenant: string, agentId: string): Promise<string | undefined>
  /** Whether the conversation of an event is recorded; the start of others causes no notification. */
  isRecorded(tenant: string, stream: string): Promise<boolean>
  /** The member the conversation of an event is assigned to, if they still are a member. */
  assigneeOf(tenant: string, stream: string): Promise<string | undefined>
}

const told = z.object({ type: z.string(), stream: z.string(), revision: z.number() })

/** Handles one message of the topic `notifications`. Throws if it should be delivered again. */
export function createNotify(deps: NotifyDeps): (message: Delivered) => Promise<void> {
  return async ({ value }) => {
    const { stream, revision } = told.parse(JSON.parse(value))
    const event = await deps.eventAt(stream, revision)
    if (!event) throw new Error(`Event ${revision} of ${stream} can't be read`)
    const agentId = agentIn(event.data)
    const draft =
      agentId === undefined
        ? undefined
        : notificationOf(deps.region, event, (await deps.agentTitle(event.tenant, agentId)) ?? 'the agent')
    if (!draft) return
    if (draft.notificationLevel === 1 && !(await deps.isRecorded(event.tenant, event.stream))) return
    const { toAssignee, ...raised } = draft
    const assignee = toAssignee ? await deps.assigneeOf(event.tenant, event.stream) : undefined
    const notifyOnly = assignee === undefined ? [] : [assignee]
    const command = { type: 'RaiseNotification' as const, notification: { ...raised, notifyOnly } }
    const handled = await deps.handle(notification, draft.notificationId, command, {
      tenant: event.tenant,
      actor: { kind: 'policy', id: 'notify' },
      cause: { via: 'policy', command: `notify/${event.id}`, event: event.id, correlation: event.id },
    })
    if (!handled.ok) throw new Error(`The notification was not raised: ${handled.rejection.message}`)
  }
}

function agentIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('agentId' in data)) return undefined
  return typeof data.agentId === 'string' ? data.agentId : undefined
}
