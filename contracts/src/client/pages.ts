/** The pages of the client dashboard that a client may be granted (part 2 §2.4, §9). Without zod, for browsers. */

/** In the order of the specification. `until`: what the page needs and Parley does not have yet; nobody can be granted it. */
export const clientPages = [
  { href: '/home', label: 'Home' },
  { href: '/voice', label: 'Voice', until: 'voice' },
  { href: '/metrics', label: 'Metrics', until: 'voice' },
  { href: '/campaigns', label: 'Campaigns' },
  { href: '/convos', label: 'Conversations' },
  { href: '/leads', label: 'Leads & Campaigns' },
  { href: '/analytics', label: 'Analytics & Metrics' },
  { href: '/kb', label: 'Knowledge Base' },
  { href: '/channels', label: 'Channels' },
  { href: '/prompt', label: 'Canvas' },
  { href: '/nodes', label: 'Prompt' },
  { href: '/settings', label: 'Settings' },
  { href: '/billing', label: 'Billing', until: 'billing' },
] as const satisfies readonly { href: string; label: string; until?: string }[]

export const clientPageHrefs = clientPages.map(({ href }) => href)
export type ClientPageHref = (typeof clientPageHrefs)[number]

export function isClientPage(href: string): href is ClientPageHref {
  return clientPageHrefs.some((known) => known === href)
}

/** The access of the clients of a new organisation (part 2 §9). */
export const defaultClientAccess: readonly ClientPageHref[] = [
  '/home',
  '/convos',
  '/analytics',
  '/leads',
  '/campaigns',
]

/** The access of a client whose organisation has no default (part 2 §9). */
export const leastClientAccess: readonly ClientPageHref[] = ['/convos']

/** The characters of a client's id (part 2 §9); those of people have more. */
export const CLIENT_ID_LENGTH = 15

/** The characters of a password that is generated for a client (part 2 §9). */
export const GENERATED_PASSWORD_LENGTH = 15

/** What of a client root admins alone decide (part 2 §6). */
export const clientRules = ['canAccess', 'clientTabOrder', 'isOrgAdmin', 'hideAdvancedSettings'] as const
