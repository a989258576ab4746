import type { Region } from '@parley/contracts/endpoint.ts'
import type { identityEndpoints } from '@parley/contracts/identity/endpoints.ts'
import { refuse } from '@parley/kernel/decider.ts'
import { type Handlers, reply } from '@parley/kernel/handler.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { sessions } from './sessions.projection.ts'

export type SessionQueryDeps = {
  readerOf(region: Region): Reader
  /** Returns the moment (milliseconds) of the last password change, which ended all sessions started before it. */
  validFrom(region: Region, userId: string): Promise<number>
}

export function sessionQueries(deps: SessionQueryDeps): Handlers<typeof identityEndpoints> {
  return {
    'auth.listSessions': async ({ principal }) => {
      if (principal.kind !== 'user') return refuse('not-signed-in', 'Please sign in first.')
      const { userId, region } = principal
      const reader = deps.readerOf(region)
      const after = Math.max(await deps.validFrom(region, userId), 0)
      const found = await reader.find(sessions, userId, {
        index: 'byUser',
        where: { userId },
        order: 'desc',
        limit: 200,
      })
      const current = found.items.filter((item) => item.startedAt >= after && item.expiresAt > Date.now())
      const texts = await reader.open(
        userId,
        current.flatMap((item) => [item.userAgent ?? '', item.address ?? '']),
      )
      return reply({
        items: current.map((item, index) => ({
          sessionId: item.sessionId,
          current: item.sessionId === principal.sessionId,
          method: item.method,
          userAgent: texts[index * 2] || undefined,
          address: texts[index * 2 + 1] || undefined,
          startedAt: new Date(item.startedAt).toISOString(),
          expiresAt: new Date(item.expiresAt).toISOString(),
        })),
      })
    },
  }
}
