import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BeforeAndAfter } from '../../design/before-and-after.tsx'
import { noticeError, noticeSuccess } from '../../design/notices.ts'
import { FailedList, LoadingRows } from '../../design/states.tsx'
import { client } from '../../server/client.ts'
import { type AgentPlace, agentQuery } from '../../server/queries.ts'
import { fieldLabel } from '../../store/agent-fields.ts'
import { changedFields } from '../../store/draft-comparison.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { versionQuery, versionsQuery } from './queries.ts'
import styles from './version-differences.module.css'

/** What restoring a version would change: each field as published now and as in the version. */
export function VersionDifferences(props: { place: AgentPlace; version: number; onRestored: () => void }) {
  const { server } = useAgentDraft(props.place)
  const version = useQuery(versionQuery(props.place, props.version))
  if (version.isPending) return <LoadingRows rows={2} />
  if (version.isError)
    return (
      <FailedList
        title="The version could not be loaded"
        error={version.error}
        onRetry={() => version.refetch()}
      />
    )

  const then = version.data.data
  // Versions contain no secrets; restoring leaves secrets unchanged.
  const differing = changedFields(server, then).filter((field) => Object.hasOwn(then, field))
  const [wanted, now] = [new Map(Object.entries(then)), new Map(Object.entries(server))]
  return (
    <Stack gap="sm" mt="xs">
      {differing.length === 0 && <Text c="dimmed">The same as what is published now.</Text>}
      {differing.map((field) => (
        <div key={field} className={styles.field}>
          <Text fw={500}>{fieldLabel(field)}</Text>
          <BeforeAndAfter before={now.get(field) ?? ''} after={wanted.get(field) ?? ''} />
        </div>
      ))}
      {differing.length > 0 && <Restore {...props} />}
    </Stack>
  )
}

function Restore(props: { place: AgentPlace; version: number; onRestored: () => void }) {
  const { changed } = useAgentDraft(props.place)
  const queryClient = useQueryClient()
  const restore = useMutation({
    mutationFn: () =>
      client.call('agents.restoreVersion', { params: { ...props.place, version: props.version } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(agentQuery(props.place))
      void queryClient.invalidateQueries(versionsQuery(props.place))
      noticeSuccess(`Version ${props.version} restored and published`)
      props.onRestored()
    },
    onError: (error) => noticeError(error, 'Error: '),
  })
  return (
    <Stack gap={6}>
      <Text size="xs" c="dimmed">
        Restoring publishes this version as a new one; nothing of the history is lost.
        {changed.length > 0 && ' Your unpublished edits stay on top of it.'}
      </Text>
      <Group>
        <Button size="compact-sm" onClick={() => restore.mutate()} loading={restore.isPending}>
          Restore version {props.version}
        </Button>
      </Group>
    </Stack>
  )
}
