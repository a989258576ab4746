import { ActionIcon, Box, Burger, Button, Group, Text, Tooltip } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { IconMessageChatbot, IconSearch } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AgentSwitcher } from './agent-switcher.tsx'
import { useAgentPlaceIfAny } from './places.ts'
import { ProfileMenu } from './profile-menu.tsx'
import styles from './top-bar.module.css'
import { useMay } from './use-may.ts'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'

/** On phones the profile and the search are in the side nav, to leave room for the name of the agent. */
export function TopBar(props: {
  onOpenNav: () => void
  onSearch: () => void
  publish: ReactNode
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
          <>
            <Text c="dimmed" aria-hidden visibleFrom="xs">
              /
            </Text>
            <AgentSwitcher place={agentPlace} />
          </>
        )}
      </Group>
      <SearchButton onClick={props.onSearch} />
      {agentPlace && may('agent.test') && <TestToggle />}
      {may('agent.publish') && props.publish}
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

/** 'Show Test' and 'Hide Test' (part 2 §2.9). */
function TestToggle() {
  const navigate = useNavigate()
  const { showDebugger } = useSearch({ strict: false })
  const shown = showDebugger === true
  const toggle = () =>
    navigate({ to: '.', search: (search) => ({ ...search, showDebugger: !shown }), replace: true })
  const label = shown ? 'Hide Test' : 'Show Test'
  return (
    <>
      <Button
        visibleFrom="sm"
        variant="default"
        leftSection={<IconMessageChatbot size={18} stroke={1.75} />}
        onClick={toggle}
        aria-pressed={shown}
      >
        {label}
      </Button>
      <ActionIcon
        hiddenFrom="sm"
        variant="default"
        size={36}
        onClick={toggle}
        aria-label={label}
        aria-pressed={shown}
      >
        <IconMessageChatbot size={18} stroke={1.75} />
      </ActionIcon>
    </>
  )
}
