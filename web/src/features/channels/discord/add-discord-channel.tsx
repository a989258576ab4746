import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { noticeSuccess } from '../../../design/notices/notices.ts'
import { ProblemAlert } from '../../../design/notices/problem-alert.tsx'
import { client, messageOf } from '../../../server/client.ts'
import { problemsIn } from '../../../server/problems-in.ts'
import { useAgentPlace } from '../../../shell/navigation/places.ts'
import styles from '../channels.module.css'
import { refreshChannels } from '../queries.ts'
import { WebhookUrl } from './webhook-url.tsx'

/** Adds the bot to a server, and then a channel of it with its webhook. */
export function AddDiscordChannel({ inviteUrl }: { inviteUrl: string }) {
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const [discordChannelId, setDiscordChannelId] = useState('')
  const [webhookUrl, setWebhookUrl] = useState('')
  const add = useMutation({
    mutationFn: () =>
      client.call('channels.connect', {
        params: place,
        body: {
          kind: 'discord',
          account: { discordChannelId: discordChannelId.trim() },
          credentials: { webhookUrl: webhookUrl.trim() },
        },
      }),
    onSuccess: async () => {
      setDiscordChannelId('')
      setWebhookUrl('')
      await refreshChannels(queryClient, place)
      noticeSuccess('The Discord channel was added')
    },
  })
  const problems = problemsIn(add.error)
  const ofId = problems.get('account.discordChannelId')
  const ofUrl = problems.get('credentials.webhookUrl') ?? problems.get('webhookUrl')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {add.error && !ofId && !ofUrl && <ProblemAlert>{messageOf(add.error)}</ProblemAlert>}
        <ol className={styles.steps}>
          <li>
            Add the bot to your server. You need the permission Manage Server there.
            <div>
              <Button
                component="a"
                href={inviteUrl}
                target="_blank"
                rel="noreferrer"
                variant="default"
                size="xs"
                my={6}
                rightSection={<IconExternalLink size={14} />}
              >
                Add Bot to Server
              </Button>
            </div>
          </li>
          <li>
            Create a webhook in Discord: Edit Channel, Integrations, Webhooks, New Webhook. Its name and
            picture are those of the agent there.
          </li>
          <li>
            Enter the ID of the channel (with Developer Mode on, Copy Channel ID) and the URL of the webhook.
          </li>
        </ol>
        <TextInput
          label="Channel ID"
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
          placeholder="1187654321098765432"
          value={discordChannelId}
          error={ofId}
          onChange={(event) => {
            setDiscordChannelId(event.currentTarget.value)
            // What was refused is not what is there now.
            add.reset()
          }}
        />
        <WebhookUrl
          label="Corresponding Webhook URL"
          value={webhookUrl}
          error={ofUrl}
          onChange={(typed) => {
            setWebhookUrl(typed)
            add.reset()
          }}
        />
        <Group>
          <Button type="submit" loading={add.isPending}>
            + Submit & Add Channel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
