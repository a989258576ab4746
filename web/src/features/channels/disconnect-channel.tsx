import { Button, type ButtonProps, Stack } from '@mantine/core'
import type { ChannelView } from '@parley/contracts/channel/endpoints.ts'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeSuccess } from '../../design/notices/notices.ts'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { client, messageOf } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { refreshChannels } from './queries.ts'

/**
 * The button that disconnects a channel, which asks before. `named`: it stands in a list of several. `act`, `done`
 * and `failed`: what it is called, and what is said afterwards or when it fails, where not Disconnect.
 */
export function DisconnectChannel(props: Omit<Parameters<typeof Disconnect>[0], 'place'>) {
  return <Disconnect {...props} place={useAgentPlace()} />
}

/** The same for an agent that is not the one of the page. */
export function Disconnect(
  props: Pick<ButtonProps, 'size'> & {
    channel: ChannelView
    place: AgentPlace
    named?: boolean
    act?: string
    done?: string
    failed?: string
    onDone?: () => void
  },
) {
  const { channelId, name } = props.channel
  const { act = 'Disconnect' } = props
  const { place } = props
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const disconnect = useMutation({
    mutationFn: () => client.call('channels.disconnect', { params: { ...place, channelId } }),
    onSuccess: async () => {
      noticeSuccess(props.done ?? `${name} was disconnected`)
      setAsking(false)
      props.onDone?.()
      await refreshChannels(queryClient, place)
    },
  })
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size={props.size ?? 'sm'}
        leftSection={<IconPlugConnectedX size={16} />}
        {...(props.named && { 'aria-label': `${act} ${name}` })}
        onClick={() => {
          disconnect.reset()
          setAsking(true)
        }}
      >
        {act}
      </Button>
      {asking && (
        <AskBefore
          title={`${act} ${name}?`}
          act={act}
          pending={disconnect.isPending}
          onAct={() => disconnect.mutate()}
          onClose={() => setAsking(false)}
        >
          <Stack gap="md">
            {disconnect.error && (
              <ProblemAlert>
                {[props.failed, messageOf(disconnect.error)].filter(Boolean).join(' ')}
              </ProblemAlert>
            )}
            <div>
              People who write there get no reply any more, and messages that wait are not sent. Its
              conversations stay.
            </div>
          </Stack>
        </AskBefore>
      )}
    </>
  )
}
