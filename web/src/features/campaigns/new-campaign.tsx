import { Button, Select, Stack, TextInput } from '@mantine/core'
import { type CampaignMedium, mediumLabels } from '@parley/contracts/campaign/names.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { client, messageOf } from '../../server/client.ts'
import { channelsQuery } from '../../server/queries.ts'
import { assignableAgentsQuery } from '../../shell/agent/agents-field.tsx'
import { useWorkspace } from '../../shell/navigation/places.ts'

const offered = ['whatsapp', 'telegram', 'webhook'] as const satisfies readonly CampaignMedium[]
const MAIL = 'email'
const PUSH = 'push'

/** Creates a draft: who sends it, and through what. Everything else is chosen in the draft. */
export function NewCampaign({ onClose }: { onClose: () => void }) {
  const workspace = useWorkspace()
  const { region } = workspace
  const formId = useId()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [agentId, setAgentId] = useState<string | null>(null)
  const [through, setThrough] = useState<string | null>(MAIL)
  const agents = useQuery(assignableAgentsQuery(workspace))
  const channels = useQuery({
    ...channelsQuery({ region, agentId: agentId ?? '' }),
    enabled: agentId !== null,
  })
  const usable = (agentId === null ? [] : (channels.data ?? [])).flatMap((channel) => {
    const medium = offered.find((one) => one === channel.kind)
    return medium ? [{ ...channel, medium }] : []
  })
  const create = useMutation({
    mutationFn: (chosenAgent: string) => {
      const channel = usable.find(({ channelId }) => channelId === through)
      return client.call('campaigns.create', {
        params: { region },
        body: {
          ...{
            name: name.trim(),
            agentId: chosenAgent,
            medium: channel?.medium ?? (through === PUSH ? PUSH : MAIL),
          },
          ...(channel && { channelId: channel.channelId }),
          steps: [{ afterHours: 0, a: { text: '' } }],
          audience: through === PUSH ? { kind: 'visitors', live: false } : { kind: 'list' },
          schedule: { kind: 'now' },
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          quietHours: { from: 21 * 60, to: 8 * 60 },
        },
      })
    },
    async onSuccess({ campaignId }) {
      await queryClient.invalidateQueries({ queryKey: ['campaigns', region] })
      await navigate({ to: '/app/$region/campaigns/$campaignId', params: { region, campaignId } })
    },
  })
  const isReady = name.trim() !== '' && agentId !== null && through !== null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && agentId !== null) create.mutate(agentId)
  }
  return (
    <FramedDrawer
      title="New campaign"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={!isReady} loading={create.isPending}>
            Create draft
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <Stack gap="md">
          {create.error && <ProblemAlert>{messageOf(create.error)}</ProblemAlert>}
          <TextInput
            label="Name"
            description="For your team alone"
            maxLength={100}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label="Agent"
            description="It sends the messages and answers what people reply"
            placeholder="Choose an agent"
            searchable
            nothingFoundMessage={agents.isPending ? 'Loading…' : 'No agents found'}
            data={agents.data ?? []}
            value={agents.data ? agentId : null}
            onChange={(value) => {
              setAgentId(value)
              setThrough(MAIL)
            }}
          />
          <Select
            label="Send by"
            description="E-mail, notifications of visitors’ browsers, or a connected channel of the agent that lets it write first"
            data={[
              { value: MAIL, label: mediumLabels.email },
              { value: PUSH, label: mediumLabels.push },
              ...usable.map(({ channelId, medium, name: called }) => ({
                value: channelId,
                label: `${mediumLabels[medium]}: ${called}`,
              })),
            ]}
            allowDeselect={false}
            value={through}
            onChange={setThrough}
          />
        </Stack>
      </form>
    </FramedDrawer>
  )
}
