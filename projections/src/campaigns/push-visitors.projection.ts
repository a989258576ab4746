/** One document for each visitor who allows notifications of an agent in some browser; without what is sent to. */
import { visitorPushEvents } from '@parley/contracts/campaign/visitor-push-events.ts'
import { tenantProjection } from '@parley/kernel/read-models/projection.ts'

export type PushVisitorDocument = {
  agentId: string
  visitorId: string
  /** The conversation in which it was allowed last. */
  conversationId: string
  /** ISO 8601. */
  allowedAt: string
  subscriptionIds: string[]
}

export const pushVisitorsProjection = tenantProjection<PushVisitorDocument>()({
  name: 'push-visitors',
  version: 1,
  events: visitorPushEvents,
  indexes: { byAgent: ['agentId', 'allowedAt'] },
  identify: (event) => event.stream.slice('visitorpush-'.length),
  project(visitor, event) {
    const { agentId, visitorId, subscriptionId, at } = event.data
    const others = visitor?.subscriptionIds.filter((id) => id !== subscriptionId) ?? []
    if (event.type === 'VisitorPushAllowed') {
      const { conversationId } = event.data
      return {
        agentId,
        visitorId,
        conversationId,
        allowedAt: at,
        subscriptionIds: [...others, subscriptionId],
      }
    }
    return visitor && others.length > 0 ? { ...visitor, subscriptionIds: others } : undefined
  },
})
