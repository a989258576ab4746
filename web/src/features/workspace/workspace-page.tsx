import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CopyField } from '../../design/fields/copy-field.tsx'
import { SecretField } from '../../design/fields/secret-field.tsx'
import { SettingRow, SettingSection } from '../../design/fields/setting-row.tsx'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeError, noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { client, messageOf } from '../../server/client.ts'
import { membersQuery } from '../../server/members.ts'
import { useLoaded } from '../../server/overwriting.ts'
import { sessionQuery, type WorkspacePlace } from '../../server/queries.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useWarningBeforeLeaving } from '../../shell/drafts/leave-warning.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { regionNames } from '../../shell/regions.ts'
import { AccessTokens } from './access-tokens.tsx'
import { DeleteWorkspace } from './delete-workspace.tsx'
import { Members } from './members.tsx'
import { OwnershipOffer } from './ownership-offer.tsx'
import { Photo } from './photo.tsx'
import { accessTokensQuery, reportQuery } from './queries.ts'
import { Report } from './report.tsx'

const workspaceQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['workspace', region, workspaceId],
    meta: { touchedBy: ['workspace'] },
    queryFn: ({ signal }) => client.call('workspaces.get', { params: { region, workspaceId } }, { signal }),
  })

/** The name and photo of the workspace, its id, and the secret for servers. */
export function WorkspacePage() {
  const place = useWorkspace()
  const workspace = useQuery(workspaceQuery(place))
  // These are waited for too, since what is below them would move.
  const members = useQuery(membersQuery(place))
  const report = useQuery(reportQuery(place))
  const may = useMay()
  const tokens = useQuery({ ...accessTokensQuery(place), enabled: may('workspace.tokens.manage') })
  const isPending = members.isPending || report.isPending || tokens.isLoading
  return (
    <Page title="Workspace" purpose="The workspace’s name, photo, members and access by API.">
      {(workspace.isPending || (workspace.data && isPending)) && <LoadingRows rows={3} height={140} />}
      {workspace.isError && (
        <FailedList
          title="The workspace could not be loaded"
          error={workspace.error}
          onRetry={() => workspace.refetch()}
        />
      )}
      {workspace.data && !isPending && (
        <Stack gap="md">
          <OwnershipOffer place={place} />
          <SettingSection title="Profile" explanation="Shown to workspace members.">
            {may('workspace.manage') && (
              <>
                <Name key={workspace.data.workspaceName} place={place} name={workspace.data.workspaceName} />
                <Photo
                  place={place}
                  name={workspace.data.workspaceName}
                  photo={workspace.data.workspacePhotoURL ?? ''}
                  onSaved={() => workspace.refetch()}
                />
              </>
            )}
            <SettingRow
              label="Workspace ID"
              help={`Identifies the workspace in the API and to the operator of this server. Its data is kept in ${regionNames[place.region]}.`}
            >
              <CopyField value={place.workspaceId} label="Workspace ID" />
            </SettingRow>
          </SettingSection>
          <Members place={place} personal={workspace.data.personal} />
          <Report place={place} />
          {may('workspace.tokens.manage') && <AccessTokens place={place} />}
          {may('workspace.secret.manage') && <Secret place={place} secret={workspace.data.workspaceSecret} />}
          {may('workspace.delete') && !workspace.data.personal && place.deletedAt === undefined && (
            <DeleteWorkspace place={place} name={workspace.data.workspaceName} />
          )}
        </Stack>
      )}
    </Page>
  )
}

function Name(props: { place: WorkspacePlace; name: string }) {
  const [name, setName] = useState(props.name)
  const [problem, setProblem] = useState<string>()
  const queryClient = useQueryClient()
  const loaded = useLoaded()
  const changed = name.trim() !== props.name
  useWarningBeforeLeaving(changed)
  const save = useMutation({
    mutationFn: (workspaceName: string) =>
      client.call('workspaces.save', { params: props.place, body: { workspaceName } }, { loaded }),
    async onSuccess() {
      await Promise.all([
        queryClient.invalidateQueries(workspaceQuery(props.place)),
        queryClient.invalidateQueries(sessionQuery()),
      ])
      noticeSuccess('Successfully saved workspace data.')
    },
    onError: (error) => {
      setProblem(messageOf(error))
      noticeFailure('Failed to save workspace.')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') setProblem('Please enter a workspace name.')
    else save.mutate(name.trim())
  }
  return (
    <SettingRow label="Name">
      <form onSubmit={submit} noValidate>
        <Group align="flex-start" gap="sm" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label="Workspace name"
            maxLength={100}
            value={name}
            error={problem}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setProblem(undefined)
            }}
          />
          <Button type="submit" variant="default" disabled={!changed} loading={save.isPending}>
            Save name
          </Button>
        </Group>
      </form>
    </SettingRow>
  )
}

function Secret(props: { place: WorkspacePlace; secret: string }) {
  const [asking, question] = useDisclosure(false)
  const queryClient = useQueryClient()
  const replace = useMutation({
    mutationFn: () => client.call('workspaces.regenerateSecret', { params: props.place }),
    async onSuccess() {
      await queryClient.invalidateQueries(workspaceQuery(props.place))
      question.close()
      noticeSuccess('The secret was replaced')
    },
    onError: (error) => noticeError(error, 'Error: '),
  })
  return (
    <SettingSection title="Workspace secret">
      <SettingRow
        label="Secret"
        help="For your servers: as a bearer token it can do what a member can. An access token with fewer permissions is safer. Never use either in web pages."
      >
        <SecretField label="Workspace secret" what="secret" value={props.secret} />
        <Group mt="xs">
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={question.open}>
            Replace
          </Button>
        </Group>
      </SettingRow>
      {asking && (
        <AskBefore
          title="Replace the workspace secret?"
          act="Replace the secret"
          pending={replace.isPending}
          onAct={() => replace.mutate()}
          onClose={question.close}
        >
          Servers that use the current secret are refused immediately.
        </AskBefore>
      )}
    </SettingSection>
  )
}
