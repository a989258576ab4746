/** What changes analytics: a load of the widget, and a question that is taken care of. */
import type { analyticsEndpoints } from '@parley/contracts/analytics/endpoints.ts'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import { refuse } from '@parley/kernel/decider.ts'
import { type Handlers, reply } from '@parley/kernel/handler.ts'
import { visitorCountry } from '@parley/kernel/visitor-country.ts'
import type { LoadCounter } from './load-counter.ts'
import { question } from './question.decider.ts'
import { browserOf, platformOf } from './visitor-software.ts'

export type AnalyticsDeps = {
  handle: CommandHandler['handle']
  loads: Pick<LoadCounter, 'count'>
  /** Whether an agent may know its visitors' countries; undefined where there is no such agent. */
  geoAnalyticsOf(tenant: string, agentId: string): Promise<boolean | undefined>
  /** Whether a message is one of the agent's that it could not answer. */
  isUnanswered(tenant: string, agentId: string, conversationId: string, messageId: string): Promise<boolean>
}

type Commands = Pick<Handlers<typeof analyticsEndpoints>, 'analytics.record' | 'analytics.handleQuestion'>

export function analyticsHandlers(deps: AnalyticsDeps): Commands {
  return {
    async 'analytics.record'(call) {
      const { agentId } = call.params
      const geo = await deps.geoAnalyticsOf(call.tenant, agentId)
      if (geo === undefined) return refuse('not-found', 'This agent does not exist.')
      const { browser, platform, countryCode, timeZone } = call.body
      const told = { said: countryCode, proxy: call.request.country, timeZone }
      deps.loads.count({
        tenant: call.tenant,
        agentId,
        browser: browserOf(browser ?? call.request.userAgent),
        platform: platformOf(platform ?? call.request.userAgent),
        country: geo ? await visitorCountry(told) : undefined,
      })
      return reply({ success: true })
    },

    async 'analytics.handleQuestion'(call) {
      const { agentId, conversationId, messageId } = call.params
      if (!(await deps.isUnanswered(call.tenant, agentId, conversationId, messageId)))
        return refuse('not-found', 'There is no such unanswered question.')
      const { handled: done, sourceId } = call.body
      const place = { agentId, conversationId, messageId }
      const command = done
        ? ({ type: 'HandleQuestion', ...place, ...(sourceId === undefined ? {} : { sourceId }) } as const)
        : ({ type: 'ReopenQuestion', ...place } as const)
      const handled = await deps.handle(question, `${conversationId}.${messageId}`, command, call.context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },
  }
}
