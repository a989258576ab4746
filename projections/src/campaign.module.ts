/** The read models of campaigns. */
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { campaignRecipientsProjection } from './campaigns/campaign-recipients.projection.ts'
import { campaignsProjection } from './campaigns/campaigns.projection.ts'
import { campaignQueries } from './campaigns/campaigns.queries.ts'
import { type AudienceOfVisitors, pushAudience } from './campaigns/push-audience.ts'
import { pushVisitorsProjection } from './campaigns/push-visitors.projection.ts'
import { suppressedContactsProjection } from './campaigns/suppressed-contacts.projection.ts'
import { countInLog, shownUpToHead } from './shown-up-to-head.ts'

type VisitorsAsked = [of: AudienceOfVisitors, page: Parameters<typeof pushAudience>[3]]

export const campaignReadModels = defineModule({
  name: 'campaign read models',
  projections: [
    campaignsProjection,
    campaignRecipientsProjection,
    suppressedContactsProjection,
    pushVisitorsProjection,
  ],

  start({ engines, reader, projections }: ModuleScope) {
    const find = (tenant: string, index: string, where: object, limit: number, cursor?: string) =>
      reader.find(campaignRecipientsProjection, tenant, {
        ...{ index, limit, cursor },
        where: where as Record<string, string>,
      })
    return {
      handlers: campaignQueries({ reader }),
      provides: {
        pushVisitors: {
          /** Visitors who allowed notifications of an agent, page by page. */
          audience: (tenant: string, ...of: VisitorsAsked) => pushAudience(reader, tenant, ...of),
        },
        campaigns: {
          count: countInLog({ engines, projections }, (tenant) =>
            reader.count(campaignsProjection, tenant, { index: 'byCreation' }),
          ),
        },
        campaignRecipients: {
          /** As the log has them by now. */
          async count(tenant: string, listId: string): Promise<number> {
            await shownUpToHead({ engines, projections })
            return reader.count(campaignRecipientsProjection, tenant, { index: 'byList', where: { listId } })
          },
          /** Those whose next step is due by a time (ISO 8601), the earliest first, as the log has them by now. */
          async due(tenant: string, listId: string, by: string, limit: number): Promise<string[]> {
            await shownUpToHead({ engines, projections })
            const { items } = await find(tenant, 'byDue', { listId, dueAt: { lte: by } }, limit)
            return items.map(({ recipientId }) => recipientId)
          },
          /** When the next step of anybody is due, as the read model has it; undefined if none is left. */
          async nextDue(tenant: string, listId: string): Promise<string | undefined> {
            const { items } = await find(tenant, 'byDue', { listId }, 1)
            return items[0]?.dueAt
          },
          /** Some of a list, as the log has them by now. */
          async page(tenant: string, listId: string, of: { state?: string; cursor?: string; limit: number }) {
            await shownUpToHead({ engines, projections })
            const { state, cursor, limit } = of
            const { items, next } =
              state === undefined
                ? await find(tenant, 'byList', { listId }, limit, cursor)
                : await find(tenant, 'byState', { listId, state }, limit, cursor)
            return { recipientIds: items.map(({ recipientId }) => recipientId), next }
          },
        },
      },
    }
  },
})
