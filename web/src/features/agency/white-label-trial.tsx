import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { whiteLabelTrialDays } from '@parley/contracts/agency/white-label.ts'
import { IconBadge } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { noticeError } from '../../design/notices/notices.ts'
import { counted } from '../../design/words/counted.ts'
import { client } from '../../server/client.ts'
import { whiteLabelQuery } from '../../server/white-label.ts'
import { useSession, useWorkspace } from '../../shell/navigation/places.ts'

/** The offer of a white-label trial, how long it goes on, and that it has ended; nothing where there are no trials. */
export function WhiteLabelTrial() {
  return useSession().whiteLabelTrials ? <Trial /> : null
}

function Trial() {
  const workspace = useWorkspace()
  const { region } = workspace
  const queryClient = useQueryClient()
  const { data } = useQuery(whiteLabelQuery(workspace))
  const [activated, setActivated] = useState(false)
  const starting = useMutation({
    mutationFn: () => client.call('rpc.activateWhitelabelTrial', { params: { region } }),
    async onSuccess() {
      await queryClient.invalidateQueries(whiteLabelQuery(workspace))
      setActivated(true)
    },
    onError: (error) => noticeError(error),
  })
  if (!data) return null
  return (
    <>
      <Standing standing={data} onStart={() => starting.mutate()} isStarting={starting.isPending} />
      {activated && (
        <Modal opened onClose={() => setActivated(false)} title="White-label trial activated">
          <Text>
            You have {whiteLabelTrialDays} days of access to white label. Chats, client pages and emails no
            longer say “Powered by”, and you can add a custom domain.
          </Text>
          <Group justify="flex-end" mt="lg">
            <Button onClick={() => setActivated(false)} data-autofocus>
              Got it
            </Button>
          </Group>
        </Modal>
      )}
    </>
  )
}

function Standing({
  standing: { trial, canStartTrial },
  ...props
}: {
  standing: {
    trial?: { endsAt: string; hasEnded: boolean; daysLeft: number } | undefined
    canStartTrial: boolean
  }
  onStart: () => void
  isStarting: boolean
}) {
  const icon = <IconBadge size={18} />
  if (canStartTrial)
    return (
      <Alert icon={icon} title={`Try white label for ${whiteLabelTrialDays} days`} mb="md">
        Chats, client pages and emails don’t say “Powered by”, and you can add a custom domain. Each workspace
        has one trial.
        <Group mt="xs">
          <Button size="xs" loading={props.isStarting} onClick={props.onStart}>
            Start trial
          </Button>
        </Group>
      </Alert>
    )
  if (!trial) return null
  const day = new Date(trial.endsAt).toLocaleDateString(undefined, { dateStyle: 'long' })
  return trial.hasEnded ? (
    <Alert color="gray" icon={icon} title="The white-label trial has ended" mb="md">
      Chats, client pages and emails say “Powered by” again. Custom domains that you added keep working, but
      you can’t add another one.
    </Alert>
  ) : (
    <Alert icon={icon} title={`White-label trial: ${counted(trial.daysLeft, 'day')} left`} mb="md">
      It ends on {day}.
    </Alert>
  )
}
