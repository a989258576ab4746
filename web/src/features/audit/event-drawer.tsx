import { Anchor, Code, Group, Stack, Tabs, Text } from '@mantine/core'
import type { AuditDetailView } from '@parley/contracts/audit/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { exactTime } from '../../design/dates/moment.tsx'
import { CopyIcon } from '../../design/fields/copy-field.tsx'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { scrollable } from '../../design/scrollable.ts'
import styles from './audit.module.css'
import { Changes } from './changes.tsx'
import { actorName, agentName, doorName, headlineOf, typeName } from './event-words.tsx'
import { eventQuery, type Workspace } from './queries.ts'
import { StateAt } from './state-at.tsx'

const route = getRouteApi('/app/$region/audit')

/** One event: its actor, cause and channel, what it changed, the state of its stream at any time, and its hashes. */
export function EventDrawer(props: { workspace: Workspace; event: { stream: string; revision: number } }) {
  const navigate = route.useNavigate()
  const event = useQuery(eventQuery(props.workspace, props.event))
  const close = () => void navigate({ search: (search) => ({ ...search, event: undefined }) })
  return (
    <FramedDrawer onClose={close} width="wide" title={event.data ? headlineOf(event.data) : 'Event'}>
      {event.isPending && <LoadingRows rows={4} />}
      {event.isError && (
        <FailedList
          title="The event could not be loaded"
          error={event.error}
          onRetry={() => event.refetch()}
        />
      )}
      {event.data && (
        <Stack gap="lg">
          <Facts event={event.data} />
          <Tabs defaultValue="changes" keepMounted={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="changes">Changes</Tabs.Tab>
              <Tabs.Tab value="state">State at</Tabs.Tab>
              <Tabs.Tab value="json">JSON</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="changes">
              <Changes changes={event.data.changes} names={event.data.names} />
            </Tabs.Panel>
            <Tabs.Panel value="state">
              <StateAt workspace={props.workspace} stream={event.data.stream} eventAt={event.data.at} />
            </Tabs.Panel>
            <Tabs.Panel value="json">
              <Json event={event.data} />
            </Tabs.Panel>
          </Tabs>
        </Stack>
      )}
    </FramedDrawer>
  )
}

function Facts(props: { event: AuditDetailView }) {
  const { event } = props
  const { cause } = event
  return (
    <dl className={styles.facts}>
      <Fact name="What">{typeName(event.type)}</Fact>
      {event.analytics && <Fact name="Analytics event">{mono(event.analytics)}</Fact>}
      <Fact name="Who">
        <FilterLink filter={{ actor: event.actor.id }} title={actorName(event)}>
          {actorName(event)}
        </FilterLink>
      </Fact>
      {event.agentId && (
        <Fact name="Agent">
          <FilterLink filter={{ agent: event.agentId }} title={agentName(event)}>
            {agentName(event)}
          </FilterLink>
        </Fact>
      )}
      <Fact name="When">{exactTime(new Date(event.at))}</Fact>
      <Fact name="Source">{doorName(event)}</Fact>
      {cause.request && <Fact name="Request">{mono(cause.request)}</Fact>}
      {cause.event && <Fact name="Caused by">{mono(cause.event)}</Fact>}
      <Fact name="Stream">
        <FilterLink filter={{ stream: event.stream }} title={event.stream}>
          {event.stream}
        </FilterLink>
        , revision {event.revision}
      </Fact>
      <Fact name="Hash">
        <Hash value={event.hash} label="hash" />
      </Fact>
      <Fact name="Previous hash">
        <Hash value={event.previousHash} label="previous hash" />
      </Fact>
    </dl>
  )
}

function Fact(props: { name: string; children: ReactNode }) {
  return (
    <>
      <Text component="dt" c="dimmed">
        {props.name}
      </Text>
      <Text component="dd" m={0} className={styles.fact}>
        {props.children}
      </Text>
    </>
  )
}

/** Links to the timeline filtered by a value. */
function FilterLink(props: {
  filter: { actor?: string; agent?: string; stream?: string }
  title: string
  children: ReactNode
}) {
  const navigate = route.useNavigate()
  return (
    <Anchor
      component="button"
      type="button"
      title={`Show only events of ${props.title}`}
      className={styles.factLink}
      onClick={() =>
        void navigate({ search: (search) => ({ ...search, ...props.filter, event: undefined }) })
      }
    >
      {props.children}
    </Anchor>
  )
}

const mono = (text: string) => (
  <Text component="span" size="xs" ff="monospace" className={styles.hash}>
    {text}
  </Text>
)

export function Hash(props: { value: string; label: string }) {
  if (props.value === '') return <Text component="span">None (first event of the stream)</Text>
  return (
    <Group component="span" gap={6} wrap="nowrap">
      <Text component="span" size="xs" ff="monospace" className={styles.hash}>
        {props.value}
      </Text>
      <CopyIcon value={props.value} label={props.label} size={24} />
    </Group>
  )
}

function Json(props: { event: AuditDetailView }) {
  const { changes: _, ...event } = props.event
  const text = JSON.stringify(event, null, 2)
  return (
    <Stack gap="xs">
      <Group justify="flex-end">
        <CopyIcon value={text} label="JSON" />
      </Group>
      <Code block className={styles.json} {...scrollable}>
        {text}
      </Code>
    </Stack>
  )
}
