/** The pages of the dashboard and the custom tabs that a client may open, in its order (part 2 §6). */
import { type ClientPageHref, clientPages } from '@parley/contracts/client/pages.ts'
import type { ClientSessionView, ClientTab } from '@parley/contracts/client/sign-in-endpoints.ts'

/** Pages of the catalogue that the dashboard has. */
const shown: readonly ClientPageHref[] = [
  '/home',
  '/campaigns',
  '/convos',
  '/leads',
  '/analytics',
  '/kb',
  '/channels',
  '/prompt',
  '/nodes',
  '/settings',
]

/** What of an agent decides which pages it has. */
export type PagedAgent = { agentPlatform?: string | undefined; enableNodes?: boolean | undefined }

export type ClientAccess = {
  clientData: { canAccess: readonly string[]; clientTabOrder: readonly string[] }
  /** Those of the agency that the client may open. */
  customTabs: readonly ClientTab[]
}

/** What a client may open of an agent; `subpage` is the part of an address that shows it. */
export type ClientEntry = { href: ClientPageHref; subpage: string } | { tab: ClientTab; subpage: string }

/**
 * The pages and custom tabs that were granted, by `clientTabOrder` (hrefs without their first slash); others follow, pages
 * in the order of the catalogue before tabs in that of the agency. Of an agent, those pages alone that it has: one of
 * another platform has its content there, and only a flow a canvas.
 */
export function entriesOf(
  { clientData: { canAccess, clientTabOrder }, customTabs }: ClientAccess,
  agent?: PagedAgent,
): ClientEntry[] {
  const place = (entry: ClientEntry) => {
    const at = clientTabOrder.indexOf(('tab' in entry ? entry.tab : entry).href.slice(1))
    return at < 0 ? clientTabOrder.length : at
  }
  const pages = clientPages
    .map(({ href }) => ({ href, subpage: subpageOf(href, agent) }))
    .filter(({ href }) => shown.includes(href) && canAccess.includes(href) && isOf(agent, href))
  const tabs = customTabs.map((tab) => ({ tab, subpage: `c${tab.href}` }))
  return [...pages, ...tabs].toSorted((one, other) => place(one) - place(other))
}

function isOf(agent: PagedAgent | undefined, href: ClientPageHref): boolean {
  if (!agent) return true
  if (agent.agentPlatform === 'vf' && ['/leads', '/kb', '/prompt', '/nodes'].includes(href)) return false
  return href !== '/prompt' || agent.enableNodes === true
}

/** The prompt of an agent without a flow is where others have the canvas. */
function subpageOf(href: ClientPageHref, agent?: PagedAgent): string {
  if (href === '/nodes' && agent?.enableNodes === false) return 'prompt'
  return href.slice(1)
}

/** Where a client that signed up answers the questions of its agency; undefined once it has. */
export function onboardingAddress({ region, onboarding }: Pick<ClientSessionView, 'region' | 'onboarding'>) {
  return onboarding && `/app/${region}/client/onboarding`
}

/** Whether a client may create agents, each of which has a page for it. */
export function mayCreateAgents(of: ClientAccess & Pick<ClientSessionView, 'permissions'>): boolean {
  return of.permissions.includes('agent.create') && entriesOf(of).length > 0
}

/** Where a client begins: its first agent, and its first page or tab; undefined without either. */
export function firstAddress(
  of: ClientAccess & { region: string; clientData: { widgetIDs: readonly string[] } },
): string | undefined {
  const [agentId] = of.clientData.widgetIDs
  const [first] = entriesOf(of)
  return agentId === undefined || first === undefined
    ? undefined
    : `/app/${of.region}/agents/${agentId}/${first.subpage}`
}

/** Whether an address is one of a certain page, rather than one that leads every client to its first page. */
export function namesPage(pathname: string): boolean {
  const [, page = ''] = /^\/app\/\w+\/(.+?)\/?$/.exec(pathname) ?? []
  return page !== '' && page !== 'client/onboarding' && !/^agents(?:\/[\w-]+(?:\/overview)?)?$/.test(page)
}
