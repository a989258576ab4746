/** The record that ties a region's log to its keys; see `../installation.ts`. */
import { installation } from '../installation.ts'
import { defineModule } from './module.ts'

export const installationModule = defineModule({
  name: 'installation',
  endpoints: {},
  aggregates: [installation],
})
