/** Consumes messages of the bus and raises notifications: each once, however often it is delivered. */
import type { Permission } from '@parley/contracts/permissions.ts'
import type { Delivered } from '@parley/kernel/bus/message-bus.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { z } from 'zod'
import { notification } from './notification.decider.ts'
import {
  aboutEndingToken,
  aboutFailedChannel,
  aboutLogEntry,
  aboutLostCredential,
  aboutPausedWebhook,
  aboutWhiteLabel,
  type Draft,
  type Happened,
  notificationOf,
} from './notification-of.ts'

export type NotifyDeps = {
  region: string
  handle: CommandHandler['handle']
  /** Loads the event that a message points to; messages contain no texts. */
  eventAt(stream: string, revision: number): Promise<(Happened & { id: string; tenant: string }) | undefined>
  agentTitle(tenant: string, agentId: string): Promise<string | undefined>
  /** What people read of a thing of the workspace; undefined if there is none. */
  nameOf: Record<Named, (tenant: string, id: string) => Promise<string | undefined>>
  /** The members who have a permission. */
  holdersOf(tenant: string, permission: Permission): Promise<string[]>
  /** Whether the conversation of an event is recorded; the start of others causes no notification. */
  isRecorded(tenant: string, stream: string): Promise<boolean>
  /**
   * The member the conversation of an event is assigned to, if they still are a member, or the client, if it may answer
   * and is told of requests.
   */
  assigneeOf(tenant: string, stream: string): Promise<string | undefined>
  /** The member who has taken over the conversation of an event; undefined if nobody has, or they left the workspace. */
  takenOverBy(
    tenant: string,
    stream: string,
  ): Promise<
    | {
        userId: string
        /** The index of the last message that the team has read or written. */
        readUpTo: number
        /** Whether they have the conversation open. */
        watching: boolean
      }
    | undefined
  >
}

export type Named = 'webhook' | 'credential' | 'channel'

/** The events of things that a notification names. */
const aboutNamed: Record<
  string,
  { thing: Named; about: (region: string, event: Happened, name: string) => Draft | undefined }
> = {
  WebhookPaused: { thing: 'webhook', about: aboutPausedWebhook },
  CredentialConnectionLost: { thing: 'credential', about: aboutLostCredential },
  ChannelSetupFailed: { thing: 'channel', about: aboutFailedChannel },
  ChannelTokenEnding: { thing: 'channel', about: aboutEndingToken },
}

const told = z.object({ type: z.string(), stream: z.string(), revision: z.number() })

/** Handles one message of the topic `notifications`. Throws if it should be delivered again. */
export function createNotify(deps: NotifyDeps): (message: Delivered) => Promise<void> {
  return async ({ value }) => {
    const { stream, revision } = told.parse(JSON.parse(value))
    const event = await deps.eventAt(stream, revision)
    if (!event) throw new Error(`Event ${revision} of ${stream} can't be read`)
    const draft = await draftOf(event)
    if (!draft) return
    if (draft.notificationLevel === 1 && !(await deps.isRecorded(event.tenant, event.stream))) return
    const { toAssignee, toPerson, toHoldersOf, afterTakeOver, ...raised } = draft
    const addressed = await addressees(event, { toAssignee, toPerson, toHoldersOf, afterTakeOver })
    if (!addressed) return
    const notificationId = `${draft.notificationId}${addressed.suffix}`
    const { notifyOnly } = addressed
    const command = {
      type: 'RaiseNotification' as const,
      notification: { ...raised, notificationId, notifyOnly },
    }
    const handled = await deps.handle(notification, notificationId, command, {
      tenant: event.tenant,
      actor: { kind: 'policy', id: 'notify' },
      cause: { via: 'policy', command: `notify/${event.id}`, event: event.id, correlation: event.id },
    })
    if (!handled.ok) throw new Error(`The notification was not raised: ${handled.rejection.message}`)
  }

  async function draftOf(event: Happened & { tenant: string }): Promise<Draft | undefined> {
    const named = Object.hasOwn(aboutNamed, event.type) ? aboutNamed[event.type] : undefined
    if (named) {
      const id = textIn(event.data, `${named.thing}Id`)
      const name = id === undefined ? undefined : await deps.nameOf[named.thing](event.tenant, id)
      return name === undefined ? undefined : named.about(deps.region, event, name)
    }
    if (event.type === 'LogEntryAdded') return aboutLogEntry(deps.region, event)
    if (event.type === 'WhiteLabelTrialEndsSoon') return aboutWhiteLabel(deps.region, event)
    const agentId = textIn(event.data, 'agentId')
    if (agentId === undefined) return undefined
    return notificationOf(deps.region, event, (await deps.agentTitle(event.tenant, agentId)) ?? 'the agent')
  }

  /** Whom a notification is for, all if empty; undefined if nobody needs it. `suffix` of its id: what it is once for. */
  async function addressees(
    { tenant, stream }: { tenant: string; stream: string },
    {
      toAssignee,
      toPerson,
      toHoldersOf,
      afterTakeOver,
    }: Pick<Draft, 'toAssignee' | 'toPerson' | 'toHoldersOf' | 'afterTakeOver'>,
  ): Promise<{ notifyOnly: string[]; suffix: string } | undefined> {
    if (toPerson !== undefined) return { notifyOnly: [toPerson], suffix: '' }
    if (toHoldersOf !== undefined) {
      const notifyOnly = await deps.holdersOf(tenant, toHoldersOf)
      // An empty list would be all members.
      return notifyOnly.length > 0 ? { notifyOnly, suffix: '' } : undefined
    }
    if (afterTakeOver !== undefined) {
      const person = await deps.takenOverBy(tenant, stream)
      if (!person || person.watching || person.readUpTo >= afterTakeOver) return undefined
      return { notifyOnly: [person.userId], suffix: `.${person.readUpTo}` }
    }
    const assignee = toAssignee ? await deps.assigneeOf(tenant, stream) : undefined
    return { notifyOnly: assignee === undefined ? [] : [assignee], suffix: '' }
  }
}

function textIn(data: unknown, field: `${'agent' | Named}Id`): string | undefined {
  const value: unknown = Object(data)[field]
  return typeof value === 'string' ? value : undefined
}
