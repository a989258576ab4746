import { useQueryClient } from '@tanstack/react-query'
import { passkeysQuery } from './passkeys-query.ts'
import { useAccountChange } from './use-account-change.ts'

/** A change of the own passkeys, after which their list is read again. */
export function usePasskeyChange<Given>(change: (given: Given) => Promise<unknown>, told?: string) {
  const queryClient = useQueryClient()
  return useAccountChange(async (given: Given) => {
    await change(given)
    await queryClient.invalidateQueries(passkeysQuery)
  }, told)
}
