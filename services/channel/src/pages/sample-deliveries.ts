/** Deliveries of pages and Instagram accounts as Meta sends them, for tests. */
import type { PageDelivery } from './deliveries.ts'

/** What a person did. `to`: the page or account. */
export const eventOf = (
  content: object,
  { from = '7654321098765432', to = '104111111111111', timestamp = 1_749_416_383_000 } = {},
): object => ({ sender: { id: from }, recipient: { id: to }, timestamp, ...content })

export const deliveryOf = (
  messaging: readonly unknown[],
  { object = 'page', id = '104111111111111' } = {},
): PageDelivery => ({ object, entry: [{ time: 1_749_416_384_000, id, messaging }] })
