import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { ChannelHealth, ChannelView } from '@parley/contracts/channel/endpoints.ts'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { CopyField } from '../../../design/fields/copy-field.tsx'
import { noticeSuccess } from '../../../design/notices/notices.ts'
import { ProblemAlert } from '../../../design/notices/problem-alert.tsx'
import { DrawerFooter } from '../../../design/pages/framed-drawer.tsx'
import { client, messageOf } from '../../../server/client.ts'
import { useLoaded } from '../../../server/overwriting.ts'
import { problemsIn } from '../../../server/problems-in.ts'
import { useMay } from '../../../shell/access/use-may.ts'
import { useAgentPlace } from '../../../shell/navigation/places.ts'
import { DisconnectChannel } from '../disconnect-channel.tsx'
import { Health, SetupBadge } from '../health.tsx'
import { refreshChannels } from '../queries.ts'
import { ReplaceSecret } from './replace-secret.tsx'
import { SignedExample } from './signed-example.tsx'

/** A connected webhook: how it does, where its server delivers, and its settings. */
export function WebhookChannel(props: {
  channel: ChannelView
  health: ChannelHealth | undefined
  onDisconnected: () => void
  /** Opens the form for another one. */
  onAnother: (() => void) | undefined
}) {
  const { channel } = props
  const formId = useId()
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const readOnly = !useMay()('channel.manage')
  // What was not edited is as others have saved it since.
  const [edited, setEdited] = useState<{ name?: string; url?: string }>({})
  const { name = channel.name, url = channel.account.url ?? '' } = edited
  const [replacing, setReplacing] = useState(false)
  const changed = name !== channel.name || url !== channel.account.url
  const loaded = useLoaded(changed)
  const { channelId } = channel
  const save = useMutation({
    mutationFn: () =>
      client.call(
        'channels.change',
        { params: { ...place, channelId }, body: { name, account: { url: url.trim() } } },
        { loaded },
      ),
    onSuccess: async () => {
      noticeSuccess(`${name} was saved`)
      await refreshChannels(queryClient, place)
      setEdited({})
    },
  })
  const problems = problemsIn(save.error)
  const address = `${window.location.origin}/api/${place.region}/v2/agents/${encodeURIComponent(place.agentId)}/channels/${channelId}/deliveries`
  const ending = channel.credentials.secret?.ending ?? ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Health channel={channel} health={props.health} />
        </div>
        <SetupBadge channel={channel} />
      </Group>
      <div>
        <Text fw={500} size="sm" mb={4}>
          Delivery address
        </Text>
        <CopyField value={address} label="delivery address" />
        <Text c="dimmed" size="xs" mt={4}>
          Your server delivers there what people write, signed with the signing secret.
        </Text>
      </div>
      <form id={formId} onSubmit={submit} noValidate>
        <Stack gap="md">
          {save.error && problems.size === 0 && <ProblemAlert>{messageOf(save.error)}</ProblemAlert>}
          <TextInput
            label="Name"
            required
            maxLength={100}
            readOnly={readOnly}
            value={name}
            error={problems.get('name')}
            onChange={(event) => {
              const { value } = event.currentTarget
              setEdited((former) => ({ ...former, name: value }))
              save.reset()
            }}
          />
          <TextInput
            label="Address"
            description="Where the agent’s messages are sent, as POST requests with JSON"
            required
            type="url"
            maxLength={2000}
            readOnly={readOnly}
            value={url}
            error={problems.get('account.url') ?? problems.get('account')}
            onChange={(event) => {
              const { value } = event.currentTarget
              setEdited((former) => ({ ...former, url: value }))
              save.reset()
            }}
          />
        </Stack>
      </form>
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <TextInput
          label="Signing secret"
          description="Never shown again. Replace it if somebody else may know it."
          readOnly
          flex={1}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={`••••••••${ending}`}
        />
        {!readOnly && (
          <Button variant="default" leftSection={<IconKey size={16} />} onClick={() => setReplacing(true)}>
            Replace
          </Button>
        )}
      </Group>
      <SignedExample address={address} />
      {props.onAnother && (
        <Group>
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={props.onAnother}>
            Connect another webhook
          </Button>
        </Group>
      )}
      {replacing && <ReplaceSecret channel={channel} onClose={() => setReplacing(false)} />}
      {!readOnly && (
        <DrawerFooter left={<DisconnectChannel channel={channel} onDone={props.onDisconnected} />}>
          <Button type="submit" form={formId} loading={save.isPending} disabled={!changed}>
            Save
          </Button>
        </DrawerFooter>
      )}
    </>
  )
}
