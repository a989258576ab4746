/** What happened to each agent that its set-up asks for and no other read model keeps. */
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { analyticsEvents } from '@parley/contracts/analytics/events.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'

export type AgentSetup = {
  agentId: string
  /** Somebody wrote to it in the test panel. */
  tested?: true
  /** Origins of websites that loaded its widget, the first `MOST_WEBSITES`. */
  websites?: readonly string[]
}

/** Enough to tell whether one is not the dashboard's own. */
const MOST_WEBSITES = 5

export const agentSetupProjection = tenantProjection<AgentSetup>()({
  name: 'agent-setup',
  version: 1,
  events: {
    ...pick(agentEvents, 'AgentDeleted'),
    ...pick(conversationEvents, 'VisitorMessageReceived'),
    ...pick(analyticsEvents, 'WidgetLoadsCounted'),
  },
  indexes: {},
  identify: (event) =>
    'channel' in event.data && event.data.channel !== 'test-panel' ? undefined : event.data.agentId,
  project(found, event) {
    const setup = found ?? { agentId: event.data.agentId }
    switch (event.type) {
      case 'AgentDeleted':
        return undefined
      case 'VisitorMessageReceived':
        return found?.tested ? found : { ...setup, tested: true }
      case 'WidgetLoadsCounted': {
        const seen = event.data.groups.flatMap(({ website }) => website ?? [])
        const websites = [...new Set([...(setup.websites ?? []), ...seen])].slice(0, MOST_WEBSITES)
        return websites.length === 0 ? found : { ...setup, websites }
      }
    }
  },
})
