import { Button, Group, Text } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { noticeSuccess, noticeWarning } from '../../design/notices/notices.ts'
import { WordsPage } from '../../design/pages/words-page.tsx'
import { ApiError, client, messageOf } from '../../server/client.ts'
import { leaveDashboard } from '../../server/leaving.ts'
import { forgetInvite, keepInvite, type PendingInvite, takeInvite } from '../../server/pending-invite.ts'
import { rememberWorkspace } from '../../server/workspace-choice.ts'
import { WorkspaceLoading } from '../../shell/workspace/workspace-loading.tsx'

/**
 * Where the link of an invitation leads. Whoever is signed in joins at once (part 2 §4); anybody else signs in or up
 * first, and comes back here.
 */
export function JoinPage() {
  const [invite] = useState(takeInvite)
  const person = useQuery(personQuery)
  if (!invite)
    return (
      <WordsPage title="This invitation is not complete">
        <Text c="dimmed">Open the link of the invitation again, whole as the mail shows it.</Text>
        <Button component="a" href="/app/">
          Go to your agents
        </Button>
      </WordsPage>
    )
  if (person.isPending) return <WorkspaceLoading text="Opening the invitation…" />
  if (person.isError)
    return (
      <WordsPage title="The invitation could not be opened">
        <Text c="dimmed">{messageOf(person.error)}</Text>
        <Button onClick={() => person.refetch()}>Try again</Button>
      </WordsPage>
    )
  if (person.data === null) return <Invitation invite={invite} />
  return <Joining invite={invite} email={person.data.email} />
}

/** Who is signed in, if anybody: unlike `sessionQuery`, being signed out is no error, which would lead to the sign-in page. */
const personQuery = queryOptions({
  queryKey: ['invited person'],
  async queryFn({ signal }) {
    try {
      return (await client.call('auth.session', {}, { signal })).user
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
})

function Joining({ invite, email }: { invite: PendingInvite; email: string }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { region, token } = invite
  const join = useMutation({
    mutationFn: () => client.call('invites.accept', { params: { region }, body: { token, email } }),
    async onSuccess({ workspaceId, workspaceName, joined }) {
      forgetInvite()
      if (joined) noticeSuccess('+ New Workspace')
      else noticeWarning(`You are a member of ${workspaceName} already. This invitation added nobody.`)
      rememberWorkspace(workspaceId)
      queryClient.clear()
      await navigate({ to: '/app/$region/agents', params: { region }, replace: true })
    },
    // Once the server has answered, the next visit of the dashboard is not led here again.
    onError: (error) => error instanceof ApiError && error.status < 500 && forgetInvite(),
  })
  const begun = useRef(false)
  const { mutate } = join
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate()
  }, [mutate])
  if (!join.isError) return <WorkspaceLoading text="Joining the workspace…" />
  const { error } = join
  const isOther = error instanceof ApiError && error.code === 'other-address'
  const signInAsOther = async () => {
    await client.call('auth.signOut', {}).catch(() => undefined)
    leaveDashboard('/login?next=%2Fapp%2Fjoin')
    keepInvite(invite)
  }
  return (
    <WordsPage title="You have not joined the workspace">
      <Text c="dimmed" role="alert">
        {messageOf(error)}
      </Text>
      {isOther && (
        <Text c="dimmed">
          You are signed in as <b>{email}</b>.
        </Text>
      )}
      <Group>
        {isOther && <Button onClick={signInAsOther}>Sign in with another account</Button>}
        {!(error instanceof ApiError) && <Button onClick={() => join.mutate()}>Try again</Button>}
        <Button component="a" href="/app/" variant="default">
          Go to your agents
        </Button>
      </Group>
    </WordsPage>
  )
}

/** What the invitation is to, and the ways to an account. */
function Invitation({ invite }: { invite: PendingInvite }) {
  const { region, token } = invite
  const opened = useQuery({
    queryKey: ['invitation', region, token],
    queryFn: ({ signal }) => client.call('invites.open', { params: { region }, body: { token } }, { signal }),
    retry: false,
  })
  const over = opened.isError && opened.error instanceof ApiError && opened.error.status < 500
  useEffect(() => {
    if (over) forgetInvite()
  }, [over])
  if (opened.isPending) return <WorkspaceLoading text="Opening the invitation…" />
  if (opened.isError)
    return (
      <WordsPage title="The invitation could not be opened">
        <Text c="dimmed" role="alert">
          {messageOf(opened.error)}
        </Text>
        {!over && <Button onClick={() => opened.refetch()}>Try again</Button>}
      </WordsPage>
    )
  const { workspaceName, invitedBy, email } = opened.data
  return (
    <WordsPage title={`Join ${workspaceName}`}>
      <Text c="dimmed">
        <bdi>{invitedBy}</bdi> invited <b>{email}</b>. Use an account with this address.
      </Text>
      <Group>
        <Button component="a" href="/signup?next=%2Fapp%2Fjoin">
          Create an account
        </Button>
        <Button component="a" href="/login?next=%2Fapp%2Fjoin" variant="default">
          Sign in
        </Button>
      </Group>
    </WordsPage>
  )
}
