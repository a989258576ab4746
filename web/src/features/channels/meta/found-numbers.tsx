import { Alert, Badge, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import type { ChannelView } from '@parley/contracts/channel/endpoints.ts'
import type { MetaFound, MetaNumber } from '@parley/contracts/channel/meta-endpoints.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { noticeError, noticeSuccess } from '../../../design/notices/notices.ts'
import { client, messageOf } from '../../../server/client.ts'
import { useAgentPlace } from '../../../shell/navigation/places.ts'
import { refreshChannels } from '../queries.ts'
import { NumberName } from '../whatsapp/number-name.tsx'
import { TestMessage } from '../whatsapp/test-message.tsx'

/** The numbers of the business accounts that a person has shared at Meta, as cards (part 1 §2). */
export function FoundNumbers({ found, numbers }: { found: MetaFound; numbers: ChannelView[] }) {
  if (found.numbers.length === 0)
    return (
      <Text size="sm">
        Meta shared no number. Continue with Meta again, and choose a business account there.
      </Text>
    )
  return (
    <Stack gap="sm" role="list" aria-label="Numbers at Meta">
      {found.numbers.map((number) => (
        <NumberCard
          key={number.phoneNumberId}
          number={number}
          grant={found.grant}
          connected={numbers.find(({ account }) => account.phoneNumberId === number.phoneNumberId)}
        />
      ))}
    </Stack>
  )
}

function NumberCard(props: { number: MetaNumber; grant: string; connected: ChannelView | undefined }) {
  const { number, grant, connected } = props
  const { phoneNumberId, businessId, phoneNumber } = number
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const [name, setName] = useState(number.name)
  const [testing, setTesting] = useState(false)
  const connect = useMutation({
    mutationFn: () =>
      client.call('channels.connectMeta', {
        params: place,
        body: {
          ...{ kind: 'whatsapp', grant, account: { phoneNumberId, businessId } },
          ...(name.trim() === '' ? {} : { name: name.trim() }),
        },
      }),
    onSuccess: async () => {
      await refreshChannels(queryClient, place)
      noticeSuccess('Number is connected successfully')
    },
    onError: (error) => noticeError(error, `Failed to connect ${phoneNumber}: `),
  })
  const setup = connected?.setup
  const failure = connect.error
    ? messageOf(connect.error)
    : setup?.state === 'failed'
      ? (setup.description ?? 'Connection failed')
      : undefined
  // Shown as connected while it is being connected; after a failure it is pending again.
  const isConnected =
    failure === undefined && (connected !== undefined || connect.isPending || connect.isSuccess)
  return (
    <Paper withBorder p="md" role="listitem" aria-label={phoneNumber}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          {connected && <NumberName number={connected} manages />}
          <Text size="sm" c="dimmed">
            <bdi>{phoneNumber}</bdi>
          </Text>
        </div>
        <Badge variant="light" color={isConnected ? 'teal' : 'gray'} style={{ flexShrink: 0 }}>
          {isConnected ? 'Connected' : 'Pending'}
        </Badge>
      </Group>
      {!connected && (
        <TextInput
          label="Name"
          mt="xs"
          maxLength={100}
          value={name}
          disabled={connect.isPending}
          onChange={(event) => {
            setName(event.currentTarget.value)
            connect.reset()
          }}
        />
      )}
      {failure !== undefined && (
        <Alert color="red" mt="xs" p="sm" title="Connection Failed" role="alert">
          {failure}
        </Alert>
      )}
      <Group gap="xs" mt="sm">
        {!connected && (
          <Button
            size="xs"
            aria-label={`Connect ${phoneNumber}`}
            loading={connect.isPending}
            onClick={() => connect.mutate()}
          >
            Connect
          </Button>
        )}
        {connected && isConnected && !testing && (
          <Button size="xs" variant="default" onClick={() => setTesting(true)}>
            Send Test Message
          </Button>
        )}
      </Group>
      {connected && testing && <TestMessage number={connected} onClose={() => setTesting(false)} />}
    </Paper>
  )
}
