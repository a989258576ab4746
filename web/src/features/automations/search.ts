/** Query parameters of the screens of the crawler. */
import { crawlStates } from '@parley/contracts/knowledge/crawl-names.ts'

export const stateFilters = [...crawlStates, 'errors'] as const
export type StateFilter = (typeof stateFilters)[number]

export type CrawlerSearch = {
  q?: string | undefined
  agent?: string | undefined
  state?: StateFilter | undefined
}

/** `run`: the one that is shown, the newest by default. `page`: the page whose texts are compared. */
export type WebsiteSearch = { run?: string | undefined; page?: string | undefined }

export function crawlerSearch(raw: Record<string, unknown>): CrawlerSearch {
  return {
    q: textIn(raw.q),
    agent: textIn(raw.agent),
    state: stateFilters.find((state) => state === raw.state),
  }
}

export function websiteSearch(raw: Record<string, unknown>): WebsiteSearch {
  return { run: textIn(raw.run), page: textIn(raw.page) }
}

function textIn(raw: unknown): string | undefined {
  const text = typeof raw === 'number' ? String(raw) : raw
  return typeof text === 'string' && text !== '' ? text : undefined
}
