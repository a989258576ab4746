import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import type { CampaignView } from '@parley/contracts/campaign/endpoints.ts'
import { IconDots, IconPlayerPause, IconPlayerPlay, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { client } from '../../server/client.ts'
import type { CampaignPlace } from './queries.ts'
import { mayPass } from './words.ts'

type Act = 'pause' | 'resume' | 'cancel' | 'retry' | 'delete'

const done: Record<Act, string> = {
  pause: 'The campaign is paused',
  resume: 'The campaign goes on',
  cancel: 'The campaign is cancelled',
  retry: 'The campaign runs again',
  delete: 'The campaign was deleted',
}

/** What is done with a campaign: pause, resume, cancel, try again, delete. */
export function CampaignActions({ place, campaign }: { place: CampaignPlace; campaign: CampaignView }) {
  const { region, campaignId } = place
  const { state, figures } = campaign
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'cancel' | 'delete'>()
  const act = useMutation({
    mutationFn: (wanted: Act) => client.call(`campaigns.${wanted}`, { params: { region, campaignId } }),
    async onSuccess(_, wanted) {
      setAsked(undefined)
      if (wanted === 'delete') await navigate({ to: '/app/$region/campaigns', params: { region } })
      await Promise.all(
        ['campaign', 'campaigns', 'campaign-recipients'].map((key) =>
          queryClient.invalidateQueries({ queryKey: [key, region] }),
        ),
      )
      noticeSuccess(done[wanted])
    },
    onError(error) {
      setAsked(undefined)
      noticeError(error)
    },
  })
  const runs = state === 'running' || state === 'paused'
  return (
    <Group gap="sm">
      {state === 'running' && (
        <Button
          variant="default"
          leftSection={<IconPlayerPause size={16} />}
          loading={act.isPending}
          onClick={() => act.mutate('pause')}
        >
          Pause
        </Button>
      )}
      {state === 'paused' && (
        <Button
          leftSection={<IconPlayerPlay size={16} />}
          loading={act.isPending}
          onClick={() => act.mutate('resume')}
        >
          Resume
        </Button>
      )}
      {runs && (
        <Button variant="default" color="red" onClick={() => setAsked('cancel')}>
          Cancel campaign
        </Button>
      )}
      {state === 'finished' && figures.failed > 0 && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          title={mayPass}
          loading={act.isPending}
          onClick={() => act.mutate('retry')}
        >
          Try failed again
        </Button>
      )}
      {!runs && (
        <Menu width={200} position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label="More actions">
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setAsked('delete')}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {asked === 'cancel' && (
        <AskBefore
          title={`Cancel ${campaign.name}?`}
          act="Cancel campaign"
          pending={act.isPending}
          onAct={() => act.mutate('cancel')}
          onClose={() => setAsked(undefined)}
        >
          Nobody is written to any more, and it can’t be started again. Messages that were sent stay in their
          conversations.
        </AskBefore>
      )}
      {asked === 'delete' && (
        <AskBefore
          title={`Delete ${campaign.name}?`}
          act="Delete campaign"
          pending={act.isPending}
          onAct={() => act.mutate('delete')}
          onClose={() => setAsked(undefined)}
        >
          Its texts, recipients and figures go with it. Conversations, and who opted out, stay.
        </AskBefore>
      )}
    </Group>
  )
}
