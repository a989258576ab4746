import { ActionIcon, Box, Burger, Group, Text, Tooltip } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { lazyComponent } from '../../server/lazy-component.ts'
import { useMay } from '../access/use-may.ts'
import { useAgentPlaceIfAny } from './places.ts'
import { ProfileMenu } from './profile-menu.tsx'
import styles from './top-bar.module.css'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'

/** Loaded with the agent, so that nothing beside it moves. */
export const AgentSwitcher = lazyComponent(() => import('../agent/agent-switcher.tsx'), 'AgentSwitcher')

/** On phones the profile and the search are in the side nav, to leave room for the name of the agent. */
export function TopBar(props: {
  onOpenNav: () => void
  onSearch: () => void
  /** What is done with the agent: guided tour, demo, publishing. */
  actions: ReactNode
  editors: ReactNode
  bell: ReactNode
}) {
  const agentPlace = useAgentPlaceIfAny()
  const may = useMay()
  return (
    <Group className={styles.bar} wrap="nowrap" gap="xs">
      <Burger hiddenFrom="sm" size="sm" onClick={props.onOpenNav} aria-label="Open navigation" />
      <Group gap={4} wrap="nowrap" className={styles.places}>
        <WorkspaceSwitcher />
        {agentPlace && (
          <Suspense fallback={null}>
            <Text c="dimmed" aria-hidden visibleFrom="xs">
              /
            </Text>
            <AgentSwitcher place={agentPlace} />
          </Suspense>
        )}
      </Group>
      {props.editors}
      <SearchButton onClick={props.onSearch} />
      {props.actions}
      {may('notification.read') && props.bell}
      <Box visibleFrom="sm" className={styles.profile}>
        <ProfileMenu />
      </Box>
    </Group>
  )
}

function SearchButton(props: { onClick: () => void }) {
  const keys = useOs() === 'macos' ? '⌘K' : 'Ctrl K'
  return (
    <Tooltip label={`Search (${keys})`}>
      <ActionIcon
        visibleFrom="sm"
        variant="subtle"
        color="gray"
        size={36}
        onClick={props.onClick}
        aria-label="Search"
        aria-keyshortcuts="Control+K Meta+K"
      >
        <IconSearch size={20} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
