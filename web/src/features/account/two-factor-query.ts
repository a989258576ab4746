import { queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'

/** Whether signing in to the own account asks for a second step. */
export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => client.call('auth.twoFactor', {}, { signal }),
})
