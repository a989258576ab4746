import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { AskBefore } from '../../design/ask-before.tsx'
import { CopyField } from '../../design/copy-field.tsx'
import { noticeError, noticeSuccess } from '../../design/notices.ts'
import { Page, Section } from '../../design/page.tsx'
import { SecretField } from '../../design/secret-field.tsx'
import { FailedList, LoadingRows } from '../../design/states.tsx'
import { client, messageOf } from '../../server/client.ts'
import { sessionQuery, type WorkspacePlace } from '../../server/queries.ts'
import { useWarningBeforeLeaving } from '../../shell/leave-warning.ts'
import { useWorkspace } from '../../shell/places.ts'
import { regionNames } from '../../shell/regions.ts'
import { Photo } from './photo.tsx'

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
  return (
    <Page title="Workspace" purpose="What your team is called here, and how its servers sign in.">
      {workspace.isPending && <LoadingRows rows={3} height={140} />}
      {workspace.isError && (
        <FailedList
          title="The workspace could not be loaded"
          error={workspace.error}
          onRetry={() => workspace.refetch()}
        />
      )}
      {workspace.data && (
        <Stack gap="md">
          <Name key={workspace.data.workspaceName} place={place} name={workspace.data.workspaceName} />
          <Photo
            place={place}
            name={workspace.data.workspaceName}
            photo={workspace.data.workspacePhotoURL ?? ''}
            onSaved={() => workspace.refetch()}
          />
          <Section
            title="Workspace ID"
            explanation={`Names the workspace in the API and for the operator of this server. Its data is kept in ${regionNames[place.region]}.`}
          >
            <CopyField value={place.workspaceId} label="Workspace ID" />
          </Section>
          <Secret place={place} secret={workspace.data.workspaceSecret} />
        </Stack>
      )}
    </Page>
  )
}

function Name(props: { place: WorkspacePlace; name: string }) {
  const [name, setName] = useState(props.name)
  const [problem, setProblem] = useState<string>()
  const queryClient = useQueryClient()
  const changed = name.trim() !== props.name
  useWarningBeforeLeaving(changed)
  const save = useMutation({
    mutationFn: (workspaceName: string) =>
      client.call('workspaces.save', { params: props.place, body: { workspaceName } }),
    async onSuccess() {
      await Promise.all([
        queryClient.invalidateQueries(workspaceQuery(props.place)),
        queryClient.invalidateQueries(sessionQuery()),
      ])
      noticeSuccess('The workspace was renamed')
    },
    onError: (error) => setProblem(messageOf(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') setProblem('Please enter a workspace name.')
    else save.mutate(name.trim())
  }
  return (
    <Section title="Name" explanation="Shown to the members of the workspace.">
      <form onSubmit={submit} noValidate>
        <Group align="flex-start" gap="sm">
          <TextInput
            flex="1 1 240px"
            maw={420}
            aria-label="Workspace name"
            maxLength={100}
            value={name}
            error={problem}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setProblem(undefined)
            }}
          />
          <Button type="submit" disabled={!changed} loading={save.isPending}>
            Save name
          </Button>
        </Group>
      </form>
    </Section>
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
    <Section
      title="Workspace secret"
      explanation="For your own servers: sent as a bearer, it may do what a member may. Keep it out of web pages."
    >
      <SecretField label="Workspace secret" what="secret" value={props.secret} />
      <Group>
        <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={question.open}>
          Replace
        </Button>
      </Group>
      {asking && (
        <AskBefore
          title="Replace the workspace secret?"
          act="Replace the secret"
          pending={replace.isPending}
          onAct={() => replace.mutate()}
          onClose={question.close}
        >
          Every server that uses the present secret is refused from then on.
        </AskBefore>
      )}
    </Section>
  )
}
