/** The read models of agencies. */
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import { agenciesProjection } from './agencies/agencies.projection.ts'
import { agencyQueries } from './agencies/agencies.queries.ts'

export const agencyReadModels = defineModule({
  name: 'agency read models',
  projections: [agenciesProjection],
  start: ({ reader }: ModuleScope) => ({ handlers: agencyQueries({ reader }) }),
})
