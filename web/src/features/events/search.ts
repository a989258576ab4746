/** Query parameters of the Events screen. */
import {
  type WebhookDeliveryState,
  webhookDeliveryStates,
} from '@parley/contracts/integration/webhook-names.ts'

export const eventTabs = ['webhooks', 'catalogue'] as const
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
}

export function eventsSearch(raw: Record<string, unknown>): EventsSearch {
  return {
    eventTab: eventTabs.find((tab) => tab === raw.eventTab),
    webhook: textIn(raw.webhook),
    show: raw.show === 'settings' ? 'settings' : undefined,
    deliveryState: webhookDeliveryStates.find((state) => state === raw.deliveryState),
    delivery: textIn(raw.delivery),
  }
}

function textIn(raw: unknown): string | undefined {
  const text = typeof raw === 'number' ? String(raw) : raw
  return typeof text === 'string' && text !== '' ? text : undefined
}
