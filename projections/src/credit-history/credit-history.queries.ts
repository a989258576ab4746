/** A workspace's credits: the balance, and a page of what was added and taken, newest first. */
import type { CreditLineView, creditsEndpoints } from '@parley/contracts/credits/endpoints.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { BadCursor } from '@parley/kernel/read-models/read-store.query.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { agentsProjection } from '../agents/agents.projection.ts'
import { creditBalancesProjection } from '../credit-balances/credit-balances.projection.ts'
import { organisationNames } from '../organisations/organisation-names.ts'
import { type CreditHistoryLine, creditHistoryProjection, linesOf } from './credit-history.projection.ts'

const DEFAULT_LIMIT = 50
/** Documents read at once; a document has at least one line, unless its reply cost nothing. */
const DOCUMENTS_AT_ONCE = 50

type Found = CreditHistoryLine & { id: string }

export function creditHistoryQueries(deps: {
  reader: Reader
  /** Credits that each workspace is granted in a calendar month; 0 for none. */
  monthlyGrant: number
}): Pick<Handlers<typeof creditsEndpoints>, 'credits.history'> {
  const { reader, monthlyGrant } = deps

  return {
    async 'credits.history'({ tenant, query }) {
      const { limit = DEFAULT_LIMIT, cursor } = query
      const [credits, { lines, next }] = await Promise.all([
        reader.get(creditBalancesProjection, tenant, tenant),
        find(tenant, limit, cursor),
      ])
      const items = await viewsOf(tenant, lines)
      const balance = credits?.balance ?? 0
      return reply({ balance, monthlyGrant, items, ...(next === undefined ? {} : { next }) })
    },
  }

  async function find(
    tenant: string,
    limit: number,
    cursor: string | undefined,
  ): Promise<{ lines: Found[]; next?: string }> {
    const lines: Found[] = []
    let before = cursor === undefined ? { position: Number.MAX_SAFE_INTEGER, line: 0 } : placeIn(cursor)
    for (;;) {
      const page = await reader.find(creditHistoryProjection, tenant, {
        index: 'byPosition',
        where: { position: { lte: before.position } },
        order: 'desc',
        // The first may have been read to its end on the page before.
        limit: Math.min(limit + 1, DOCUMENTS_AT_ONCE),
      })
      for (const document of page.items) {
        const { position } = document
        const stored = linesOf(document)
        const end = position === before.position ? before.line : stored.length
        for (let line = end - 1; line >= 0; line--) {
          const found = stored[line]
          if (!found) continue
          if (lines.length === limit) return { lines, next: `${before.position}.${before.line}` }
          lines.push({ ...found, id: `${position}.${line}` })
          before = { position, line }
        }
        before = { position, line: 0 }
      }
      if (page.next === undefined) return { lines }
    }
  }

  async function viewsOf(tenant: string, lines: readonly Found[]): Promise<CreditLineView[]> {
    const agentIds = new Set(lines.flatMap((line) => (line.kind === 'charge' ? [line.agentId] : [])))
    const titleOf = async (id: string) =>
      [id, (await reader.get(agentsProjection, tenant, id))?.title] as const
    const titles = new Map(await Promise.all([...agentIds].map(titleOf)))
    const organisationIds = lines.flatMap((line) =>
      line.kind === 'transfer' ? line.organisationId : line.kind === 'charge' ? (line.orgId ?? []) : [],
    )
    const organisations = await organisationNames(reader, tenant, organisationIds)
    return Promise.all(
      lines.map(async (line) => {
        if (line.kind === 'charge') {
          const agentTitle = titles.get(line.agentId)
          const { orgId } = line
          const organisationName = orgId === undefined ? undefined : organisations.get(orgId)
          return {
            ...line,
            ...(agentTitle === undefined ? {} : { agentTitle }),
            ...(organisationName === undefined ? {} : { organisationName }),
            ...(orgId === undefined ? {} : { consumedFromOrg: true as const }),
          }
        }
        if (line.kind === 'transfer') {
          const organisationName = organisations.get(line.organisationId)
          return organisationName === undefined ? line : { ...line, organisationName }
        }
        const { operator, note } = line
        const [openedOperator, openedNote] = await reader.open(tenant, [operator ?? '', note ?? ''])
        return {
          ...line,
          ...(operator === undefined ? {} : { operator: openedOperator }),
          ...(note === undefined ? {} : { note: openedNote }),
        }
      }),
    )
  }
}

/** `<position>.<line>`: the last line of the page before. */
function placeIn(cursor: string): { position: number; line: number } {
  const [, position, line] = /^(\d{1,16})\.(\d{1,9})$/.exec(cursor) ?? []
  if (position === undefined) throw new BadCursor('This cursor does not belong to the history of credits.')
  return { position: Number(position), line: Number(line) }
}
