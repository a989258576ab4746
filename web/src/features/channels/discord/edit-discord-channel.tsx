import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { ChannelView } from '@parley/contracts/channel/endpoints.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { noticeSuccess } from '../../../design/notices/notices.ts'
import { ProblemAlert } from '../../../design/notices/problem-alert.tsx'
import { client, messageOf } from '../../../server/client.ts'
import { useLoaded } from '../../../server/overwriting.ts'
import { problemsIn } from '../../../server/problems-in.ts'
import { useAgentPlace } from '../../../shell/navigation/places.ts'
import { refreshChannels } from '../queries.ts'
import { WebhookUrl } from './webhook-url.tsx'

/** The form of a connected channel in its place in the list: its name here, and another webhook of the same channel. */
export function EditDiscordChannel(props: { channel: ChannelView; onClose: () => void }) {
  const { channelId, account, name: former } = props.channel
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  // While it is not edited, it is as others have saved it since.
  const [edited, setName] = useState<string>()
  const name = edited ?? former
  const [webhookUrl, setWebhookUrl] = useState('')
  const loaded = useLoaded(name !== former || webhookUrl !== '')
  const save = useMutation({
    async mutationFn() {
      const { discordChannelId = '', serverId = '' } = account
      const params = { ...place, channelId }
      // First what may be refused.
      if (webhookUrl.trim() !== '') {
        const body = { credentials: { webhookUrl: webhookUrl.trim() } }
        await client.call('channels.changeCredentials', { params, body }, { loaded })
      }
      if (name !== former) {
        const body = { name, account: { discordChannelId, serverId } }
        await client.call('channels.change', { params, body }, { loaded })
      }
    },
    onSuccess: async () => {
      noticeSuccess(`${name} was saved`)
      await refreshChannels(queryClient, place)
      props.onClose()
    },
  })
  const problems = problemsIn(save.error)
  const ofUrl =
    problems.get('credentials.webhookUrl') ?? problems.get('webhookUrl') ?? problems.get('credentials')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form onSubmit={submit} noValidate style={{ flex: 1 }} aria-label={`Edit ${former}`}>
      <Stack gap="sm">
        {save.error && problems.size === 0 && <ProblemAlert>{messageOf(save.error)}</ProblemAlert>}
        <TextInput
          label="Name"
          required
          maxLength={100}
          value={name}
          error={problems.get('name')}
          onChange={(event) => {
            setName(event.currentTarget.value)
            save.reset()
          }}
        />
        <TextInput
          label="Channel ID"
          description="Add another channel to answer there, too."
          readOnly
          value={account.discordChannelId ?? ''}
        />
        <WebhookUrl
          label="Another webhook URL of this channel"
          value={webhookUrl}
          error={ofUrl}
          optional
          onChange={(typed) => {
            setWebhookUrl(typed)
            save.reset()
          }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={name === former && webhookUrl === ''}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
