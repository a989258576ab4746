/** The loads of an agent's widget on one day (UTC). Stream `loads-<agentId>.<YYYY-MM-DD>`. */
import { type AnalyticsEvent, analyticsEvents } from '@parley/contracts/analytics/events.ts'
import { type Aggregate, accept } from '@parley/kernel/commands/decider.ts'

type Counted = Extract<AnalyticsEvent, { type: 'WidgetLoadsCounted' }>['data']
export type WidgetLoadsCommand = { type: 'CountWidgetLoads'; counted: Counted }

/** Refuses nothing; the idempotency key keeps loads from being counted twice. */
export const widgetLoads: Aggregate<null, WidgetLoadsCommand, AnalyticsEvent> = {
  category: 'loads',
  events: analyticsEvents,
  decider: {
    initialState: null,
    evolve: () => null,
    decide: ({ counted }) =>
      counted.loads > 0 ? accept({ type: 'WidgetLoadsCounted', data: counted }) : accept(),
  },
}
