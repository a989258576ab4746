/**
 * Looks again and again for websites that are due: those whose rate says so are begun, those whose round was
 * interrupted go on. What is due is told by a projection of the log, so nothing is forgotten when the process ends,
 * and a round begun twice for the same due moment is one.
 */
import { createHash } from 'node:crypto'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import type { Crawler } from './crawl/crawler.ts'
import { knowledgeSource } from './knowledge-source.decider.ts'

export type DueWebsite = { tenant: string; sourceId: string; due: number; crawlId?: string }

export type RefreshDeps = {
  handle: CommandHandler['handle']
  crawler: Crawler
  /** What is due at a moment in milliseconds. */
  due(now: number): Promise<DueWebsite[]>
  now?: () => number
}

const name = 'refresh-websites'

/** Gives a look, which is done when everything due has been begun. */
export function refreshWebsites(deps: RefreshDeps): () => Promise<void> {
  const { handle, crawler, due, now = Date.now } = deps
  return beginAll

  async function beginAll(): Promise<void> {
    for (const website of await due(now())) {
      if (website.crawlId === undefined) await begin(website)
      crawler.read(website.tenant, website.sourceId)
    }
  }

  /** A refusal means that it was begun by somebody else or deleted meanwhile. */
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
