import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { noticeFailure } from '../../design/notices/notices.ts'
import { client, messageOf } from '../../server/client.ts'
import { publishGateQuery } from '../../server/tests.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'

/** Whether all tests must pass before a draft is published. */
export function PublishGateSwitch() {
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const gate = useQuery(publishGateQuery(place))
  const set = useMutation({
    mutationFn: (required: boolean) => client.call('publishGate.set', { params: place, body: { required } }),
    onSuccess: (_, required) => queryClient.setQueryData(publishGateQuery(place).queryKey, { required }),
    onError: (error) => noticeFailure(`The setting was not saved: ${messageOf(error)}`),
  })
  if (gate.isError) return null
  return (
    <Switch
      label="Require passing tests"
      description="Publishing requires all tests to pass, or a reason to skip them. Restoring an earlier version is always possible"
      disabled={!gate.data}
      checked={set.isPending ? set.variables : (gate.data?.required ?? false)}
      onChange={(event) => set.mutate(event.currentTarget.checked)}
    />
  )
}
