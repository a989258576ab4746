/** Which notifications of a workspace are for a client of the agency. */
import { type ClientNotifications, wantsToKnow } from './settings.ts'

/** By the first part of their ids: what happens in conversations. What costs and fails is the agency's. */
const kinds = new Set([
  'conversation',
  'lead',
  'request',
  'handoff',
  'approval',
  'unanswered',
  'message',
  'assigned',
])

type Raised = {
  notificationId: string
  urlPathname: string
  notificationLevel: 1 | 2
  notifyOnly: readonly string[]
}

/** The agent that a notification is about. */
export const agentNotified = (urlPathname: string): string | undefined =>
  /^\/app\/\w+\/agents\/([\w-]+)\//.exec(urlPathname)?.[1]

/** Whether a client is told: of its own agents alone (undefined for all of the agency), as far as it wants to know, and of nothing that is for somebody else. */
export function isForClient(
  { notificationId, urlPathname, notificationLevel, notifyOnly }: Raised,
  client: { clientId: string; agentIds: readonly string[] | undefined } & Pick<
    ClientNotifications,
    'notifyIf'
  >,
): boolean {
  const agentId = agentNotified(urlPathname)
  return (
    kinds.has(notificationId.slice(0, notificationId.indexOf('.'))) &&
    agentId !== undefined &&
    (client.agentIds === undefined || client.agentIds.includes(agentId)) &&
    (notifyOnly.length === 0 || notifyOnly.includes(client.clientId)) &&
    wantsToKnow(client, notificationLevel)
  )
}
