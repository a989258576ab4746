/** The read models of integrations. */
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import { toolsProjection } from './tools/tools.projection.ts'
import { countTools, toolQueries } from './tools/tools.queries.ts'

export const integrationReadModels = defineModule({
  name: 'integration read models',
  projections: [toolsProjection],

  start: ({ reader }: ModuleScope) => ({
    handlers: toolQueries({ reader }),
    provides: { tools: { count: (tenant: string) => countTools(reader, tenant) } },
  }),
})
