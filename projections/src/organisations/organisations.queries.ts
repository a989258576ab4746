/** The query handlers of organisations. */

import type { OrganisationView, organisationEndpoints } from '@parley/contracts/organisation/endpoints.ts'
import { refuse } from '@parley/kernel/decider.ts'
import { everyDocument } from '@parley/kernel/every-page.ts'
import { type Handlers, reply, replyWithTag } from '@parley/kernel/handler.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { byName } from '../by-name.ts'
import { clientsProjection } from '../clients/clients.projection.ts'
import { creditBalancesProjection } from '../credit-balances/credit-balances.projection.ts'
import { existingAgents } from './existing-agents.ts'
import { organisationTransfersProjection } from './organisation-transfers.projection.ts'
import { organisationsProjection } from './organisations.projection.ts'

const PAGE = 500
const TRANSFERS = 20

export function organisationQueries({
  reader,
}: {
  reader: Reader
}): Pick<Handlers<typeof organisationEndpoints>, 'organisations.list' | 'organisations.creditHistory'> {
  return {
    async 'organisations.list'({ tenant }) {
      // bounded: by MOST_ORGANISATIONS of the context
      const documents = await everyDocument(reader, organisationsProjection, tenant, {
        index: 'all',
        limit: PAGE,
      })
      const texts = await reader.open(
        tenant,
        documents.flatMap(({ name, squarePhotoURL, disableClientAccessMessage: message = '' }) => [
          name,
          squarePhotoURL,
          message,
        ]),
      )
      const ids = documents.map(({ organisationId }) => organisationId)
      const [balances, clients, existing] = await Promise.all([
        reader.getMany(creditBalancesProjection, tenant, ids),
        Promise.all(ids.map((orgId) => countClients(reader, tenant, orgId))),
        existingAgents(
          reader,
          tenant,
          documents.flatMap(({ widgetIDs }) => widgetIDs),
        ),
      ])
      const items = documents.map(
        ({ organisationId: ID, name: _, squarePhotoURL: __, widgetIDs, ...rest }, nth): OrganisationView => ({
          ID,
          ...rest,
          name: texts[nth * 3] ?? '',
          squarePhotoURL: texts[nth * 3 + 1] ?? '',
          disableClientAccess: rest.disableClientAccess ?? false,
          disableClientAccessMessage: texts[nth * 3 + 2] ?? '',
          widgetIDs: widgetIDs.filter((id) => existing.has(id)),
          clients: clients[nth] ?? 0,
          balance: balances[nth]?.balance ?? 0,
        }),
      )
      items.sort((one, other) => byName(one.name, other.name))
      return replyWithTag({ items }, reader.newestIn(documents))
    },

    async 'organisations.creditHistory'({ tenant, params, query }) {
      const { organisationId } = params
      const stored = await reader.get(organisationsProjection, tenant, organisationId)
      if (!stored) return refuse('not-found', 'This organization does not exist.')
      const [credits, page] = await Promise.all([
        reader.get(creditBalancesProjection, tenant, organisationId),
        reader.find(organisationTransfersProjection, tenant, {
          index: 'byOrganisation',
          where: { organisationId },
          order: 'desc',
          limit: query.limit ?? TRANSFERS,
          cursor: query.cursor,
        }),
      ])
      const items = page.items.map(({ position, at, amount }) => ({ id: String(position), at, amount }))
      const balance = credits?.balance ?? 0
      return reply({ items, balance, ...(page.next === undefined ? {} : { next: page.next }) })
    },
  }
}

export function countOrganisations(reader: Reader, tenant: string): Promise<number> {
  return reader.count(organisationsProjection, tenant, { index: 'all' })
}

/** Whether an organisation of the workspace has this name, whatever its case. */
export async function isNameTaken(reader: Reader, tenant: string, name: string): Promise<boolean> {
  // bounded: by MOST_ORGANISATIONS of the context
  const documents = await everyDocument(reader, organisationsProjection, tenant, {
    index: 'all',
    limit: PAGE,
  })
  const names = await reader.open(
    tenant,
    documents.map((document) => document.name),
  )
  return names.some((known) => known.toLowerCase() === name.toLowerCase())
}

export function countClients(reader: Reader, tenant: string, orgId: string): Promise<number> {
  return reader.count(clientsProjection, tenant, { index: 'byOrganisation', where: { orgId } })
}
