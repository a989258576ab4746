import { Button, Group, Pill, Select, Switch } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { DateRange } from '../../design/dates/date-range.tsx'
import { SearchField } from '../../design/fields/search-field.tsx'
import { FilterSheet } from '../../design/lists/filter-sheet.tsx'
import { useOnPhone } from '../../design/use-on-phone.ts'
import { AgentFilter } from '../../shell/agent/agent-filter.tsx'
import styles from './audit.module.css'
import { typeName } from './event-words.tsx'
import type { Workspace } from './queries.ts'
import { type AuditFilters, actedBy, asksForPlatform, type Who } from './search.ts'

const route = getRouteApi('/app/$region/audit')

const whoNames: { value: Who; label: string }[] = [
  { value: 'team', label: 'Team and clients' },
  { value: 'visitors', label: 'Visitors' },
]

export type Person = { userId: string; displayName: string; kind: 'member' | 'client' | 'former-member' }

const kindNames: { kind: Person['kind']; group: string }[] = [
  { kind: 'member', group: 'Members' },
  { kind: 'client', group: 'Clients' },
  { kind: 'former-member', group: 'Former members' },
]

/** A workspace may have thousands of clients: the others are found by typing. */
const MOST_SHOWN = 200

/** A choice of "Person": a group, a person, or everyone. */
function whoOf(chosen: string | null): Pick<AuditFilters, 'actor' | 'who'> {
  const who = whoNames.find(({ value }) => value === chosen)?.value
  return { who, actor: who === undefined ? (chosen ?? undefined) : undefined }
}

/** The filters of the timeline, kept in the query parameters. */
export function TimelineFilters(props: {
  workspace: Workspace
  types: readonly string[]
  people: readonly Person[]
  actorNames: ReadonlyMap<string, string>
  agentNames: ReadonlyMap<string, string>
}) {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const set = (given: AuditFilters) =>
    void navigate({ search: (search) => ({ ...search, ...given }), replace: true })
  const { search, type, actor, who, platform, agent, stream, from, to } = filters
  const narrowed = [search, type, actor, who, agent, stream, from, to]
  const clear = () =>
    set({
      search: undefined,
      type: undefined,
      actor: undefined,
      who: undefined,
      agent: undefined,
      stream: undefined,
      from: undefined,
      to: undefined,
    })
  const onPhone = useOnPhone()
  const isListed = actor !== undefined && props.people.some(({ userId }) => userId === actor)

  return (
    <search className={styles.filters}>
      <SearchField
        label="Search the audit log"
        placeholder="Search events, people, clients, agents or IDs"
        className={styles.searchField}
        value={search}
        onSearch={(search) => set({ search })}
      />
      <FilterSheet
        active={[type, actor ?? who, platform, agent, stream, from ?? to].filter(Boolean).length}
        className={styles.selects}
      >
        <Select
          aria-label="Event type"
          placeholder="All events"
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'All events' }}
          value={type ?? null}
          onChange={(type) => set({ type: type ?? undefined })}
          data={props.types.map((type) => ({ value: type, label: typeName(type) }))}
          nothingFoundMessage="No matching event type"
          className={`${styles.choice} ${styles.kind}`}
        />
        <Select
          aria-label="Person"
          placeholder="Everyone"
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Everyone' }}
          value={isListed ? actor : (who ?? null)}
          onChange={(chosen) => set(whoOf(chosen))}
          data={[
            ...whoNames,
            ...kindNames.map(({ kind, group }) => ({
              group,
              items: props.people
                .filter((person) => person.kind === kind)
                .map(({ userId, displayName }) => ({ value: userId, label: displayName })),
            })),
          ]}
          limit={MOST_SHOWN}
          nothingFoundMessage="No matching person"
          className={styles.choice}
        />
        <AgentFilter
          className={styles.choice}
          workspace={props.workspace}
          value={agent}
          title={agent === undefined ? undefined : props.agentNames.get(agent)}
          onChange={(agentId) => set({ agent: agentId })}
        />
        <DateRange
          nested={onPhone}
          fullWidth={onPhone}
          label="Days"
          any="Any time"
          value={{ from, to }}
          onChange={set}
        />
        <Switch
          label="Show platform events"
          className={styles.platform}
          checked={actedBy(filters) === undefined}
          disabled={actor !== undefined || who !== undefined || asksForPlatform(filters)}
          onChange={({ currentTarget: { checked } }) => set({ platform: checked || undefined })}
        />
      </FilterSheet>
      {narrowed.some(Boolean) && (
        <Group gap="xs" className={styles.chosen}>
          {actor && !isListed && (
            <Pill
              withRemoveButton
              onRemove={() => set({ actor: undefined })}
              removeButtonProps={{ 'aria-label': 'By anyone', 'aria-hidden': false, tabIndex: 0 }}
            >
              By {props.actorNames.get(actor) ?? actor}
            </Pill>
          )}
          {stream && (
            <Pill
              withRemoveButton
              onRemove={() => set({ stream: undefined })}
              removeButtonProps={{ 'aria-label': 'In any stream', 'aria-hidden': false, tabIndex: 0 }}
            >
              In {stream}
            </Pill>
          )}
          <Button variant="subtle" size="compact-sm" onClick={clear}>
            Clear filters
          </Button>
        </Group>
      )}
    </search>
  )
}
