/** Query parameters of the Events screen. */
import {
  type WebhookDeliveryState,
  webhookDeliveryStates,
} from '@parley/contracts/integration/webhook-names.ts'
import { beginningOfDay, endOfDay } from '../../design/dates/days.ts'

export const eventTabs = ['webhooks', 'log', 'catalogue'] as const
export type EventTab = (typeof eventTabs)[number]

export type EventsSearch = {
  eventTab?: EventTab
  /** The open webhook, or `new`. */
  webhook?: string
  /** What its drawer shows. */
  show?: 'settings'
  deliveryState?: WebhookDeliveryState
  /** The delivery that is unfolded. */
  delivery?: string
  /** Of the log: words, the type and the channel of the entries, the agent that they are about, days, and the entry that is open. */
  q?: string
  entryType?: string
  entryChannel?: string
  agent?: string
  from?: string
  to?: string
  entry?: string
}

/** Converts the query parameters to filters of the log; days are in the time zone of the browser. */
export function askedOfLog({ q, entryType, entryChannel, agent, from, to }: EventsSearch) {
  return {
    q,
    type: entryType,
    channel: entryChannel,
    agentId: agent,
    from: from && beginningOfDay(from),
    to: to && endOfDay(to),
  }
}

export function eventsSearch(raw: Record<string, unknown>): EventsSearch {
  return {
    eventTab: eventTabs.find((tab) => tab === raw.eventTab),
    webhook: textIn(raw.webhook),
    show: raw.show === 'settings' ? 'settings' : undefined,
    deliveryState: webhookDeliveryStates.find((state) => state === raw.deliveryState),
    delivery: textIn(raw.delivery),
    q: textIn(raw.q),
    entryType: textIn(raw.entryType),
    entryChannel: textIn(raw.entryChannel),
    agent: textIn(raw.agent),
    from: dateIn(raw.from),
    to: dateIn(raw.to),
    entry: textIn(raw.entry),
  }
}

function textIn(raw: unknown): string | undefined {
  const text = typeof raw === 'number' ? String(raw) : raw
  return typeof text === 'string' && text !== '' ? text : undefined
}

function dateIn(raw: unknown): string | undefined {
  const text = textIn(raw)
  return text !== undefined && !Number.isNaN(Date.parse(text)) ? text : undefined
}
