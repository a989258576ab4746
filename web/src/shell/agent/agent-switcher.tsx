import { Button, Combobox, Group, Text, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSelector } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../design/language.ts'
import { MoreWhenSeen } from '../../design/lists/more-when-seen.tsx'
import { cut } from '../../design/words/cut.ts'
import { type AgentPlace, agentQuery, agentsQuery } from '../../server/queries.ts'
import { useWorkspace } from '../navigation/places.ts'
import styles from '../navigation/top-bar.module.css'

const titleLength = 20
/** No id of an agent. */
const newAgent = 'new agent'

/**
 * The workspace's agents, last modified first; the server searches all of them. Titles are cut to 20 characters, with the
 * full title on hover. `page`: the page of the chosen agent that opens, as its part of an address; by default its first one.
 * `onNew`: creates an agent.
 */
export function AgentSwitcher(props: {
  place: AgentPlace
  page?: string | undefined
  onNew?: (() => void) | undefined
}) {
  const { workspaceId, region } = useWorkspace()
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const [sought] = useDebouncedValue(search.trim(), 200)
  const agents = useInfiniteQuery({
    ...agentsQuery(region, workspaceId, sought),
    placeholderData: (former) => former,
  })
  const { data: agent } = useQuery(agentQuery(props.place))
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      combobox.focusTarget()
      setSearch('')
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })

  const title = agent?.title ?? ''
  const { onNew } = props
  const found = (agents.data?.pages ?? []).flatMap((page) => page.items)

  return (
    <Combobox
      store={combobox}
      width={300}
      position="bottom-start"
      withinPortal
      onOptionSubmit={(agentId) => {
        combobox.closeDropdown()
        if (agentId === newAgent) onNew?.()
        else if (agentId !== props.place.agentId)
          void navigate({
            to: `/app/$region/agents/$agentId${props.page === undefined ? '' : `/${props.page}`}` as '/app/$region/agents/$agentId',
            params: { region, agentId },
          })
      }}
    >
      <Combobox.Target targetType="button">
        <Button
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          px="xs"
          classNames={{ root: styles.switcher, label: styles.switcherLabel }}
          title={title}
          aria-label={t('Agent: {name}', { name: cut(title, titleLength) })}
          rightSection={<IconSelector size={16} stroke={1.75} />}
          onClick={() => combobox.toggleDropdown()}
        >
          <bdi className={styles.switcherName}>{cut(title, titleLength)}</bdi>
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('Find an agent')}
          aria-label={t('Find an agent')}
        />
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label={t('Agents')}>
          {found.map((item) => (
            <Combobox.Option
              key={item.ID}
              value={item.ID}
              active={item.ID === props.place.agentId}
              title={item.title}
            >
              <Text fw={item.ID === props.place.agentId ? 700 : 400}>
                <bdi>{cut(item.title, titleLength)}</bdi>
              </Text>
            </Combobox.Option>
          ))}
          {found.length === 0 && !agents.isFetching && <Combobox.Empty>{t('No agent found')}</Combobox.Empty>}
          {agents.hasNextPage && (
            <MoreWhenSeen loading={agents.isFetchingNextPage} onMore={agents.fetchNextPage} />
          )}
          {onNew && (
            <Combobox.Option value={newAgent} className={styles.newAgent}>
              <Group gap="xs" wrap="nowrap">
                <IconPlus size={16} stroke={1.75} aria-hidden />
                <Text>{t('New Agent')}</Text>
              </Group>
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
