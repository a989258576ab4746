/** Query parameters of the Clients screen. */
import type { ClientSort } from '@parley/contracts/client/endpoints.ts'

export const clientSortNames = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name',
  email: 'Email',
} as const satisfies Record<ClientSort, string>

export const organisationSortNames = {
  name: 'Name',
  newest: 'Newest first',
  clients: 'Most clients',
  balance: 'Most credits',
} as const
export type OrganisationSort = keyof typeof organisationSortNames

export type ClientsSearch = {
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
  /** Whether the import is open. */
  import?: true
}

export function clientsSearch(raw: Record<string, unknown>): ClientsSearch {
  return {
    organizations: raw.organizations === true || undefined,
    q: textIn(raw.q),
    sort: keyIn(clientSortNames, raw.sort),
    orgSort: keyIn(organisationSortNames, raw.orgSort),
    org: textIn(raw.org),
    client: textIn(raw.client),
    organization: textIn(raw.organization),
    import: raw.import === true || undefined,
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
