import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { noticeSuccess } from '../../../design/notices/notices.ts'
import { ProblemAlert } from '../../../design/notices/problem-alert.tsx'
import { DrawerFooter } from '../../../design/pages/framed-drawer.tsx'
import { client, messageOf } from '../../../server/client.ts'
import { problemsIn } from '../../../server/problems-in.ts'
import { useAgentPlace } from '../../../shell/navigation/places.ts'
import { randomText } from '../../../shell/random-text.ts'
import { refreshChannels } from '../queries.ts'
import { SECRET_LENGTH, SigningSecret } from './signing-secret.tsx'

/** The form that connects a server of the customer. */
export function ConnectWebhook(props: { onConnected: (channelId: string) => void }) {
  const formId = useId()
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [secret, setSecret] = useState(() => randomText(SECRET_LENGTH))
  const connect = useMutation({
    mutationFn: () =>
      client.call('channels.connect', {
        params: place,
        body: { kind: 'webhook', name, account: { url: url.trim() }, credentials: { secret } },
      }),
    onSuccess: async ({ channelId }) => {
      noticeSuccess(`${name} was connected`)
      await refreshChannels(queryClient, place)
      props.onConnected(channelId)
    },
  })
  const problems = problemsIn(connect.error)
  /** What was refused is not what is there now. */
  const edit = (set: (text: string) => void) => (text: string) => {
    set(text)
    connect.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    connect.mutate()
  }
  return (
    <form id={formId} onSubmit={submit} noValidate>
      <Stack gap="md">
        {connect.error && problems.size === 0 && <ProblemAlert>{messageOf(connect.error)}</ProblemAlert>}
        <Text c="dimmed">
          Your server delivers what people write, wherever they write it, and gets the agent’s replies.
          Requests in both directions are signed.
        </Text>
        <TextInput
          label="Name"
          description="How the channel is called in the dashboard"
          required
          maxLength={100}
          placeholder="Order line"
          data-autofocus
          value={name}
          error={problems.get('name')}
          onChange={(event) => edit(setName)(event.currentTarget.value)}
        />
        <TextInput
          label="Address"
          description="Where the agent’s messages are sent, as POST requests with JSON"
          required
          type="url"
          maxLength={2000}
          placeholder="https://example.com/messages"
          value={url}
          error={problems.get('account.url')}
          onChange={(event) => edit(setUrl)(event.currentTarget.value)}
        />
        <SigningSecret value={secret} error={problems.get('credentials.secret')} onChange={edit(setSecret)} />
      </Stack>
      <DrawerFooter>
        <Button type="submit" form={formId} loading={connect.isPending}>
          Connect
        </Button>
      </DrawerFooter>
    </form>
  )
}
