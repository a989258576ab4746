import type { Region } from '@parley/contracts/endpoint.ts'
import type { identityEndpoints } from '@parley/contracts/identity/endpoints.ts'
import type { SessionView } from '@parley/contracts/identity/views.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { sessions } from './sessions.projection.ts'

export type SessionQueryDeps = {
  readerOf(region: Region): Reader
  /** Returns which of a person's sessions a change of the password has not ended. */
  validity(region: Region, userId: string): Promise<(startedAt: number, sessionId: string) => boolean>
}

export function sessionQueries(deps: SessionQueryDeps): Handlers<typeof identityEndpoints> {
  return {
    'auth.listSessions': async ({ principal }) => {
      if (principal.kind !== 'user') return refuse('not-signed-in', 'Please sign in first.')
      const { userId, region, sessionId } = principal
      const isValid = await deps.validity(region, userId)
      return reply({ items: await sessionsOf(deps.readerOf(region), { userId, sessionId, isValid }) })
    },
  }
}

/** The sessions of a person that have not ended, newest first. `sessionId`: the one that is marked as current. */
export async function sessionsOf(
  reader: Reader,
  of: { userId: string; sessionId: string; isValid: (startedAt: number, sessionId: string) => boolean },
): Promise<SessionView[]> {
  const { userId, sessionId, isValid } = of
  const found = await reader.find(sessions, userId, {
    index: 'byUser',
    where: { userId },
    order: 'desc',
    limit: 200,
  })
  const live = found.items.filter(
    (item) => isValid(item.startedAt, item.sessionId) && item.expiresAt > Date.now(),
  )
  const texts = await reader.open(
    userId,
    live.flatMap((item) => [item.userAgent ?? '', item.address ?? '']),
  )
  return live.map((item, index) => ({
    sessionId: item.sessionId,
    current: item.sessionId === sessionId,
    method: item.method,
    userAgent: texts[index * 2] || undefined,
    address: texts[index * 2 + 1] || undefined,
    startedAt: new Date(item.startedAt).toISOString(),
    expiresAt: new Date(item.expiresAt).toISOString(),
  }))
}
