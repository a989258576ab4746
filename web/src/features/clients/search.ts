/** Query parameters of the Clients screen. */
import { type HomeSort, homeSorts } from '@parley/contracts/agency/home.ts'
import type { ClientSort } from '@parley/contracts/client/endpoints.ts'
import type { OrganisationSort } from '@parley/contracts/organisation/endpoints.ts'
import { type RangeSearch, rangeSearch } from '../../design/dates/range-search.ts'

export const clientSortNames = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name',
  email: 'Email',
  lastSeen: 'Last seen',
} as const satisfies Record<ClientSort, string>

export const organisationSortNames = {
  name: 'Name',
  newest: 'Newest first',
  clients: 'Most clients',
  balance: 'Most credits',
} as const satisfies Record<OrganisationSort, string>

/** The tabs of an organization's drawer. */
export const organisationTabNames = {
  settings: 'Settings',
  inbox: 'Inbox',
  credits: 'Credits',
  report: 'Report',
  'sign-on': 'Sign-on',
  snapshot: 'Snapshot',
} as const
export type OrganisationTab = keyof typeof organisationTabNames

/** With the range of days of the overview. */
export type ClientsSearch = RangeSearch & {
  /** How the organizations do is shown, not clients. */
  overview?: true
  /** What the overview is sorted by; `homeUp`: the least, or A, first. */
  homeSort?: HomeSort
  homeUp?: boolean
  /** Organizations are shown, not clients. */
  organizations?: true
  q?: string
  sort?: ClientSort
  /** How organizations are sorted. Named differently from the sorts of other screens. */
  orgSort?: OrganisationSort
  /** Clients of this organization alone. */
  org?: string
  /** The open client or organization; `new` for one that is added. */
  client?: string
  organization?: string
  /** What is shown of the open organization; its settings, if absent. */
  organizationTab?: OrganisationTab
  /** Whether the import is open. */
  import?: true
  /** The import of an organization that is open; `new` before a file is uploaded. */
  organizationImport?: string
}

export function clientsSearch(raw: Record<string, unknown>): ClientsSearch {
  return {
    ...rangeSearch(raw),
    overview: raw.overview === true || undefined,
    homeSort: homeSorts.find((sort) => sort === raw.homeSort),
    homeUp: typeof raw.homeUp === 'boolean' ? raw.homeUp : undefined,
    organizations: raw.organizations === true || undefined,
    q: textIn(raw.q),
    sort: keyIn(clientSortNames, raw.sort),
    orgSort: keyIn(organisationSortNames, raw.orgSort),
    org: textIn(raw.org),
    client: textIn(raw.client),
    organization: textIn(raw.organization),
    organizationTab: keyIn(organisationTabNames, raw.organizationTab),
    import: raw.import === true || undefined,
    organizationImport: textIn(raw.organizationImport),
  }
}

/** The filters of the endpoint. */
export function askedFor({ q, sort, org }: ClientsSearch) {
  return { q, sort, orgId: org }
}

function keyIn<Names extends object>(names: Names, raw: unknown): keyof Names | undefined {
  return typeof raw === 'string' && Object.hasOwn(names, raw) ? (raw as keyof Names) : undefined
}

function textIn(raw: unknown): string | undefined {
  const text = typeof raw === 'number' ? String(raw) : raw
  return typeof text === 'string' && text !== '' ? text : undefined
}
