import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ChannelView } from '@parley/contracts/channel/endpoints.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { noticeSuccess } from '../../../design/notices/notices.ts'
import { ProblemAlert } from '../../../design/notices/problem-alert.tsx'
import { client, messageOf } from '../../../server/client.ts'
import { useLoaded } from '../../../server/overwriting.ts'
import { problemsIn } from '../../../server/problems-in.ts'
import { useAgentPlace } from '../../../shell/navigation/places.ts'
import { randomText } from '../../../shell/random-text.ts'
import { refreshChannels } from '../queries.ts'
import { SECRET_LENGTH, SigningSecret } from './signing-secret.tsx'

/** Replaces the signing secret of a webhook channel, for both directions at once. */
export function ReplaceSecret(props: { channel: ChannelView; onClose: () => void }) {
  const { channelId, name } = props.channel
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const [secret, setSecret] = useState(() => randomText(SECRET_LENGTH))
  const loaded = useLoaded()
  const replace = useMutation({
    mutationFn: () =>
      client.call(
        'channels.changeCredentials',
        { params: { ...place, channelId }, body: { credentials: { secret } } },
        { loaded },
      ),
    onSuccess: async () => {
      noticeSuccess(`The signing secret of ${name} was replaced`)
      await refreshChannels(queryClient, place)
      props.onClose()
    },
  })
  const problems = problemsIn(replace.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    replace.mutate()
  }
  return (
    <Modal opened onClose={props.onClose} title={`Replace the signing secret of ${name}`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {replace.error && problems.size === 0 && <ProblemAlert>{messageOf(replace.error)}</ProblemAlert>}
          <Text>
            The former secret stops working at once: what your server signs with it is refused, and the
            agent’s messages are signed with the new one.
          </Text>
          <SigningSecret
            value={secret}
            error={problems.get('credentials.secret') ?? problems.get('credentials')}
            onChange={(typed) => {
              setSecret(typed)
              replace.reset()
            }}
          />
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={replace.isPending}>
            Replace
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
