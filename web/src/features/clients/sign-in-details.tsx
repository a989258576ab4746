import { Button, Input, Stack, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CopyField } from '../../design/fields/copy-field.tsx'
import { AnchorLink } from '../../design/links.tsx'
import { noticeError } from '../../design/notices/notices.ts'
import { LoadingRows } from '../../design/notices/states.tsx'
import { DrawerFooter } from '../../design/pages/framed-drawer.tsx'
import { client } from '../../server/client.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { SignInAddress } from '../../shell/sign-in-address.tsx'

/** How a client that was just added signs in; its password is shown here for the last time. */
export function NewSignIn(props: {
  clientId: string
  name: string
  email: string
  password: string | undefined
  onDone: () => void
}) {
  const { clientId, name, email, password, onDone } = props
  const { region, workspaceId } = useWorkspace()
  const agency = useQuery({
    queryKey: ['agency-brand', workspaceId],
    queryFn: ({ signal }) => client.call('clientAuth.agency', { query: { agency: workspaceId } }, { signal }),
    retry: false,
  })
  if (!agency.isFetched) return <LoadingRows rows={4} />
  if (agency.isError)
    return (
      <Stack gap="md">
        <Text>
          <bdi>{name}</bdi> was added, and can sign in once your agency is set up:{' '}
          <AnchorLink to="/app/$region/agency" params={{ region }}>
            open Agency
          </AnchorLink>
          .
        </Text>
        {password && <Password password={password} />}
        <Done onDone={onDone} />
      </Stack>
    )
  const hasPassword = !agency.data?.settings.disablePasswordLogin
  return (
    <Stack gap="md">
      <Text>
        <bdi>{name}</bdi> was added.{' '}
        {hasPassword
          ? 'Hand these over to the client. The password is not shown again.'
          : 'Hand these over to the client, who signs in by a code that is mailed to it.'}
      </Text>
      <Input.Wrapper label="Sign-in page" labelElement="div">
        <SignInAddress agencyId={workspaceId} />
      </Input.Wrapper>
      <Input.Wrapper label="Email" labelElement="div">
        <CopyField label="email" value={email} />
      </Input.Wrapper>
      {hasPassword && password && <Password password={password} />}
      <div>
        <SendSignInLink clientId={clientId} />
        <Text size="sm" c="dimmed" mt={4}>
          Mails the sign-in page with a link that signs the client in once, within seven days. The password is
          not in it.
        </Text>
      </div>
      <Done onDone={onDone} />
    </Stack>
  )
}

function Password({ password }: { password: string }) {
  return (
    <Input.Wrapper label="Password" labelElement="div">
      <CopyField label="password" value={password} />
    </Input.Wrapper>
  )
}

function Done({ onDone }: { onDone: () => void }) {
  return (
    <DrawerFooter>
      <Button onClick={onDone}>Done</Button>
    </DrawerFooter>
  )
}

/** Mails a client where it signs in, with a link for once. `disabled`: while something is not saved. */
export function SendSignInLink({ clientId, disabled }: { clientId: string; disabled?: boolean }) {
  const { region, workspaceId } = useWorkspace()
  const send = useMutation({
    mutationFn: () => client.call('clients.sendSignInLink', { params: { region, workspaceId, clientId } }),
    onError: (error) => noticeError(error),
  })
  return (
    <Button
      variant="default"
      aria-live="polite"
      leftSection={<IconMail size={16} />}
      loading={send.isPending}
      disabled={disabled || send.isSuccess}
      onClick={() => send.mutate()}
    >
      {send.isSuccess ? 'Sign-in details sent' : 'Send the sign-in details'}
    </Button>
  )
}
