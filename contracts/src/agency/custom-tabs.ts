/** The tabs that an agency adds to its clients' dashboard, and the rules of their addresses (part 2 §5). Without zod, for browsers. */
import { clientPageHrefs } from '../client/pages.ts'

/** A tab of a client's dashboard is told by its page; none of these can be an agency's own. */
const reservedTabPaths: readonly string[] = [
  ...clientPageHrefs,
  '/overview',
  '/tools',
  '/tests',
  '/customize-tabs',
]

export const tabPageTypes = ['html', 'iframe'] as const
export type TabPageType = (typeof tabPageTypes)[number]

export const mostCustomTabs = 20
/** Characters of a tab's HTML, and of its script. */
export const longestTabContent = 50_000

const noSlash = 'URL must include a leading slash (/)'
const reserved = 'This URL is reserved for a default tab'
const taken = 'This URL is already used by another tab'
const wrongCharacters = 'Use letters, digits, hyphens and slashes only'

/**
 * Returns why an address can't be that of a tab beside others, in the words of the specification; undefined if it can.
 * Small and capital letters are the same address.
 */
export function tabHrefProblem(href: string, others: readonly string[] = []): string | undefined {
  if (!href.startsWith('/')) return noSlash
  if (!/^(?:\/[A-Za-z0-9_-]+)+$/.test(href)) return wrongCharacters
  const path = href.toLowerCase()
  if (reservedTabPaths.some((one) => path === one || path.startsWith(`${one}/`))) return reserved
  return others.some((other) => other.toLowerCase() === path) ? taken : undefined
}

/**
 * Returns why a page can't be shown in a tab; undefined if it can. A page of this server could act for whoever looks at
 * the tab, so `ownHosts` are refused, at
 * any port, since cookies know none.
 */
export function tabAddressProblem(address: string, ownHosts: readonly string[]): string | undefined {
  if (!URL.canParse(address)) return 'Enter an address that starts with https://'
  const { protocol, hostname, username, password } = new URL(address)
  if (protocol !== 'https:') return 'Enter an address that starts with https://'
  if (username || password) return 'An address must not contain a user name or password'
  return ownHosts.includes(hostname) ? 'A page of this server can’t be shown in a tab' : undefined
}
