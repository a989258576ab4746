import { ActionIcon, Button, Group, Menu, Paper, Text } from '@mantine/core'
import type { ClientView } from '@parley/contracts/client/endpoints.ts'
import type { OrganisationChoice } from '@parley/contracts/organisation/endpoints.ts'
import { IconBuildingCommunity, IconRobot, IconTrash, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AskBefore } from '../../design/ask-before.tsx'
import { count } from '../../design/moment.tsx'
import { noticeFailure, noticeSuccess } from '../../design/notices.ts'
import { client } from '../../server/client.ts'
import { useWorkspace } from '../../shell/places.ts'
import { AssignAgents } from './assign-agents.tsx'
import styles from './clients.module.css'
import { organisationsAgain } from './queries.ts'
import { runEach } from './run-each.ts'

type Action = { done: string; work: (one: ClientView) => Promise<unknown> }

/** What can be done with the selected clients. Those that could not be changed stay selected, with the reason. */
export function BulkBar(props: {
  chosen: ClientView[]
  organisations: OrganisationChoice[]
  onSelect: (ids: string[]) => void
}) {
  const { chosen, organisations, onSelect } = props
  const { region, workspaceId } = useWorkspace()
  const queryClient = useQueryClient()
  const [open, setOpen] = useState<'agents' | 'delete'>()
  const act = useMutation({
    mutationFn: ({ work }: Action) => runEach(chosen, work),
    onSuccess: async (outcomes, { done }) => {
      const failed = outcomes.filter(({ problem }) => problem !== undefined)
      const changed = outcomes.length - failed.length
      if (changed > 0) noticeSuccess(`${named(changed)} ${done}`)
      if (failed.length > 0)
        noticeFailure(`${named(failed.length)} could not be changed: ${failed[0]?.problem}`)
      setOpen(undefined)
      onSelect(failed.map(({ item }) => item.ID))
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['clients', region] }),
        queryClient.invalidateQueries({ queryKey: ['client', region] }),
        organisationsAgain(queryClient, region),
      ])
    },
  })
  const at = ({ ID }: ClientView) => ({ params: { region, workspaceId, clientId: ID } })
  const move = (organisation: OrganisationChoice) =>
    act.mutate({
      done: `moved to ${organisation.name}`,
      work: (one) => client.call('clients.save', { ...at(one), body: { orgId: organisation.ID } }),
    })
  const assign = (agents: string[]) =>
    act.mutate({
      done: 'changed',
      work: (one) => {
        const widgetIDs = [...new Set([...one.widgetIDs, ...agents])]
        return client.call('clients.save', { ...at(one), body: { widgetIDs } })
      },
    })
  return (
    <Paper
      className={styles.bar}
      shadow="md"
      withBorder
      p="xs"
      role="toolbar"
      aria-label="Selected clients"
      data-part="bulk-bar"
    >
      <Group gap={6} justify="center">
        <Text fw={500} px="xs" role="status">
          {act.isPending ? 'Working…' : `${count(chosen.length)} selected`}
        </Text>
        <Menu>
          <Menu.Target>
            <Button
              size="compact-md"
              variant="subtle"
              color="gray"
              disabled={act.isPending}
              leftSection={<IconBuildingCommunity size={16} />}
            >
              Move
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            {organisations.map((organisation) => (
              <Menu.Item key={organisation.ID} onClick={() => move(organisation)}>
                <bdi>{organisation.name}</bdi>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Button
          size="compact-md"
          variant="subtle"
          color="gray"
          disabled={act.isPending}
          leftSection={<IconRobot size={16} />}
          onClick={() => setOpen('agents')}
        >
          Assign agents
        </Button>
        <Button
          size="compact-md"
          variant="subtle"
          color="red"
          disabled={act.isPending}
          leftSection={<IconTrash size={16} />}
          onClick={() => setOpen('delete')}
        >
          Delete
        </Button>
        <ActionIcon variant="subtle" color="gray" aria-label="Clear selection" onClick={() => onSelect([])}>
          <IconX size={17} />
        </ActionIcon>
      </Group>
      {open === 'agents' && (
        <AssignAgents
          to={named(chosen.length)}
          pending={act.isPending}
          onAssign={assign}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'delete' && (
        <AskBefore
          title={`Delete ${named(chosen.length)}?`}
          act={`Delete ${named(chosen.length)}`}
          pending={act.isPending}
          onAct={() => act.mutate({ done: 'deleted', work: (one) => client.call('clients.delete', at(one)) })}
          onClose={() => setOpen(undefined)}
        >
          {chosen
            .slice(0, 3)
            .map(({ name }) => name)
            .join(', ')}
          {chosen.length > 3 && ` and ${count(chosen.length - 3)} more`}: everything known of them is erased.
          This cannot be undone.
        </AskBefore>
      )}
    </Paper>
  )
}

const named = (number: number) => (number === 1 ? '1 client' : `${count(number)} clients`)
