/** Ends push notifications in a browser with the session in which they were turned on, and when a member leaves. */
import { clientEvents, clientSessionEvents } from '@parley/contracts/client/events.ts'
import { sessionEvents, userEvents } from '@parley/contracts/identity/events.ts'
import { userSubject } from '@parley/contracts/message.ts'
import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { Place } from '@parley/kernel/log/recorded-event.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import { definePolicy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { Keyring } from '@parley/kernel/sealing/sealing.ts'
import type { SessionState } from '../alert/addressees.ts'
import { type PushSubscription, recipient, recipientId } from '../recipient.decider.ts'

export type EndPushDeps = Pick<CommandHandler, 'handle' | 'load'> & {
  keyring: Pick<Keyring, 'tenantsOf'>
  sessionState(userId: string, sessionId: string): Promise<SessionState>
  sessionStateOfClient(tenant: string, clientId: string, sessionId: string): Promise<SessionState>
}

const NAME = 'end-push'

export function endPushPolicy(deps: EndPushDeps) {
  const { handle, load, keyring, sessionState, sessionStateOfClient } = deps
  return definePolicy({
    name: NAME,
    startFrom: 'current',
    events: {
      ...pick(sessionEvents, 'SessionRevoked'),
      ...pick(userEvents, 'PasswordChanged'),
      ...pick(workspaceEvents, 'WorkspaceMemberRemoved'),
      ...pick(clientSessionEvents, 'ClientSessionEnded'),
      ...pick(clientEvents, 'ClientPasswordChanged', 'ClientDeleted'),
    },
    async react(event) {
      if (event.type === 'WorkspaceMemberRemoved')
        return end(event, event.tenant, event.data.userId, 'member-left', async () => true)
      if ('clientId' in event.data) {
        const { clientId } = event.data
        return end(
          event,
          event.tenant,
          clientId,
          'session-ended',
          async ({ sessionId }) =>
            (await sessionStateOfClient(event.tenant, clientId, sessionId)) === 'ended',
        )
      }
      const userId = event.type === 'SessionRevoked' ? event.data.userId : idIn(event.stream, 'user')
      if (userId === undefined) return
      for (const tenant of await keyring.tenantsOf(userSubject(userId)))
        await end(
          event,
          tenant,
          userId,
          'session-ended',
          async ({ sessionId }) => (await sessionState(userId, sessionId)) === 'ended',
        )
    },
  })

  async function end(
    event: Place,
    tenant: string,
    userId: string,
    reason: 'session-ended' | 'member-left',
    isOver: (subscription: PushSubscription) => Promise<boolean>,
  ): Promise<void> {
    const id = recipientId(tenant, userId)
    const subscriptions = (await load(recipient, id, tenant))?.state.subscriptions ?? []
    const over: string[] = []
    for (const subscription of subscriptions)
      if (await isOver(subscription)) over.push(subscription.subscriptionId)
    if (over.length === 0) return
    const context = { ...reactingTo(event, NAME), tenant }
    const command = { type: 'RemoveSubscriptions', userId, subscriptionIds: over, reason } as const
    const handled = await handle(recipient, id, command, context)
    if (!handled.ok) throw new Error(handled.rejection.code)
  }
}
