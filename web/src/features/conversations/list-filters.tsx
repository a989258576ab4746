import {
  ActionIcon,
  Button,
  Group,
  Indicator,
  Pill,
  Popover,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { CLIENT_ID_LENGTH } from '@parley/contracts/client/pages.ts'
import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { channelName } from '../../design/channel-name.ts'
import { DateRange } from '../../design/date-range.tsx'
import { FilterDrawer } from '../../design/filter-sheet.tsx'
import { countryName, languageName } from '../../design/names.ts'
import { useOnPhone } from '../../design/use-on-phone.ts'
import { useAgentPlace, useSession, useWorkspace } from '../../shell/places.ts'
import { ownerNames, traitNames } from './conversation-words.ts'
import styles from './conversations.module.css'
import { inboxSettingsQuery } from './queries.ts'
import { SavedViewActions } from './saved-views.tsx'
import {
  type ConversationsSearch,
  channels,
  type FilterName,
  filtersIn,
  noFilters,
  owners,
  traits,
} from './search.ts'

const route = getRouteApi('/app/$region/agents/$agentId/convos')

export function useSetFilters() {
  const navigate = route.useNavigate()
  return (given: Partial<ConversationsSearch>) =>
    void navigate({ search: (search) => ({ ...search, ...given }), replace: true })
}

/** The filters of the list, kept in the query parameters. */
export function FilterButton() {
  const search = route.useSearch()
  const set = useSetFilters()
  const { members, tags } = useTeam()
  const active = filtersIn(search)
  const onPhone = useOnPhone()
  const [sheetOpened, sheet] = useDisclosure(false)
  const button = (
    <ActionIcon variant="default" size={36} aria-label="Filters" onClick={onPhone ? sheet.open : undefined}>
      <IconFilter size={17} />
    </ActionIcon>
  )
  const fields = (
    <>
      <Choice
        label="Channel"
        any="All channels"
        value={search.channel}
        onChange={(value) => set({ channel: channels.find((each) => each === value) })}
        data={channels.map((value) => ({ value, label: channelName(value) }))}
      />
      <Choice
        label="Answered by"
        any="Anyone"
        value={search.owner}
        onChange={(value) => set({ owner: owners.find((each) => each === value) })}
        data={owners.map((value) => ({ value, label: ownerNames[value] }))}
      />
      <Choice
        label="Assigned to"
        any="Anyone"
        value={search.assignee}
        onChange={(assignee) => set({ assignee })}
        data={[
          { value: 'nobody', label: 'Nobody' },
          ...members.map(({ userId, displayName }) => ({ value: userId, label: displayName })),
        ]}
      />
      <TextInput
        label="Tag"
        placeholder="Any"
        list="conversation-tags"
        defaultValue={search.tag ?? ''}
        onBlur={(event) => set({ tag: event.currentTarget.value.trim() || undefined })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') set({ tag: event.currentTarget.value.trim() || undefined })
        }}
      />
      <datalist id="conversation-tags">
        {tags.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <Choice
        label="With"
        any="Anything"
        value={search.having}
        onChange={(value) => set({ having: traits.find((each) => each === value) })}
        data={traits.map((value) => ({ value, label: traitNames[value] }))}
      />
      <div>
        <Text size="sm" fw={500} mb={4}>
          Started
        </Text>
        <DateRange
          nested
          fullWidth
          label="Started"
          any="Any time"
          value={{ from: search.from, to: search.to }}
          onChange={({ from, to }) => set({ from, to })}
        />
      </div>
      <Switch
        label="Unread only"
        checked={search.unread === true}
        onChange={(event) => set({ unread: event.currentTarget.checked || undefined })}
      />
      {/* A disabled button would lose the focus, and Esc would no longer close the popover. */}
      <Button variant="default" aria-disabled={active.length === 0} onClick={() => set(noFilters)}>
        Clear filters
      </Button>
    </>
  )
  if (onPhone)
    return (
      <>
        <Indicator disabled={active.length === 0} size={8} offset={4}>
          {button}
        </Indicator>
        <FilterDrawer opened={sheetOpened} onClose={sheet.close}>
          {fields}
        </FilterDrawer>
      </>
    )
  return (
    <Popover position="bottom-end" width={330} shadow="md" trapFocus returnFocus>
      <Indicator disabled={active.length === 0} size={8} offset={4}>
        <Popover.Target>{button}</Popover.Target>
      </Indicator>
      <Popover.Dropdown aria-label="Filters">
        <Stack gap="sm">{fields}</Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function Choice(props: {
  label: string
  any: string
  value: string | undefined
  data: { value: string; label: string }[]
  onChange: (value: string | undefined) => void
}) {
  return (
    <Select
      label={props.label}
      placeholder={props.any}
      clearable
      clearButtonProps={{ 'aria-label': props.any }}
      value={props.value ?? null}
      data={props.data}
      onChange={(value) => props.onChange(value ?? undefined)}
      comboboxProps={{ withinPortal: false }}
    />
  )
}

/** The active filters, each with a button that removes it. */
export function ActiveFilters() {
  const search = route.useSearch()
  const set = useSetFilters()
  const { nameOf } = useTeam()
  const active = filtersIn(search)
  if (active.length === 0) return null
  const words: Record<FilterName, string> = {
    channel: channelName(search.channel ?? ''),
    owner: `Answered by ${search.owner ? ownerNames[search.owner].toLowerCase() : ''}`,
    tag: `Tag ${search.tag}`,
    assignee: `Assigned to ${search.assignee === 'nobody' ? 'nobody' : nameOf(search.assignee ?? '')}`,
    unread: search.unread ? 'Unread' : 'Read',
    from: `From ${search.from}`,
    to: `To ${search.to}`,
    country: countryName(search.country ?? ''),
    lang: languageName(search.lang ?? ''),
    feedback: search.feedback === 'up' ? 'Rated positive' : 'Rated negative',
    having: search.having ? traitNames[search.having] : '',
  }
  return (
    <Group gap={6} className={styles.activeFilters}>
      {active.map((name) => (
        <Pill
          key={name}
          withRemoveButton
          onRemove={() => set({ [name]: undefined })}
          removeButtonProps={{
            'aria-label': `Remove filter: ${words[name]}`,
            'aria-hidden': false,
            tabIndex: 0,
          }}
        >
          {words[name]}
        </Pill>
      ))}
      <SavedViewActions />
    </Group>
  )
}

/** Members who can be assigned, and the predefined tags. */
export function useTeam() {
  const { region } = useAgentPlace()
  const { workspaceId } = useWorkspace()
  const { user, client } = useSession()
  const { data: inbox, isPending } = useQuery(inboxSettingsQuery(region, workspaceId))
  const members = inbox?.members ?? []
  return {
    isPending,
    members,
    tags: inbox?.settings.predefinedTags ?? [],
    settings: inbox?.settings,
    cannedResponses: inbox?.settings.enableCannedResponses ? inbox.cannedResponses : [],
    nameOf(userId: string) {
      const member = members.find((one) => one.userId === userId)
      if (member) return member.displayName
      if (userId === user.userId) return user.displayName
      // A client is not told who is in its agency's team.
      if (client) return client.agency.name
      return userId.length === CLIENT_ID_LENGTH ? 'A client' : 'Former member'
    },
  }
}
