import { queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import type { WorkspacePlace } from '../../server/queries.ts'

/** The domains of an agency, with what the server found of them last. */
export const agencyDomainsQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['agency-domains', region, workspaceId],
    meta: { touchedBy: ['agencydomain'] },
    queryFn: ({ signal }) => client.call('domains.get', { params: { region, workspaceId } }, { signal }),
  })

/** The e-mail sending domain of an agency, with what the server found of it last. */
export const emailDomainQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['email-domain', region, workspaceId],
    meta: { touchedBy: ['emaildomain'] },
    queryFn: ({ signal }) => client.call('emailDomains.get', { params: { region, workspaceId } }, { signal }),
  })
