import { useQueryClient } from '@tanstack/react-query'
import { twoFactorQuery } from './two-factor-query.ts'
import { useAccountChange } from './use-account-change.ts'

/** A change of the second step of signing in, after which its state is read again. */
export function useTwoFactorChange<Given>(change: (given: Given) => Promise<unknown>, told?: string) {
  const queryClient = useQueryClient()
  return useAccountChange(async (given: Given) => {
    await change(given)
    await queryClient.invalidateQueries(twoFactorQuery)
  }, told)
}
