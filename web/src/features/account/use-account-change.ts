import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { ApiError } from '../../server/client.ts'
import { sessionQuery } from '../../server/queries.ts'

/** What was refused, by the field that it is about. */
export type Problems = Record<string, string | undefined>

/**
 * A change of the own account: confirmed by a notice (`told`), shown everywhere at once, with what was refused at the
 * field that it is about. `list` is read again after it.
 */
export function useAccountChange<Given = void>(
  change: (given: Given) => Promise<unknown>,
  { told, list }: { told?: string; list?: { queryKey: QueryKey } } = {},
) {
  const queryClient = useQueryClient()
  const [problems, setProblems] = useState<Problems>({})
  const mutation = useMutation({
    mutationFn: async (given: Given) => {
      await change(given)
      if (list) await queryClient.invalidateQueries(list)
    },
    onMutate: () => setProblems({}),
    async onSuccess() {
      if (told === undefined) return
      await queryClient.invalidateQueries(sessionQuery())
      noticeSuccess(told)
    },
    onError(error) {
      const field = error instanceof ApiError ? error.field?.replace(/^body\./, '') : undefined
      if (field) setProblems({ [field]: error.message })
      else noticeError(error, 'Error: ')
    },
  })
  return { ...mutation, problems, setProblems }
}
