import { Button, Group, Text } from '@mantine/core'
import type { ClientSessionView } from '@parley/contracts/client/sign-in-endpoints.ts'
import { IconKey } from '@tabler/icons-react'
import { useClientSignOut } from './use-client-sign-out.ts'
import styles from './view-bar.module.css'

/** Says that this is the agency's admin, by the agency secret, and until when. As high as the bar of a view. */
export function AgencyAdminBar(props: {
  height: number
  session: NonNullable<ClientSessionView['agencyAdmin']>
}) {
  const signOut = useClientSignOut()
  const until = new Date(props.session.expiresAt)
  return (
    <Group
      className={styles.bar}
      h={props.height}
      gap="sm"
      wrap="nowrap"
      justify="center"
      role="region"
      aria-label="Agency admin"
      // It is for the agency’s team, as that of a view.
      lang="en"
      dir="ltr"
    >
      <IconKey size={18} stroke={1.75} aria-hidden className={styles.icon} />
      <Text size="sm" truncate>
        <b>Agency admin</b>
      </Text>
      <Text size="sm" truncate visibleFrom="sm">
        Signed in with the agency secret
      </Text>
      <Text size="sm" className={`${styles.time} tabular`}>
        until{' '}
        <time dateTime={props.session.expiresAt}>
          {until.toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' })}
        </time>
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        className={styles.leave}
        loading={signOut.isPending}
        onClick={() => signOut.mutate()}
      >
        Log Out
      </Button>
    </Group>
  )
}
