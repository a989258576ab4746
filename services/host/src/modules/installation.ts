/** The record that ties a region's log to its keys; see `../installation.ts`. */

import { defineModule } from '@parley/kernel/modules/module.ts'
import { installation } from '../installation.ts'

export const installationModule = defineModule({
  name: 'installation',
  endpoints: {},
  aggregates: [installation],
})
