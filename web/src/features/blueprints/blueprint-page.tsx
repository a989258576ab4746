import { ActionIcon, Box, Button, Group, Menu, Stack, Table, Text } from '@mantine/core'
import type {
  BlueprintStanding,
  BlueprintView,
  RolloutView,
} from '@parley/contracts/agent/blueprint-endpoints.ts'
import {
  IconArrowBackUp,
  IconDots,
  IconPencil,
  IconPlus,
  IconRobot,
  IconSend,
  IconTrash,
  IconUnlink,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Moment } from '../../design/dates/moment.tsx'
import { SearchField } from '../../design/fields/search-field.tsx'
import { AnchorLink } from '../../design/links.tsx'
import cards from '../../design/lists/cards-on-phones.module.css'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page, Section } from '../../design/pages/page.tsx'
import { client } from '../../server/client.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { AttachAgents, NameDialog, SaveVersion } from './blueprint-dialogs.tsx'
import styles from './blueprints.module.css'
import { type BlueprintPlace, blueprintQuery, isOver, isUndoneInPart, standingsQuery } from './queries.ts'
import { RollOutDrawer } from './roll-out-drawer.tsx'
import { RolloutDrawer } from './rollout-drawer.tsx'
import { RolloutProgress } from './rollout-progress.tsx'
import { agentsWords, summaryOf } from './rollout-words.ts'
import { Standing } from './standing.tsx'

const route = getRouteApi('/app/$region/blueprints/$blueprintId')
/** Fewer are found without a search. */
const searchedFrom = 8
/** Rollouts that are shown at first. */
const shownAtFirst = 3

export type Dialog = 'rename' | 'delete' | 'version' | 'attach' | 'agent'

/** A blueprint, the agents that follow it, and its rollouts. */
export function BlueprintPage() {
  const { region, workspaceId } = useWorkspace()
  const place = { region, workspaceId, blueprintId: route.useParams().blueprintId }
  const blueprint = useQuery(blueprintQuery(place))
  const standings = useQuery(standingsQuery(place))
  const { rollout } = route.useSearch()
  const navigate = route.useNavigate()
  const [dialog, setDialog] = useState<Dialog>()
  const show = (shown?: string) => void navigate({ search: { rollout: shown } })
  const close = () => setDialog(undefined)
  const { data } = blueprint
  if (blueprint.isError && !data)
    return (
      <Page wide title="Blueprint">
        <FailedList
          title="The blueprint could not be loaded"
          error={blueprint.error}
          onRetry={() => blueprint.refetch()}
        />
      </Page>
    )
  if (!data || !(standings.isFetched || standings.isError))
    return (
      <Page wide title="Blueprint">
        <LoadingRows rows={6} />
      </Page>
    )
  const shown = data.rollouts.find(({ rolloutId }) => rolloutId === rollout)
  return (
    <Page
      wide
      title={data.name}
      purpose={<Saved blueprint={data} />}
      actions={<Actions blueprint={data} open={setDialog} onRollOut={() => show('new')} />}
    >
      <Stack gap="lg">
        {data.rollouts.length > 0 && <Rollouts place={place} rollouts={data.rollouts} onShow={show} />}
        <Agents
          place={place}
          blueprint={data}
          standings={standings.data?.items}
          open={setDialog}
          failed={
            standings.isError &&
            !standings.data && (
              <FailedList
                title="How the agents differ could not be loaded"
                error={standings.error}
                onRetry={() => standings.refetch()}
              />
            )
          }
        />
      </Stack>
      {rollout === 'new' && standings.data && (
        <RollOutDrawer
          place={place}
          version={standings.data.version}
          standings={standings.data.items}
          onClose={() => show()}
          onStarted={show}
        />
      )}
      {shown && <RolloutDrawer rollout={shown} onClose={() => show()} />}
      {dialog === 'version' && <SaveVersion place={place} blueprint={data} onClose={close} />}
      {dialog === 'attach' && <AttachAgents place={place} blueprint={data} onClose={close} />}
      {(dialog === 'rename' || dialog === 'agent') && (
        <NameDialog place={place} blueprint={data} of={dialog} onClose={close} />
      )}
      {dialog === 'delete' && <DeleteBlueprint place={place} name={data.name} onClose={close} />}
    </Page>
  )
}

function Saved({ blueprint: { versions, source } }: { blueprint: BlueprintView }) {
  const { region } = useWorkspace()
  const [newest] = versions
  if (!newest) return null
  return (
    <>
      Version {newest.version}, saved <Moment at={newest.savedAt} />
      {source && (
        <>
          {' from '}
          <AnchorLink
            to="/app/$region/agents/$agentId/overview"
            params={{ region, agentId: source.agentId }}
            inherit
          >
            <bdi>{source.title}</bdi>
          </AnchorLink>
        </>
      )}
      {newest.savedBy && ` by ${newest.savedBy}`}
    </>
  )
}

function Actions(props: { blueprint: BlueprintView; open: (dialog: Dialog) => void; onRollOut: () => void }) {
  const { blueprint, open } = props
  const running = !blueprint.rollouts.every(isOver)
  if (!useMay()('blueprint.manage')) return null
  return (
    <>
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <Button variant="default" px="sm" aria-label="More actions">
            <IconDots size={16} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => open('rename')}>
            Rename
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} />}
            disabled={running}
            onClick={() => open('delete')}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button variant="default" onClick={() => open('version')}>
        Save new version
      </Button>
      <Button
        leftSection={<IconSend size={16} />}
        disabled={running || blueprint.agents.length === 0}
        title={running ? 'A rollout is still running' : undefined}
        onClick={props.onRollOut}
      >
        Roll out
      </Button>
    </>
  )
}

function Agents(props: {
  place: BlueprintPlace
  blueprint: BlueprintView
  standings: BlueprintStanding[] | undefined
  open: (dialog: Dialog) => void
  failed: ReactNode
}) {
  const { blueprint, standings, open } = props
  const manages = useMay()('blueprint.manage')
  const [q, setQ] = useState('')
  const byAgent = new Map(standings?.map((one) => [one.agentId, one]))
  const found = blueprint.agents.filter(({ title }) =>
    title.toLocaleLowerCase().includes(q.toLocaleLowerCase()),
  )
  const add = manages && (
    <Group gap="xs">
      <Button size="sm" variant="default" onClick={() => open('attach')}>
        Attach agents
      </Button>
      <Button size="sm" variant="default" leftSection={<IconPlus size={16} />} onClick={() => open('agent')}>
        New agent
      </Button>
    </Group>
  )
  const none = blueprint.agents.length === 0
  return (
    <Section
      title="Agents"
      explanation={
        none
          ? undefined
          : `${agentsWords(blueprint.agents.length)} ${blueprint.agents.length === 1 ? 'follows' : 'follow'} this blueprint.`
      }
      actions={!none && add}
    >
      {blueprint.agents.length >= searchedFrom && (
        <SearchField
          label="Search agents"
          placeholder="Search by name"
          value={q}
          onSearch={(to) => setQ(to ?? '')}
        />
      )}
      {props.failed}
      {none && (
        <EmptyList
          icon={<IconRobot size={24} />}
          title="No agent follows this blueprint"
          explanation="Create agents from it, or attach agents that you have."
          action={add || undefined}
        />
      )}
      {!none && found.length === 0 && <Text c="dimmed">No agent matches “{q}”.</Text>}
      {found.length > 0 && (
        <Table className={`${cards.table} ${styles.agents}`} verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Agent</Table.Th>
              <Table.Th data-narrow>Follows</Table.Th>
              <Table.Th>Compared with version {blueprint.versions[0]?.version}</Table.Th>
              <Table.Th data-menu />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.map((agent) => (
              <AgentRow key={agent.agentId} {...props} agent={agent} standing={byAgent.get(agent.agentId)} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  )
}

function AgentRow(props: {
  place: BlueprintPlace
  agent: BlueprintView['agents'][number]
  standing: BlueprintStanding | undefined
}) {
  const { place, agent, standing } = props
  const manages = useMay()('blueprint.manage')
  const again = useAgain(place)
  const detach = useMutation({
    mutationFn: () =>
      client.call('blueprints.detach', { params: place, body: { agentIds: [agent.agentId] } }),
    onSuccess: async () => {
      await again()
      noticeSuccess(`${agent.title} was detached`)
    },
    onError: (error) => noticeError(error),
  })
  return (
    <Table.Tr>
      <Table.Td data-cell="title">
        <AnchorLink
          to="/app/$region/agents/$agentId/overview"
          params={{ region: place.region, agentId: agent.agentId }}
          fw={600}
          underline="hover"
          c="var(--mantine-color-text)"
        >
          <bdi>{agent.title}</bdi>
        </AnchorLink>
      </Table.Td>
      <Table.Td>
        <Text component="span" c="dimmed">
          Version {agent.version}
        </Text>
      </Table.Td>
      <Table.Td data-cell="line">{standing && <Standing standing={standing} />}</Table.Td>
      <Table.Td data-cell="aside" ta="right">
        {manages && (
          <Menu width={160} position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${agent.title}`}>
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconUnlink size={16} />} onClick={() => detach.mutate()}>
                Detach
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function Rollouts(props: { place: BlueprintPlace; rollouts: RolloutView[]; onShow: (id: string) => void }) {
  const manages = useMay()('blueprint.manage')
  const [undoing, setUndoing] = useState<RolloutView>()
  const [all, setAll] = useState(false)
  const again = useAgain(props.place)
  const undo = useMutation({
    mutationFn: (rolloutId: string) =>
      client.call('blueprints.undoRollout', { params: { ...props.place, rolloutId } }),
    onSuccess: async (_, rolloutId) => {
      setUndoing(undefined)
      await again()
      props.onShow(rolloutId)
    },
    onError: (error) => {
      setUndoing(undefined)
      noticeError(error)
    },
  })
  const running = !props.rollouts.every(isOver)
  return (
    <Section title="Rollouts" explanation="The newest ten. Each can be undone in one act.">
      <ul className={styles.rollouts}>
        {(all ? props.rollouts : props.rollouts.slice(0, shownAtFirst)).map((rollout) => (
          <li key={rollout.rolloutId}>
            <Box flex="1 1 260px" miw={0}>
              <Text fw={600}>
                Version {rollout.version} {rollout.as === 'draft' ? 'as drafts' : 'published'} to{' '}
                {agentsWords(rollout.agents.length)}
              </Text>
              <Text size="sm" c="dimmed">
                <Moment at={rollout.startedAt} />
                {rollout.startedBy && ` by ${rollout.startedBy}`} · {summaryOf(rollout)}
              </Text>
              {!isOver(rollout) && <RolloutProgress rollout={rollout} />}
            </Box>
            <Group gap="xs">
              <Button size="sm" variant="default" onClick={() => props.onShow(rollout.rolloutId)}>
                Details
              </Button>
              {manages && (rollout.state === 'done' || isUndoneInPart(rollout)) && (
                <Button
                  size="sm"
                  variant="default"
                  leftSection={<IconArrowBackUp size={16} />}
                  disabled={running}
                  onClick={() => setUndoing(rollout)}
                >
                  {rollout.state === 'done' ? 'Undo' : 'Undo the rest'}
                </Button>
              )}
            </Group>
          </li>
        ))}
      </ul>
      {!all && props.rollouts.length > shownAtFirst && (
        <Box>
          <Button size="sm" variant="default" onClick={() => setAll(true)}>
            Show all {props.rollouts.length}
          </Button>
        </Box>
      )}
      {undoing && (
        <AskBefore
          title="Undo this rollout?"
          act="Undo rollout"
          pending={undo.isPending}
          onAct={() => undo.mutate(undoing.rolloutId)}
          onClose={() => setUndoing(undefined)}
        >
          Every agent of it ({agentsWords(undoing.agents.length)}) gets back what it had before. What was
          changed since stays and is named, and so is what a person published of a draft.
        </AskBefore>
      )}
    </Section>
  )
}

function DeleteBlueprint(props: { place: BlueprintPlace; name: string; onClose: () => void }) {
  const { region, workspaceId, blueprintId } = props.place
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => client.call('blueprints.delete', { params: { region, workspaceId, blueprintId } }),
    onSuccess: async () => {
      noticeSuccess(`${props.name} was deleted`)
      await queryClient.invalidateQueries({ queryKey: ['blueprints', region] })
      await navigate({ to: '/app/$region/blueprints', params: { region } })
    },
    onError: (error) => {
      props.onClose()
      noticeError(error)
    },
  })
  return (
    <AskBefore
      title={`Delete ${props.name}?`}
      act="Delete blueprint"
      pending={remove.isPending}
      onAct={() => remove.mutate()}
      onClose={props.onClose}
    >
      Its agents stay as they are. Its versions and rollouts can no longer be reached, so nothing can be
      undone.
    </AskBefore>
  )
}

/** Reads the blueprint and how its agents differ again. */
function useAgain({ region }: BlueprintPlace) {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['blueprint', region] }),
      queryClient.invalidateQueries({ queryKey: ['blueprint-standings', region] }),
    ])
}
