import { Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { MenuItemLink } from '../design/links.tsx'
import { NameAvatar } from '../design/name-avatar.tsx'
import { noticeFailure } from '../design/notices.ts'
import { client } from '../server/client.ts'
import { leaveDashboard } from '../server/leaving.ts'
import { useSession } from './places.ts'
import styles from './profile-menu.module.css'

/** The signed-in user, with account and sign-out. `named` shows the name beside the picture. */
export function ProfileMenu(props: { named?: boolean }) {
  const { user } = useSession()
  const signOut = useMutation({
    mutationFn: () => client.call('auth.signOut', {}),
    onSuccess: leaveDashboard,
    onError: () => noticeFailure('Error Occured'),
  })
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
