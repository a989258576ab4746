import routes from 'virtual:parley-auth-routes'
import { createClient } from '@parley/contracts/client.ts'

/** The typed client, limited to the endpoints that these pages call. */
export const client = createClient({ routes })
