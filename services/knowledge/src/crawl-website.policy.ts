/** Starts the crawler when a crawl begins. The crawl continues after the policy has reacted. */
import { knowledgeEvents } from '@parley/contracts/knowledge/events.ts'
import { definePolicy, type Policy } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { Crawler } from './crawl/crawler.ts'

const events = pick(knowledgeEvents, 'KnowledgeCrawlStarted')

export function crawlWebsite({ crawler }: { crawler: Crawler }): Policy<typeof events> {
  return definePolicy({
    name: 'crawl-website',
    startFrom: 'origin',
    events,
    async react(event) {
      crawler.read(event.tenant, event.data.sourceId)
    },
  })
}
