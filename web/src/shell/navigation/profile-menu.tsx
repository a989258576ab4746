import { Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { MenuItemLink } from '../../design/links.tsx'
import { NameAvatar } from '../../design/name-avatar.tsx'
import { useSignOut } from '../access/sign-out.ts'
import { useSession } from './places.ts'
import styles from './profile-menu.module.css'
import { accountScreen } from './screens.ts'
import { useThemeToggle } from './theme-toggle.ts'

/** The signed-in user, with account and sign-out. `named` shows the name beside the picture. */
export function ProfileMenu(props: { named?: boolean }) {
  const { user } = useSession()
  const theme = useThemeToggle()
  const signOut = useSignOut()
  return (
    <Menu width={220} position={props.named ? 'top-start' : 'bottom-end'}>
      <Menu.Target>
        <UnstyledButton className={styles.profile} data-named={props.named}>
          <NameAvatar name={user.displayName} src={user.photoURL ?? null} size={32} aria-hidden />
          {props.named ? (
            <Text fw={500} truncate>
              {user.displayName}
            </Text>
          ) : (
            <VisuallyHidden>Profile</VisuallyHidden>
          )}
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
        <MenuItemLink to={accountScreen.to} leftSection={<accountScreen.icon size={18} stroke={1.75} />}>
          {accountScreen.label}
        </MenuItemLink>
        <Menu.Item
          leftSection={<theme.icon size={18} stroke={1.75} />}
          onClick={theme.onClick}
          closeMenuOnClick={false}
        >
          {theme.label}
        </Menu.Item>
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
