import { Button, Group, Stack, Text } from '@mantine/core'
import type { AgencyAdminSessionView } from '@parley/contracts/client/agency-admin-endpoints.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Moment } from '../../design/dates/moment.tsx'
import { SettingRow } from '../../design/fields/setting-row.tsx'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { browserName } from '../../design/words/browser-name.ts'
import { client } from '../../server/client.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'

const sessionsQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['agency-admin-sessions', region, workspaceId],
    meta: { touchedBy: ['agency', 'agencyadmin'] },
    queryFn: ({ signal }) =>
      client.call('agency.adminSessions', { params: { region, workspaceId } }, { signal }),
  })

/** Who is signed in with the agency secret. */
export function AdminSessions() {
  const place = useWorkspace()
  const sessions = useQuery(sessionsQuery(place))
  return (
    <SettingRow
      grouped
      label="Sessions with the secret key"
      help="Whoever signed in with it sees all of your agents, for eight hours. Replacing the secret key ends them all."
    >
      {sessions.isPending && <LoadingRows rows={1} />}
      {sessions.isError && (
        <FailedList
          title="The sessions could not be loaded"
          error={sessions.error}
          onRetry={() => sessions.refetch()}
        />
      )}
      {sessions.data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          Nobody is signed in with it.
        </Text>
      )}
      <Stack gap="sm">
        {sessions.data?.items.map((session) => (
          <SessionRow key={session.adminSessionId} session={session} />
        ))}
      </Stack>
    </SettingRow>
  )
}

function SessionRow({ session }: { session: AgencyAdminSessionView }) {
  const place = useWorkspace()
  const queryClient = useQueryClient()
  const { adminSessionId } = session
  const end = useMutation({
    mutationFn: () => client.call('agency.endAdminSession', { params: { ...place, adminSessionId } }),
    async onSuccess() {
      noticeSuccess('The session was ended')
      await queryClient.invalidateQueries(sessionsQuery(place))
    },
    onError: (error) => noticeError(error, 'Error: '),
  })
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm" fw={500}>
          {browserName(session.userAgent)}
        </Text>
        <Text size="xs" c="dimmed">
          Signed in <Moment at={session.startedAt} /> from {session.address}
          {session.host !== undefined && ` at ${session.host}`}, ends <Moment at={session.expiresAt} />
        </Text>
      </div>
      <Button
        size="compact-sm"
        variant="default"
        style={{ flex: 'none' }}
        loading={end.isPending}
        onClick={() => end.mutate()}
      >
        End session
      </Button>
    </Group>
  )
}
