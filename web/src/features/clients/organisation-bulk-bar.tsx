import { ActionIcon, Alert, Button, Group, List, Paper, Text } from '@mantine/core'
import type { OrganisationView } from '@parley/contracts/organisation/endpoints.ts'
import { IconRobot, IconTrash, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AskBefore } from '../../design/ask-before.tsx'
import { count } from '../../design/moment.tsx'
import { noticeSuccess } from '../../design/notices.ts'
import { client } from '../../server/client.ts'
import { useWorkspace } from '../../shell/places.ts'
import { AssignAgents } from './assign-agents.tsx'
import styles from './clients.module.css'
import { organisationsAgain } from './queries.ts'
import { type Outcome, runEach } from './run-each.ts'

type Action = { done: string; work: (one: OrganisationView) => Promise<unknown> }

/**
 * What can be done with the selected organizations. Those that could not be changed stay selected, each with its reason.
 */
export function OrganisationBulkBar(props: {
  chosen: OrganisationView[]
  onSelect: (ids: string[]) => void
}) {
  const { chosen, onSelect } = props
  const { region, workspaceId } = useWorkspace()
  const queryClient = useQueryClient()
  const [open, setOpen] = useState<'agents' | 'delete'>()
  const [failed, setFailed] = useState<Outcome<OrganisationView>[]>([])
  const act = useMutation({
    mutationFn: ({ work }: Action) => runEach(chosen, work),
    onSuccess: async (outcomes, { done }) => {
      const refused = outcomes.filter(({ problem }) => problem !== undefined)
      const changed = outcomes.length - refused.length
      if (changed > 0) noticeSuccess(`${named(changed)} ${done}`)
      setOpen(undefined)
      setFailed(refused)
      onSelect(refused.map(({ item }) => item.ID))
      await organisationsAgain(queryClient, region)
    },
  })
  const at = ({ ID }: OrganisationView) => ({ params: { region, workspaceId, organisationId: ID } })
  const assign = (agents: string[]) =>
    act.mutate({
      done: 'changed',
      // What others assigned since the list was loaded stays assigned.
      work: async (one) => {
        const now = await client.call('organisations.get', at(one))
        const widgetIDs = [...new Set([...now.widgetIDs, ...agents])]
        return client.call('organisations.save', { ...at(one), body: { widgetIDs } })
      },
    })
  const remove = () =>
    act.mutate({ done: 'deleted', work: (one) => client.call('organisations.delete', at(one)) })
  const shown = failed.filter(({ item }) => chosen.some(({ ID }) => ID === item.ID))
  const button = { size: 'compact-md', variant: 'subtle', disabled: act.isPending } as const
  return (
    <Paper
      className={styles.bar}
      shadow="md"
      withBorder
      p="xs"
      role="toolbar"
      aria-label="Selected organizations"
      data-part="bulk-bar"
    >
      {shown.length > 0 && (
        <Alert color="red" mb="xs" title={`${named(shown.length)} could not be changed`}>
          <List size="sm" mah={160} style={{ overflowY: 'auto' }}>
            {shown.map(({ item, problem }) => (
              <List.Item key={item.ID}>
                <bdi>{item.name}</bdi>: {problem}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Group gap={6} justify="center">
        <Text fw={500} px="xs" role="status">
          {act.isPending ? 'Working…' : `${count(chosen.length)} selected`}
        </Text>
        <Button
          {...button}
          color="gray"
          leftSection={<IconRobot size={16} />}
          onClick={() => setOpen('agents')}
        >
          Assign agents
        </Button>
        <Button
          {...button}
          color="red"
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
          onAct={remove}
          onClose={() => setOpen(undefined)}
        >
          {chosen
            .slice(0, 3)
            .map(({ name }) => name)
            .join(', ')}
          {chosen.length > 3 && ` and ${count(chosen.length - 3)} more`}. Organizations with clients or
          credits are kept. This cannot be undone.
        </AskBefore>
      )}
    </Paper>
  )
}

const named = (number: number) => (number === 1 ? '1 organization' : `${count(number)} organizations`)
