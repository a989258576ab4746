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
import { DateRange } from '../../design/dates/date-range.tsx'
import { t } from '../../design/language.ts'
import { FilterDrawer } from '../../design/lists/filter-sheet.tsx'
import { useOnPhone } from '../../design/use-on-phone.ts'
import { countryName, languageName } from '../../design/words/names.ts'
import { useAgentPlace, useSession, useWorkspace } from '../../shell/navigation/places.ts'
import { answeredBy, ownerNames, traitNames } from './conversation-words.ts'
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
    <ActionIcon
      variant="default"
      size={36}
      aria-label={t('Filters')}
      onClick={onPhone ? sheet.open : undefined}
    >
      <IconFilter size={17} />
    </ActionIcon>
  )
  const fields = (
    <>
      <Choice
        label={t('Channel')}
        any={t('All channels')}
        value={search.channel}
        onChange={(value) => set({ channel: channels.find((each) => each === value) })}
        data={channels.map((value) => ({ value, label: t(channelName(value)) }))}
      />
      <Choice
        label={t('Answered by')}
        any={t('Anyone')}
        value={search.owner}
        onChange={(value) => set({ owner: owners.find((each) => each === value) })}
        data={owners.map((value) => ({ value, label: t(ownerNames[value]) }))}
      />
      <Choice
        label={t('Assigned to')}
        any={t('Anyone')}
        value={search.assignee}
        onChange={(assignee) => set({ assignee })}
        data={[
          { value: 'nobody', label: t('Nobody') },
          ...members.map(({ userId, displayName }) => ({ value: userId, label: displayName })),
        ]}
      />
      <TextInput
        label={t('Tag')}
        placeholder={t('Any')}
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
        label={t('With')}
        any={t('Anything')}
        value={search.having}
        onChange={(value) => set({ having: traits.find((each) => each === value) })}
        data={traits.map((value) => ({ value, label: t(traitNames[value]) }))}
      />
      <div>
        <Text size="sm" fw={500} mb={4}>
          {t('Started')}
        </Text>
        <DateRange
          nested
          fullWidth
          label={t('Started')}
          any={t('Any time')}
          value={{ from: search.from, to: search.to }}
          onChange={({ from, to }) => set({ from, to })}
        />
      </div>
      <Switch
        label={t('Unread only')}
        checked={search.unread === true}
        onChange={(event) => set({ unread: event.currentTarget.checked || undefined })}
      />
      {/* A disabled button would lose the focus, and Esc would no longer close the popover. */}
      <Button variant="default" aria-disabled={active.length === 0} onClick={() => set(noFilters)}>
        {t('Clear filters')}
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
      <Popover.Dropdown aria-label={t('Filters')}>
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
    channel: t(channelName(search.channel ?? '')),
    owner: search.owner ? t(answeredBy[search.owner]) : '',
    tag: t('Tag {tag}', { tag: search.tag ?? '' }),
    assignee:
      search.assignee === 'nobody'
        ? t('Assigned to nobody')
        : t('Assigned to {name}', { name: nameOf(search.assignee ?? '') }),
    unread: search.unread ? t('Unread') : t('Read'),
    from: t('From {day}', { day: search.from ?? '' }),
    to: t('To {day}', { day: search.to ?? '' }),
    country: countryName(search.country ?? ''),
    lang: languageName(search.lang ?? ''),
    feedback: search.feedback === 'up' ? t('Rated positive') : t('Rated negative'),
    having: search.having ? t(traitNames[search.having]) : '',
  }
  return (
    <Group gap={6} className={styles.activeFilters}>
      {active.map((name) => (
        <Pill
          key={name}
          withRemoveButton
          onRemove={() => set({ [name]: undefined })}
          removeButtonProps={{
            'aria-label': t('Remove filter: {name}', { name: words[name] }),
            'aria-hidden': false,
            tabIndex: 0,
          }}
        >
          <bdi>{words[name]}</bdi>
        </Pill>
      ))}
      <SavedViewActions />
    </Group>
  )
}

/** Who can be assigned in the conversations of the agent, whoever is signed in first; and the predefined tags. */
export function useTeam() {
  const { region, agentId } = useAgentPlace()
  const { workspaceId } = useWorkspace()
  const { user, client } = useSession()
  const { data: inbox, isPending } = useQuery(inboxSettingsQuery(region, workspaceId))
  const known = inbox?.members ?? []
  const members = known
    .filter(({ agentIds, readsOnly }) => !readsOnly && (agentIds === undefined || agentIds.includes(agentId)))
    .toSorted((one, other) => Number(other.userId === user.userId) - Number(one.userId === user.userId))
  return {
    isPending,
    members,
    tags: inbox?.settings.predefinedTags ?? [],
    settings: inbox?.settings,
    cannedResponses: inbox?.settings.enableCannedResponses ? inbox.cannedResponses : [],
    /** `clientNames`: of the conversation. */
    nameOf(userId: string, clientNames?: Readonly<Record<string, string>>) {
      const member = known.find((one) => one.userId === userId)
      if (member) return member.displayName
      if (userId === user.userId) return user.displayName
      // A client is not told who is in its agency's team.
      if (client) return client.agency.name
      return clientNames?.[userId] ?? (userId.length === CLIENT_ID_LENGTH ? 'A client' : 'Former member')
    },
  }
}
