import { Button } from '@mantine/core'
import type { ChannelView } from '@parley/contracts/channel/endpoints.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import { asLoaded } from '../../server/overwriting.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { refreshChannels } from './queries.ts'

/** Saves a channel as it is, which has its provider told of it once more. */
export function TryAgain({ channel }: { channel: ChannelView }) {
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const { channelId, name } = channel
  const again = useMutation({
    mutationFn: () => {
      const params = { ...place, channelId }
      // As the provider named it; the server refuses fields of another kind.
      const account = channel.account as { botId: string; username: string }
      // What another person has saved since is not overwritten.
      return client.call('channels.change', { params, body: { name, account } }, { loaded: asLoaded() })
    },
    onSettled: () => refreshChannels(queryClient, place),
  })
  return (
    <Button variant="default" size="xs" loading={again.isPending} onClick={() => again.mutate()}>
      Try again
    </Button>
  )
}
