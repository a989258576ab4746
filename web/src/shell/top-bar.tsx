import {
  ActionIcon,
  Avatar,
  Burger,
  Button,
  Group,
  Menu,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core'
import { IconLogout, IconMessageChatbot, IconUserCircle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MenuItemLink } from '../design/links.tsx'
import { noticeFailure } from '../design/notices.ts'
import { client } from '../server/client.ts'
import { AgentSwitcher } from './agent-switcher.tsx'
import { useAgentPlaceIfAny, useSession } from './places.ts'
import styles from './top-bar.module.css'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'

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
      <ProfileMenu />
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

function ProfileMenu() {
  const { user } = useSession()
  const signOut = useMutation({
    mutationFn: () => client.call('auth.signOut', {}),
    onSuccess: () => window.location.assign('/login'),
    onError: () => noticeFailure('Error Occured'),
  })
  return (
    <Menu width={220}>
      <Menu.Target>
        <UnstyledButton className={styles.profile}>
          <Avatar
            name={user.displayName}
            src={user.photoURL ?? null}
            size={32}
            color="initials"
            alt=""
            aria-hidden
          />
          <VisuallyHidden>Profile</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fw={500} c="var(--mantine-color-text)" truncate>
            {user.displayName}
          </Text>
          <Text truncate>{user.email}</Text>
        </Menu.Label>
        <Menu.Divider />
        <MenuItemLink to="/app/account" leftSection={<IconUserCircle size={18} stroke={1.75} />}>
          Account
        </MenuItemLink>
        <Menu.Item
          leftSection={<IconLogout size={18} stroke={1.75} />}
          onClick={() => signOut.mutate()}
          closeMenuOnClick={false}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
