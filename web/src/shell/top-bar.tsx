import { ActionIcon, Box, Burger, Button, Group, Text } from '@mantine/core'
import { IconMessageChatbot } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AgentSwitcher } from './agent-switcher.tsx'
import { useAgentPlaceIfAny } from './places.ts'
import { ProfileMenu } from './profile-menu.tsx'
import styles from './top-bar.module.css'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'

/** On phones the profile is in the side nav, to leave room for the name of the agent. */
export function TopBar(props: { onOpenNav: () => void; publish: ReactNode; bell: ReactNode }) {
  const agentPlace = useAgentPlaceIfAny()
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
      {agentPlace && <TestToggle />}
      {props.publish}
      {props.bell}
      <Box visibleFrom="sm" className={styles.profile}>
        <ProfileMenu />
      </Box>
    </Group>
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
