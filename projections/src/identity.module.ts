/** The read models of people. */
import type { Region } from '@parley/contracts/endpoint.ts'
import type { SessionView } from '@parley/contracts/identity/views.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { sessions } from './sessions/sessions.projection.ts'
import { type SessionQueryDeps, sessionQueries, sessionsOf } from './sessions/sessions.queries.ts'

type Needs = {
  people: { sessionValidity(userId: string): ReturnType<SessionQueryDeps['validity']> }
}

export const identityReadModels = defineModule({
  name: 'identity read models',
  projections: [sessions],

  start({ reader, ports }: ModuleScope<Needs>) {
    return {
      provides: {
        sessions: {
          /** Those of a person that have not ended. `sessionId`: the one that is marked as current. */
          async of(userId: string, sessionId: string): Promise<SessionView[]> {
            const isValid = await ports.people.sessionValidity(userId)
            return sessionsOf(reader, { userId, sessionId, isValid })
          },
        },
      },
    }
  },

  startSpanning(regions: ReadonlyMap<Region, ModuleScope<Needs>>) {
    const scopeOf = (region: Region) => {
      const scope = regions.get(region)
      if (!scope) throw new Error(`Region ${region} is not served here`)
      return scope
    }
    return sessionQueries({
      readerOf: (region) => scopeOf(region).reader,
      validity: (region, userId) => scopeOf(region).ports.people.sessionValidity(userId),
    })
  },
})
