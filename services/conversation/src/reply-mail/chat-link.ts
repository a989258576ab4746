/** Where a visitor who is mailed comes back to the chat. */

import { isOriginAllowed } from '@parley/contracts/agent/allowed-origins.ts'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'

/**
 * The page on which the visitor was last, if it is on a website that the agent is meant for: anybody can embed an agent
 * that names none. Otherwise `chat`, the page with the chat alone.
 */
export function chatLink(
  { allowedOrigins = [] }: Pick<AgentDocument, 'allowedOrigins'>,
  pageUrl: string | undefined,
  chat: string,
): string {
  if (pageUrl === undefined || allowedOrigins.length === 0 || !URL.canParse(pageUrl)) return chat
  const url = new URL(pageUrl)
  const isPage = url.protocol === 'https:' || url.protocol === 'http:'
  if (!isPage || !isOriginAllowed(allowedOrigins, url.origin) || url.href.length > MOST_OF_LINK) return chat
  // Where something was masked, the address would not open.
  if (pageUrl.includes('…')) Object.assign(url, { search: '', hash: '' })
  return url.href
}

const MOST_OF_LINK = 2_000
