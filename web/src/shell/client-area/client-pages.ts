/** The pages of the dashboard that a client may open, in its order (part 2 §6). */
import { type ClientPageHref, clientPages } from '@parley/contracts/client/pages.ts'

/** Pages of the catalogue that the dashboard has. */
const shown: readonly ClientPageHref[] = [
  '/home',
  '/convos',
  '/leads',
  '/analytics',
  '/kb',
  '/prompt',
  '/nodes',
  '/settings',
]

/** What of an agent decides which pages it has. */
export type PagedAgent = { agentPlatform?: string | undefined; enableNodes?: boolean | undefined }

/**
 * The hrefs of the pages that were granted, by `clientTabOrder` (names without a slash); others follow in the order of the
 * catalogue. Of an agent, those alone that it has: one of another platform has its content there, and only a flow a canvas.
 */
export function pagesOf(
  { canAccess, clientTabOrder }: { canAccess: readonly string[]; clientTabOrder: readonly string[] },
  agent?: PagedAgent,
): ClientPageHref[] {
  const place = (href: string) => {
    const at = clientTabOrder.indexOf(href.slice(1))
    return at < 0 ? clientTabOrder.length : at
  }
  return clientPages
    .map(({ href }) => href)
    .filter((href) => shown.includes(href) && canAccess.includes(href) && isOf(agent, href))
    .toSorted((one, other) => place(one) - place(other))
}

function isOf(agent: PagedAgent | undefined, href: ClientPageHref): boolean {
  if (!agent) return true
  if (agent.agentPlatform === 'vf' && ['/leads', '/kb', '/prompt', '/nodes'].includes(href)) return false
  return href !== '/prompt' || agent.enableNodes === true
}

/** The part of an address that shows a page. The prompt of an agent without a flow is where others have the canvas. */
export function subpageOf(href: ClientPageHref, agent?: PagedAgent): string {
  if (href === '/nodes' && agent?.enableNodes === false) return 'prompt'
  return href.slice(1)
}

/** Where a client begins: its first agent and first page; undefined without either. */
export function firstAddress(of: {
  region: string
  clientData: {
    canAccess: readonly string[]
    clientTabOrder: readonly string[]
    widgetIDs: readonly string[]
  }
}): string | undefined {
  const [agentId] = of.clientData.widgetIDs
  const [page] = pagesOf(of.clientData)
  return agentId === undefined || page === undefined
    ? undefined
    : `/app/${of.region}/agents/${agentId}/${subpageOf(page)}`
}
