/** What a client is shown of its own organisation. */
import type { ownOrganisationEndpoints } from '@parley/contracts/organisation/own-endpoints.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply, replyWithTag } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { clientsProjection } from '../clients/clients.projection.ts'
import { creditBalancesProjection } from '../credit-balances/credit-balances.projection.ts'
import { organisationsProjection } from './organisations.projection.ts'

const PAGE = 50
const missing = refuse('not-found', 'This organization does not exist.')

export function ownOrganisationQueries({
  reader,
}: {
  reader: Reader
}): Pick<Handlers<typeof ownOrganisationEndpoints>, 'ownOrganisation.get' | 'ownOrganisation.members'> {
  return {
    async 'ownOrganisation.get'({ tenant, principal }) {
      if (principal.kind !== 'client') return missing
      const { orgId: ID } = principal
      const found = await reader.get(organisationsProjection, tenant, ID)
      if (!found) return missing
      const { createdAt, allowBilling } = found
      const credits = allowBilling ? await reader.get(creditBalancesProjection, tenant, ID) : undefined
      const [name = '', squarePhotoURL = ''] = await reader.open(tenant, [found.name, found.squarePhotoURL])
      const balance = allowBilling ? { balance: credits?.balance ?? 0 } : {}
      return replyWithTag({ ID, name, squarePhotoURL, createdAt, ...balance }, reader.newestIn([found]))
    },

    async 'ownOrganisation.members'({ tenant, principal, query, may }) {
      if (principal.kind !== 'client') return missing
      const where = { orgId: principal.orgId }
      const { cursor, limit = PAGE } = query
      const [page, members] = await Promise.all([
        reader.find(clientsProjection, tenant, {
          index: 'byOrganisation',
          where,
          order: 'asc',
          limit,
          cursor,
        }),
        reader.count(clientsProjection, tenant, { index: 'byOrganisation', where }),
      ])
      const texts = await reader.open(
        tenant,
        page.items.flatMap(({ name, squarePhotoURL, email }) => [name, squarePhotoURL, email]),
      )
      const items = page.items.map(({ clientId: ID, status = 'offline', isOrgAdmin = false }, nth) => ({
        ...{ ID, status, isOrgAdmin },
        name: texts[nth * 3] ?? '',
        squarePhotoURL: texts[nth * 3 + 1] ?? '',
        ...(may('organisation.manage') && { email: texts[nth * 3 + 2] ?? '' }),
      }))
      return reply({ items, members, ...(page.next === undefined ? {} : { next: page.next }) })
    },
  }
}
