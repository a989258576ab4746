import type { PauseReason, WebhookDeliveryState } from '@parley/contracts/integration/webhook-names.ts'

export const stateNames: Record<WebhookDeliveryState, string> = {
  delivered: 'Delivered',
  retrying: 'Retrying',
  failed: 'Failed',
  skipped: 'Skipped',
}
export const stateColors: Record<WebhookDeliveryState, string> = {
  delivered: 'teal',
  retrying: 'yellow',
  failed: 'red',
  skipped: 'gray',
}

export const pauseWords: Record<PauseReason, string> = {
  person: 'Somebody of the team paused it.',
  failing: 'Its server accepted nothing for a day.',
  gone: 'Its server answered that it wants no more events (410).',
}

/** What people know a webhook by. */
export function webhookName({ description, url }: { description: string; url: string }): string {
  return description || (URL.canParse(url) ? new URL(url).host : url)
}

export const eventsOf = (many: number): string => (many === 1 ? '1 event' : `${many} events`)
