import { Anchor, Button, Group, Text } from '@mantine/core'
import type { ChannelHealth, ChannelView } from '@parley/contracts/channel/endpoints.ts'
import { IconPencil } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../server/client.ts'
import { asLoaded } from '../../../server/overwriting.ts'
import { useMay } from '../../../shell/access/use-may.ts'
import { useAgentPlace } from '../../../shell/navigation/places.ts'
import { discordCheckWords } from '../channel-words.ts'
import styles from '../channels.module.css'
import { DisconnectChannel } from '../disconnect-channel.tsx'
import { Health, SetupBadge } from '../health.tsx'
import { checkQuery, refreshChannels } from '../queries.ts'
import { EditDiscordChannel } from './edit-discord-channel.tsx'

/** A connected channel of Discord: how it does, edited in its place, deleted. */
export function DiscordChannel(props: { channel: ChannelView; health: ChannelHealth | undefined }) {
  const { channel } = props
  const manages = useMay()('channel.manage')
  const [editing, setEditing] = useState(false)
  const { discordChannelId = '', serverId = '' } = channel.account
  if (editing)
    return (
      <li className={styles.row}>
        <EditDiscordChannel channel={channel} onClose={() => setEditing(false)} />
      </li>
    )
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <Anchor
          href={`https://discord.com/channels/${serverId}/${discordChannelId}`}
          target="_blank"
          rel="noreferrer"
          fw={600}
        >
          <bdi>{channel.name}</bdi>
        </Anchor>
        <Text size="sm" c="dimmed">
          Channel ID {discordChannelId} · Webhook ••••{channel.credentials.webhookUrl?.ending}
        </Text>
        <Health channel={channel} health={props.health} />
        {channel.setup.state === 'ready' && <AtDiscord channel={channel} />}
        {manages && (
          <Group gap="xs" mt="xs" ml={-14}>
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconPencil size={16} />}
              aria-label={`Edit ${channel.name}`}
              onClick={() => setEditing(true)}
            >
              Edit
            </Button>
            <DisconnectChannel
              {...{ channel, act: 'Delete', done: `${channel.name} was deleted` }}
              size="xs"
              named
            />
            {channel.setup.state === 'failed' && <TryAgain channel={channel} />}
          </Group>
        )}
      </div>
      <SetupBadge channel={channel} />
    </li>
  )
}

/** Whether the bot and the webhook are there. */
function AtDiscord({ channel }: { channel: ChannelView }) {
  const { data, isPending } = useQuery(checkQuery(useAgentPlace(), channel.channelId))
  return (
    <Text size="sm" c="dimmed" mt={4}>
      {isPending ? 'Asking Discord …' : discordCheckWords[data?.state ?? 'unreachable']}
    </Text>
  )
}

/** Saves a channel as it is, which has Discord asked once more. */
function TryAgain({ channel }: { channel: ChannelView }) {
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const { channelId, name } = channel
  const again = useMutation({
    mutationFn: () => {
      const { discordChannelId = '', serverId = '' } = channel.account
      const params = { ...place, channelId }
      const body = { name, account: { discordChannelId, serverId } }
      // What another person has saved since is not overwritten.
      return client.call('channels.change', { params, body }, { loaded: asLoaded() })
    },
    onSettled: () => refreshChannels(queryClient, place),
  })
  return (
    <Button variant="default" size="xs" loading={again.isPending} onClick={() => again.mutate()}>
      Try again
    </Button>
  )
}
