/** The calls of a visitor on notifications of an agent in their browser. */
import type { visitorPushEndpoints } from '@parley/contracts/campaign/visitor-push-endpoints.ts'
import { pushSubscriptionId } from '@parley/contracts/notification/push.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { atStep } from '@parley/kernel/commands/command-step.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { ContactKeys } from '../audience/addresses.ts'
import type { ContactOf } from '../audience/recipients-of-leads.ts'
import { contact } from '../contact.decider.ts'
import { optOut } from '../opt-out/answers.policy.ts'
import { usable, visitorPush, visitorPushId, visitorSubject } from './visitor-push.decider.ts'

export type VisitorPushDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh'> & {
  keys: ContactKeys
  contactOf: ContactOf
  /** Whether the owner of an agent turned notifications on. */
  isOffered(tenant: string, agentId: string): Promise<boolean>
  /** Whether an address may be that of a push service. */
  isPushEndpoint(endpoint: string): boolean
}

type VisitorCall = Pick<Call, 'principal'> & { params: { agentId: string; conversationId: string } }

const notFound = refuse('not-found', 'This conversation does not exist.')
const deleted = refuse('deleted', 'This conversation has been deleted.')
const success = { success: true as const }

export function visitorPushHandlers(deps: VisitorPushDeps): Handlers<typeof visitorPushEndpoints> {
  const { handle, load, refresh } = deps
  return {
    async 'visitorPush.get'(call) {
      const visitor = visitorOf(call)
      if (!visitor) return notFound
      const found = await existing(visitor)
      return reply({ allowed: found !== undefined && usable(found).length > 0 })
    },

    async 'visitorPush.allow'(call) {
      const visitor = visitorOf(call)
      if (!visitor) return notFound
      const { tenant, agentId, visitorId, conversationId } = visitor
      const { endpoint, keys } = call.body
      const place = await deps.contactOf(tenant, conversationId)
      if (!place) return deleted
      if (place.channel !== 'web-chat' || !(await deps.isOffered(tenant, agentId)))
        return refuse('push-off', 'This chat sends no notifications.')
      if (!deps.isPushEndpoint(endpoint))
        return refuse(
          'address-not-allowed',
          'A push service has an https address on the public internet.',
          'endpoint',
        )
      const subscriptionId = await pushSubscriptionId(endpoint)
      const subscription = { subscriptionId, conversationId, endpoint, ...keys }
      const command = { type: 'AllowPush', agentId, visitorId, subscription } as const
      const own = { ...call.context, subject: visitorSubject(visitor) }
      const handled = await handle(visitorPush, visitorPushId(visitor), command, own)
      if (!handled.ok) return handled
      // Its deletion may not have found what was stored meanwhile.
      if (!(await deps.contactOf(tenant, conversationId))) {
        const forget = { type: 'ForgetPush', agentId, visitorId, conversationId } as const
        const step = atStep(call.context, 'forget')
        const forgotten = await handle(visitorPush, visitorPushId(visitor), forget, step)
        return forgotten.ok ? deleted : forgotten
      }
      // Who withdrew and allows them again wants them.
      const contactKey = deps.keys.of(tenant, 'push', visitorId, agentId)
      await refresh(contact.category, contactKey)
      if ((await load(contact, contactKey, tenant))?.state.optedOut)
        await handle(
          contact,
          contactKey,
          { type: 'OptInContact', contactKey },
          atStep(call.context, 'opt-in'),
        )
      return reply(success, handled.position)
    },

    async 'visitorPush.withdraw'(call) {
      const visitor = visitorOf(call)
      if (!visitor) return notFound
      const { tenant, agentId, visitorId } = visitor
      if (!(await existing(visitor))) return reply(success)
      const command = { type: 'WithdrawPush', agentId, visitorId } as const
      const handled = await handle(visitorPush, visitorPushId(visitor), command, call.context)
      if (!handled.ok) return handled
      const contactKey = deps.keys.of(tenant, 'push', visitorId, agentId)
      const of = { contactKey, medium: 'push', address: visitorId, by: 'withdrawn' } as const
      await optOut(deps, atStep(call.context, 'opt-out'), of)
      return reply(success, handled.position)
    },
  }

  async function existing(visitor: Visitor) {
    const id = visitorPushId(visitor)
    await refresh(visitorPush.category, id)
    return (await load(visitorPush, id, visitor.tenant))?.state
  }
}

type Visitor = Extract<Call['principal'], { kind: 'visitor' }>

/** Returns the visitor if the bearer is the one of this conversation with this agent, whatever the path says. */
function visitorOf({ principal, params }: VisitorCall): Visitor | undefined {
  if (principal.kind !== 'visitor') return undefined
  const isOwn = principal.agentId === params.agentId && principal.conversationId === params.conversationId
  return isOwn ? principal : undefined
}
