/** The dialogs of one blueprint. */
import { Button, Group, Modal, MultiSelect, Select, Text, TextInput } from '@mantine/core'
import type { BlueprintView } from '@parley/contracts/agent/blueprint-endpoints.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { noticeSuccess } from '../../design/notices/notices.ts'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { client, messageOf } from '../../server/client.ts'
import { useLoaded } from '../../server/overwriting.ts'
import { assignableAgentsQuery } from '../../shell/agent/agents-field.tsx'
import type { BlueprintPlace } from './queries.ts'
import { agentsWords } from './rollout-words.ts'

type Props = { place: BlueprintPlace; blueprint: BlueprintView; onClose: () => void }

/** Saves what an agent has published as the next version. */
export function SaveVersion({ place, blueprint, onClose }: Props) {
  const agents = useQuery(assignableAgentsQuery(place))
  const [agentId, setAgentId] = useState(blueprint.source?.agentId ?? null)
  return (
    <OneField
      {...{ place, onClose }}
      title="Save new version"
      act="Save version"
      incomplete={agentId === null}
      onAct={async (idempotencyKey) => {
        const body = { agentId: agentId ?? '' }
        const { version } = await client.call(
          'blueprints.saveVersion',
          { params: place, body },
          { idempotencyKey },
        )
        return `Version ${version} was saved. Roll it out to bring it to the agents.`
      }}
    >
      <Select
        label="Agent"
        description="What it has published becomes the next version. No other agent changes by that."
        searchable
        limit={50}
        allowDeselect={false}
        nothingFoundMessage={agents.isPending ? 'Loading…' : 'No agents found'}
        error={agents.isError && 'The agents could not be loaded'}
        data={agents.data ?? []}
        value={agents.data ? agentId : null}
        onChange={setAgentId}
      />
    </OneField>
  )
}

export function AttachAgents({ place, blueprint, onClose }: Props) {
  const agents = useQuery(assignableAgentsQuery(place))
  const [agentIds, setAgentIds] = useState<string[]>([])
  const attached = new Set(blueprint.agents.map(({ agentId }) => agentId))
  return (
    <OneField
      {...{ place, onClose }}
      title="Attach agents"
      act={agentIds.length > 0 ? `Attach ${agentsWords(agentIds.length)}` : 'Attach'}
      incomplete={agentIds.length === 0}
      onAct={async (idempotencyKey) => {
        await client.call('blueprints.attach', { params: place, body: { agentIds } }, { idempotencyKey })
        return `${agentsWords(agentIds.length)} follow ${blueprint.name} now`
      }}
    >
      <MultiSelect
        label="Agents"
        description="They stay as they are, and follow the blueprint from its newest version on: what differs by now counts as their own."
        placeholder={agentIds.length === 0 ? 'Choose agents' : undefined}
        searchable
        clearable
        hidePickedOptions
        limit={50}
        nothingFoundMessage={agents.isPending ? 'Loading…' : 'No agents found'}
        error={agents.isError && 'The agents could not be loaded'}
        data={(agents.data ?? []).filter(({ value }) => !attached.has(value))}
        value={agents.data ? agentIds : []}
        onChange={setAgentIds}
      />
    </OneField>
  )
}

/** Renames the blueprint, or creates an agent from it. */
export function NameDialog({ place, blueprint, of, onClose }: Props & { of: 'rename' | 'agent' }) {
  const [name, setName] = useState(of === 'rename' ? blueprint.name : '')
  const trimmed = name.trim()
  const loaded = useLoaded(name !== blueprint.name)
  return (
    <OneField
      {...{ place, onClose }}
      title={of === 'rename' ? `Rename ${blueprint.name}` : `New agent from ${blueprint.name}`}
      act={of === 'rename' ? 'Rename' : 'Create agent'}
      incomplete={trimmed === ''}
      onAct={async (idempotencyKey) => {
        if (of === 'rename') {
          await client.call(
            'blueprints.rename',
            { params: place, body: { name: trimmed } },
            { loaded, idempotencyKey },
          )
          return `Renamed to ${trimmed}`
        }
        const body = { agentName: trimmed }
        await client.call('blueprints.createAgent', { params: place, body }, { idempotencyKey })
        return `${trimmed} was created`
      }}
    >
      {of === 'agent' && (
        <Text c="dimmed" mb="md">
          It has the newest version of the blueprint and follows it from then on.
        </Text>
      )}
      <TextInput
        label={of === 'rename' ? 'Name' : 'Agent Name'}
        maxLength={of === 'rename' ? 100 : 200}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </OneField>
  )
}

/** `onAct` returns what a notice says. */
function OneField(props: {
  place: BlueprintPlace
  title: string
  act: string
  incomplete: boolean
  onAct: (idempotencyKey: string) => Promise<string>
  onClose: () => void
  children: ReactNode
}) {
  const queryClient = useQueryClient()
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID())
  const act = useMutation({
    mutationFn: () => props.onAct(idempotencyKey),
    onSuccess: async (told) => {
      const { region } = props.place
      await Promise.all(
        ['blueprints', 'blueprint', 'blueprint-standings', 'agents', 'assignable-agents'].map((key) =>
          queryClient.invalidateQueries({ queryKey: [key, region] }),
        ),
      )
      noticeSuccess(told)
      props.onClose()
    },
    // A refused call is another one when it is made again.
    onError: () => setIdempotencyKey(crypto.randomUUID()),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!props.incomplete) act.mutate()
  }
  return (
    <Modal opened onClose={props.onClose} title={props.title}>
      <form onSubmit={submit}>
        {act.error && <ProblemAlert>{messageOf(act.error)}</ProblemAlert>}
        {props.children}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={props.incomplete} loading={act.isPending}>
            {props.act}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
