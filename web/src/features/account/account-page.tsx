import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import type { SessionView } from '@parley/contracts/identity/views.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Moment } from '../../design/dates/moment.tsx'
import { SettingRow, SettingSection } from '../../design/fields/setting-row.tsx'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page, Section } from '../../design/pages/page.tsx'
import { browserName } from '../../design/words/browser-name.ts'
import { client } from '../../server/client.ts'
import { useSession, useWorkspace } from '../../shell/navigation/places.ts'
import { regionNames } from '../../shell/regions.ts'
import styles from './account.module.css'
import { DeleteAccount } from './delete-account.tsx'
import { Email } from './email.tsx'
import { ExportAccount } from './export-account.tsx'
import { Passkeys } from './passkeys.tsx'
import { Password } from './password.tsx'
import { Profile } from './profile.tsx'
import { TwoFactor } from './two-factor.tsx'

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => client.call('auth.listSessions', {}, { signal }),
})

export function AccountPage() {
  const { user } = useSession()
  const workspace = useWorkspace()
  return (
    <Page title="Account" purpose="Your profile, sign-in and active sessions.">
      <Stack gap="md">
        <SettingSection title="Profile">
          <Profile key={user.displayName} user={user} />
          <SettingRow label="Workspace" help={`Kept in ${regionNames[workspace.region]}`}>
            <Text>
              <bdi>{workspace.workspaceName}</bdi>, since{' '}
              {new Date(user.joinedAt * 1000).toLocaleDateString(undefined, { dateStyle: 'long' })}
            </Text>
          </SettingRow>
        </SettingSection>
        <Email email={user.email} />
        <Password />
        <TwoFactor />
        <Passkeys />
        <Sessions />
        <ExportAccount />
        <DeleteAccount email={user.email} />
      </Stack>
    </Page>
  )
}

function Sessions() {
  const sessions = useQuery(sessionsQuery)
  return (
    <Section
      title="Sessions"
      explanation="Browsers and devices signed in to your account. End any you don’t recognise."
    >
      {sessions.isPending && <LoadingRows rows={2} />}
      {sessions.isError && (
        <FailedList
          title="Your sessions could not be loaded"
          error={sessions.error}
          onRetry={() => sessions.refetch()}
        />
      )}
      {sessions.data && (
        <ul className={styles.sessions}>
          {sessions.data.items.map((session) => (
            <SessionRow key={session.sessionId} session={session} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function SessionRow(props: { session: SessionView }) {
  const { session } = props
  const queryClient = useQueryClient()
  const end = useMutation({
    mutationFn: () => client.call('auth.revokeSession', { params: { sessionId: session.sessionId } }),
    onSuccess: () => {
      noticeSuccess('The session was ended')
      return queryClient.invalidateQueries(sessionsQuery)
    },
    onError: (error) => noticeError(error, 'Error: '),
  })
  return (
    <li>
      <div>
        <Group gap="xs">
          <Text fw={500}>{browserName(session.userAgent)}</Text>
          {session.current && <Badge variant="light">This browser</Badge>}
        </Group>
        <Text size="xs" c="dimmed">
          Signed in <Moment at={session.startedAt} />
          {session.address && ` from ${session.address}`}, ends on{' '}
          {new Date(session.expiresAt).toLocaleDateString(undefined, { dateStyle: 'medium' })}
        </Text>
      </div>
      {!session.current && (
        <Button
          size="compact-sm"
          variant="default"
          style={{ flex: 'none' }}
          onClick={() => end.mutate()}
          loading={end.isPending}
        >
          End session
        </Button>
      )}
    </li>
  )
}
