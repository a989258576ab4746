import { Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { ClientSessionView } from '@parley/contracts/client/sign-in-endpoints.ts'
import { IconLogout, IconMessage2, IconUserCircle } from '@tabler/icons-react'
import { t } from '../../design/language.ts'
import { NameAvatar } from '../../design/name-avatar.tsx'
import { openView } from '../../server/client-view.ts'
import { useThemeToggle } from '../../shell/navigation/theme-toggle.ts'
import styles from './client-dashboard.module.css'
import { useClientSignOut } from './use-client-sign-out.ts'

/** Who is signed in, with Account and Log Out (part 2 §2.4). */
export function ClientMenu(props: {
  client: ClientSessionView['clientData']
  /** Absent for the agency's admin, who has none. */
  onAccount?: (() => void) | undefined
  /** Where the bar has no room for the button of the theme. */
  withTheme: boolean
  /** Where the bar has no room for its button. */
  onFeedback?: () => void
}) {
  const { name, email, squarePhotoURL } = props.client
  const theme = useThemeToggle()
  const signOut = useClientSignOut()
  return (
    <Menu width={220} position="bottom-end">
      <Menu.Target>
        <UnstyledButton className={styles.profile}>
          <NameAvatar name={name} src={squarePhotoURL || null} size={32} aria-hidden />
          <VisuallyHidden>{t('Profile')}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fw={500} c="var(--mantine-color-text)" truncate>
            <bdi>{name}</bdi>
          </Text>
          <Text truncate dir="auto" title={email} className={styles.mail}>
            {email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        {props.onAccount && (
          <Menu.Item
            leftSection={<IconUserCircle size={18} stroke={1.75} />}
            // It is the client's own.
            disabled={openView !== undefined}
            onClick={props.onAccount}
          >
            {t('Account')}
          </Menu.Item>
        )}
        {props.onFeedback && (
          <Menu.Item leftSection={<IconMessage2 size={18} stroke={1.75} />} onClick={props.onFeedback}>
            {t('Feedback')}
          </Menu.Item>
        )}
        {props.withTheme && (
          <Menu.Item
            leftSection={<theme.icon size={18} stroke={1.75} />}
            onClick={theme.onClick}
            closeMenuOnClick={false}
          >
            {theme.label}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconLogout size={18} stroke={1.75} />}
          onClick={() => signOut.mutate()}
          closeMenuOnClick={false}
        >
          {openView ? t('Leave') : t('Log Out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
