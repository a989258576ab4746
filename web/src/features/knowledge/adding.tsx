import { Alert, Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { noticeSuccess } from '../../design/notices.ts'
import { ApiError, messageOf } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { knowledgeKey } from './queries.ts'

/** Adds a source by the call it is given; what was typed stays when it fails. */
export function useAdd(place: AgentPlace, name: string, onAdded: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSuccess: () => {
      noticeSuccess(`${name} was added and is being read`)
      void queryClient.invalidateQueries({ queryKey: knowledgeKey(place) })
      onAdded()
    },
  })
}

/** What the server says about one field. */
export function problemOf(error: unknown, field: string): string | undefined {
  return error instanceof ApiError && error.field === field ? error.message : undefined
}

/** What the server says about everything that has no field here. */
export function AddFailed(props: { error: unknown; fields: readonly string[] }) {
  if (!props.error || props.fields.some((field) => problemOf(props.error, field))) return null
  return (
    <Alert color="red" role="alert">
      Error: {messageOf(props.error)}
    </Alert>
  )
}

export function SubmitRow(props: { label: string; pending: boolean }) {
  return (
    <Group justify="flex-end">
      <Button type="submit" loading={props.pending}>
        {props.label}
      </Button>
    </Group>
  )
}
