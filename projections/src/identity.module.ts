/** The read models of people. */
import type { Region } from '@parley/contracts/endpoint.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import { sessions } from './sessions/sessions.projection.ts'
import { sessionQueries } from './sessions/sessions.queries.ts'

type Needs = { people: { sessionsFrom(userId: string): Promise<number> } }

export const identityReadModels = defineModule({
  name: 'identity read models',
  projections: [sessions],

  startSpanning(regions: ReadonlyMap<Region, ModuleScope<Needs>>) {
    const scopeOf = (region: Region) => {
      const scope = regions.get(region)
      if (!scope) throw new Error(`Region ${region} is not served here`)
      return scope
    }
    return sessionQueries({
      readerOf: (region) => scopeOf(region).reader,
      validFrom: (region, userId) => scopeOf(region).ports.people.sessionsFrom(userId),
    })
  },
})
