import { queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'

/** The passkeys that sign in to the own account. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => client.call('auth.passkeys', {}, { signal }),
})

/** What is wrong with the name of a passkey. */
export const missingName = (name: string) => (name.trim() === '' ? 'Please enter a name.' : undefined)
