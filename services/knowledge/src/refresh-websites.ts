/**
 * Starts crawls of websites that are due by their refresh rate, and continues interrupted ones. What is due is found by
 * a projection of the log, so nothing is lost when the process ends, and a crawl started twice for the same due time is
 * one.
 */
import { createHash } from 'node:crypto'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { Crawler } from './crawl/crawler.ts'
import { knowledgeSource } from './knowledge-source.decider.ts'

export type DueWebsite = { tenant: string; sourceId: string; due: number; crawlId?: string }

export type RefreshDeps = {
  handle: CommandHandler['handle']
  crawler: Crawler
  /** What is due at a time in milliseconds. */
  due(now: number): Promise<DueWebsite[]>
  now?: () => number
}

const name = 'refresh-websites'

/** Returns a function that starts everything due. */
export function refreshWebsites(deps: RefreshDeps): () => Promise<void> {
  const { handle, crawler, due, now = Date.now } = deps
  return beginAll

  async function beginAll(): Promise<void> {
    for (const website of await due(now())) {
      if (website.crawlId === undefined) await begin(website)
      crawler.read(website.tenant, website.sourceId)
    }
  }

  /** A refusal means that it was started by another process or deleted meanwhile. */
  async function begin({ tenant, sourceId, due: moment }: DueWebsite): Promise<void> {
    const command = `${name}/${sourceId}/${moment}`
    const crawlId = createHash('sha256').update(command).digest('hex').slice(0, 20)
    await handle(
      knowledgeSource,
      sourceId,
      { type: 'StartCrawl', crawlId, reason: 'scheduled' },
      {
        tenant,
        actor: { kind: 'policy', id: name },
        cause: { via: 'policy', by: name, command, correlation: crawlId },
      },
    )
  }
}
