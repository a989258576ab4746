import { Button, Group, Modal, Select, Table, Text, TextInput } from '@mantine/core'
import type { BlueprintListItem } from '@parley/contracts/agent/blueprint-endpoints.ts'
import { IconPlus, IconTemplate } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Moment } from '../../design/dates/moment.tsx'
import { AnchorLink } from '../../design/links.tsx'
import { ListTable } from '../../design/lists/list-table.tsx'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { client, messageOf } from '../../server/client.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { assignableAgentsQuery } from '../../shell/agent/agents-field.tsx'
import { useWorkspace } from '../../shell/navigation/places.ts'
import styles from './blueprints.module.css'
import { blueprintsQuery } from './queries.ts'
import { agentsWords } from './rollout-words.ts'

const route = getRouteApi('/app/$region/blueprints')

/** The blueprints of the workspace. */
export function BlueprintsPage() {
  const blueprints = useQuery(blueprintsQuery(useWorkspace()))
  const manages = useMay()('blueprint.manage')
  const navigate = route.useNavigate()
  const { create, agent } = route.useSearch()
  const open = (opened: boolean) => void navigate({ search: { create: opened || undefined } })
  const items = blueprints.data
  const button = manages && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open(true)}>
      New blueprint
    </Button>
  )
  return (
    <Page
      wide
      title="Blueprints"
      purpose="What the agents of many clients have in common: change it once, and roll it out to all of them."
      actions={items?.length !== 0 && button}
    >
      {blueprints.isPending && <LoadingRows rows={4} height={60} />}
      {blueprints.isError && !items && (
        <FailedList
          title="The blueprints could not be loaded"
          error={blueprints.error}
          onRetry={() => blueprints.refetch()}
        />
      )}
      {items?.length === 0 && (
        <EmptyList
          icon={<IconTemplate size={24} />}
          title="No blueprints yet"
          explanation="Save an agent as a blueprint, create the agents of your clients from it, and bring later changes to all of them in one act."
          action={button || undefined}
        />
      )}
      {items && items.length > 0 && <BlueprintTable blueprints={items} />}
      {create && manages && <NewBlueprint agentId={agent} onClose={() => open(false)} />}
    </Page>
  )
}

function BlueprintTable({ blueprints }: { blueprints: BlueprintListItem[] }) {
  const { region } = useWorkspace()
  return (
    <ListTable
      className={styles.table}
      head={
        <>
          <Table.Th>Blueprint</Table.Th>
          <Table.Th data-narrow>Version</Table.Th>
          <Table.Th data-narrow>Agents</Table.Th>
          <Table.Th data-narrow>Saved</Table.Th>
        </>
      }
    >
      {blueprints.map(({ ID, name, version, agents, savedAt }) => (
        <Table.Tr key={ID}>
          <Table.Td data-cell="title">
            <AnchorLink
              to="/app/$region/blueprints/$blueprintId"
              params={{ region, blueprintId: ID }}
              fw={600}
              underline="hover"
              c="var(--mantine-color-text)"
            >
              <bdi>{name}</bdi>
            </AnchorLink>
          </Table.Td>
          <Table.Td data-cell="aside">Version {version}</Table.Td>
          <Table.Td data-cell="line">
            <Text component="span" c="dimmed">
              {agentsWords(agents)}
            </Text>
          </Table.Td>
          <Table.Td data-cell="end">
            <Text component="span" c="dimmed">
              <Moment at={savedAt} />
            </Text>
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  )
}

/** `agentId`: the agent that is chosen at first. */
function NewBlueprint({ onClose, ...props }: { agentId: string | undefined; onClose: () => void }) {
  const { region, workspaceId } = useWorkspace()
  const agents = useQuery(assignableAgentsQuery({ region, workspaceId }))
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const [agentId, setAgentId] = useState<string | null>(props.agentId ?? null)
  const [typed, setTyped] = useState<string>()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const name = typed ?? agents.data?.find(({ value }) => value === agentId)?.label ?? ''
  const create = useMutation({
    mutationFn: (agent: string) =>
      client.call(
        'blueprints.create',
        { params: { region, workspaceId }, body: { name: name.trim(), agentId: agent } },
        { idempotencyKey },
      ),
    onSuccess: async ({ blueprintId }) => {
      await queryClient.invalidateQueries({ queryKey: ['blueprints', region] })
      await navigate({ to: '/app/$region/blueprints/$blueprintId', params: { region, blueprintId } })
    },
  })
  const incomplete = agentId === null || name.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (agentId !== null && !incomplete) create.mutate(agentId)
  }
  return (
    <Modal opened onClose={onClose} title="New blueprint">
      <form onSubmit={submit}>
        {create.error && <ProblemAlert>{messageOf(create.error)}</ProblemAlert>}
        <Select
          label="Agent"
          description="Its prompt, flow, settings and looks become the blueprint, as published. Name, websites, keys, functions and knowledge stay with the agent."
          placeholder="Choose an agent"
          searchable
          limit={50}
          nothingFoundMessage={agents.isPending ? 'Loading…' : 'No agents found'}
          error={agents.isError && 'The agents could not be loaded'}
          data={agents.data ?? []}
          value={agents.data ? agentId : null}
          onChange={setAgentId}
        />
        <TextInput
          label="Name"
          mt="md"
          maxLength={100}
          value={name}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={incomplete} loading={create.isPending}>
            Save blueprint
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
