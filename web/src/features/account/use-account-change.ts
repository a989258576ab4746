import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { noticeError, noticeSuccess } from '../../design/notices.ts'
import { ApiError } from '../../server/client.ts'
import { sessionQuery } from '../../server/queries.ts'

/**
 * A change of the own account: confirmed by a notice, shown everywhere at once, with what was refused at the field that
 * it is about.
 */
export function useAccountChange<Given>(change: (given: Given) => Promise<unknown>, told?: string) {
  const queryClient = useQueryClient()
  const [problems, setProblems] = useState<Record<string, string>>({})
  const mutation = useMutation({
    mutationFn: change,
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
