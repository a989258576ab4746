import { Badge, Card, Table, Text } from '@mantine/core'
import type { VisitView } from '@parley/contracts/conversation/visit-endpoints.ts'
import { mostVisitorsShown } from '@parley/contracts/conversation/visit-names.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Moment } from '../../design/dates/moment.tsx'
import { ButtonLink } from '../../design/links.tsx'
import { ListTable } from '../../design/lists/list-table.tsx'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { browserName } from '../../design/words/browser-name.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { liveQuery, pastKey } from './queries.ts'
import styles from './sessions.module.css'
import { stateColors, stateNames } from './visit-words.ts'
import { PageOf, VisitorCell } from './visitor-cell.tsx'

/** The visitors who have the chat open, as they come and go. */
export function LiveVisits({ agent }: { agent: string | undefined }) {
  const workspace = useWorkspace()
  const live = useQuery(liveQuery(workspace, agent))
  useReadAgain(workspace, live.data?.items)
  if (live.isPending) return <LoadingRows rows={1} height={60} />
  if (!live.data)
    return (
      <FailedList
        title="The visitors could not be loaded"
        error={live.error}
        onRetry={() => live.refetch()}
      />
    )
  const { items, more } = live.data
  if (items.length === 0)
    return (
      <Card>
        <Text c="dimmed">
          Nobody has a chat open right now. Visitors appear here when they open the chat of an agent on a
          website; before that, nothing is recorded of them.
        </Text>
      </Card>
    )
  return (
    <>
      <ListTable
        className={styles.table}
        head={
          <>
            <Table.Th>Visitor</Table.Th>
            <Table.Th data-agent>Agent</Table.Th>
            <Table.Th data-page>Page</Table.Th>
            <Table.Th data-device>Device</Table.Th>
            <Table.Th data-time>Since</Table.Th>
            <Table.Th data-state>State</Table.Th>
            <Table.Th data-action aria-label="Actions" />
          </>
        }
      >
        {items.map((visit) => (
          <LiveRow key={visit.conversationId} visit={visit} />
        ))}
      </ListTable>
      {more && <Text c="dimmed">The {mostVisitorsShown} who came last are shown.</Text>}
    </>
  )
}

/** Who leaves or comes back moves to or from the past visits, of which no event tells. */
function useReadAgain({ region, workspaceId }: WorkspacePlace, items: readonly VisitView[] | undefined) {
  const queryClient = useQueryClient()
  const there = items?.map(({ conversationId }) => conversationId).join()
  const before = useRef(there)
  useEffect(() => {
    if (there === before.current) return
    const known = before.current !== undefined
    before.current = there
    if (known) void queryClient.invalidateQueries({ queryKey: pastKey({ region, workspaceId }) })
  }, [there, region, workspaceId, queryClient])
}

function LiveRow({ visit }: { visit: VisitView }) {
  const { region } = useWorkspace()
  const { agentId, agent, conversationId, state, startedAt, browser } = visit
  return (
    <Table.Tr>
      <Table.Td data-cell="title">
        <VisitorCell visit={visit} />
      </Table.Td>
      <Table.Td data-agent>
        <bdi>{agent}</bdi>
      </Table.Td>
      <Table.Td data-cell="line">
        <PageOf visit={visit} />
      </Table.Td>
      <Table.Td data-device>{browserName(browser)}</Table.Td>
      <Table.Td data-cell="end">
        <Moment at={startedAt} />
      </Table.Td>
      <Table.Td data-cell="aside">
        <Badge variant="light" color={stateColors[state]}>
          {stateNames[state]}
        </Badge>
      </Table.Td>
      <Table.Td>
        <ButtonLink
          size="compact-sm"
          variant="default"
          to="/app/$region/agents/$agentId/convos"
          params={{ region, agentId }}
          search={{ view: 'all', conversation: conversationId }}
        >
          Jump in
        </ButtonLink>
      </Table.Td>
    </Table.Tr>
  )
}
