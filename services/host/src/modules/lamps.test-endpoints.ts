import { defineEndpoints, type Endpoint, regionParams } from '@parley/contracts/endpoint.ts'
import { z } from 'zod'

/** The endpoint of a module for tests. */
export const lampEndpoints: Record<string, Endpoint> = defineEndpoints({
  'lamps.light': {
    summary: 'Lights a lamp',
    method: 'POST',
    path: '/api/{region}/v2/lamps',
    permission: 'agent.read',
    kind: 'command',
    params: regionParams,
    output: z.object({}),
  },
})
