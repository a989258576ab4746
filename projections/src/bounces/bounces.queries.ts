/** The addresses from which mails came back, for the agency's e-mail tab. */
import type { bounceEndpoints } from '@parley/contracts/agency/bounce-endpoints.ts'
import { type BounceKind, wordsOfBounce } from '@parley/contracts/agency/bounces.ts'
import { ERASED } from '@parley/contracts/message.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { bouncesProjection } from './bounces.projection.ts'

const PAGE = 25

export function bouncesQueries(reader: Reader): Pick<Handlers<typeof bounceEndpoints>, 'bounces.list'> {
  return {
    async 'bounces.list'({ tenant, query: { cursor, limit = PAGE } }) {
      const page = await reader.find(bouncesProjection, tenant, {
        ...{ index: 'byTime', order: 'desc', limit, cursor },
      })
      const countOf = (kind: BounceKind) =>
        reader.count(bouncesProjection, tenant, { index: 'byKind', where: { kind } })
      const [hard, soft, complaint, emails] = await Promise.all([
        ...[countOf('hard'), countOf('soft'), countOf('complaint')],
        reader.open(
          tenant,
          page.items.map(({ email }) => email),
        ),
      ] as const)
      const items = page.items.map((item, nth) => ({
        ...item,
        ...wordsOfBounce(item),
        email: emails[nth] === ERASED ? '' : (emails[nth] ?? ''),
        suppressed: item.kind !== 'soft',
      }))
      return reply({ ...page, items, counts: { hard, soft, complaint } })
    },
  }
}
