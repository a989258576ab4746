import type { WebhookView } from '@parley/contracts/integration/webhook.ts'
import type { webhookEndpoints } from '@parley/contracts/integration/webhook-endpoints.ts'
import { MOST_WEBHOOKS } from '@parley/contracts/integration/webhook-names.ts'
import { type Handlers, replyWithTag } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { type WebhookDocument, webhooksProjection } from './webhooks.projection.ts'

/** Two that are created at the same moment may both be within the limit. */
const MOST_READ = 2 * MOST_WEBHOOKS

export function webhookQueries({
  reader,
}: {
  reader: Reader
}): Pick<Handlers<typeof webhookEndpoints>, 'webhooks.list'> {
  return {
    async 'webhooks.list'({ tenant }) {
      const documents = await webhooksOf(reader, tenant)
      const texts = await reader.open(
        tenant,
        documents.flatMap(({ url, description }) => [url, description]),
      )
      const items = documents.map(({ since: _, ...view }, nth): WebhookView => {
        const [url = '', description = ''] = texts.slice(2 * nth)
        return { ...view, url, description }
      })
      return replyWithTag({ items }, reader.newestIn(documents))
    },
  }
}

export function countWebhooks(reader: Reader, tenant: string): Promise<number> {
  return reader.count(webhooksProjection, tenant, { index: 'all' })
}

/** To which events each webhook is subscribed, and since which position of the log; paused ones included. */
export async function subscribedWebhooks(reader: Reader, tenant: string) {
  const documents = await webhooksOf(reader, tenant)
  return documents.map(({ webhookId, subscribedEvents, since }) => ({ webhookId, subscribedEvents, since }))
}

/** The webhook that is `internal.events` of the workspace's record; its address is sealed. */
export async function webhookInRecord(reader: Reader, tenant: string): Promise<WebhookDocument | undefined> {
  return (await webhooksOf(reader, tenant)).find(({ inRecord }) => inRecord)
}

async function webhooksOf(reader: Reader, tenant: string): Promise<WebhookDocument[]> {
  return (await reader.find(webhooksProjection, tenant, { index: 'all', limit: MOST_READ })).items
}
