import { Badge, Group, Text } from '@mantine/core'
import type { ClientSessionView } from '@parley/contracts/client/sign-in-endpoints.ts'
import type { OrganisationMemberView } from '@parley/contracts/organisation/own-endpoints.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { t } from '../../design/language.ts'
import { MoreWhenSeen } from '../../design/lists/more-when-seen.tsx'
import { NameAvatar } from '../../design/name-avatar.tsx'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import styles from './client-dashboard.module.css'
import { membersQuery } from './queries.ts'

/** Who belongs to the client's organisation, and who of them is there to answer. */
export function MembersDrawer(props: { session: ClientSessionView; onClose: () => void }) {
  const { region, orgData, clientData } = props.session
  const list = useInfiniteQuery(membersQuery(region))
  const members = (list.data?.pages ?? []).flatMap(({ items }) => items)
  return (
    <FramedDrawer title={t('Organisation Agents')} kind={<bdi>{orgData.name}</bdi>} onClose={props.onClose}>
      {list.isPending && <LoadingRows rows={3} />}
      {list.isError && !list.data && (
        <FailedList
          title={t('The members could not be loaded')}
          error={list.error}
          onRetry={() => list.refetch()}
        />
      )}
      <ul className={styles.members}>
        {members.map((member) => (
          <Member key={member.ID} member={member} isOwn={member.ID === clientData.ID} />
        ))}
      </ul>
      {list.hasNextPage && <MoreWhenSeen loading={list.isFetchingNextPage} onMore={list.fetchNextPage} />}
    </FramedDrawer>
  )
}

function Member({ member, isOwn }: { member: OrganisationMemberView; isOwn: boolean }) {
  const { name, email, squarePhotoURL, status, isOrgAdmin } = member
  return (
    <Group component="li" wrap="nowrap" gap="sm">
      <NameAvatar name={name} src={squarePhotoURL || null} size={36} aria-hidden />
      <div className={styles.member}>
        <Text fw={500} truncate>
          <bdi>{name}</bdi>
          {isOwn && (
            <Text span c="dimmed" fw={400}>
              {' '}
              {t('(you)')}
            </Text>
          )}
        </Text>
        {email !== undefined && (
          <Text size="sm" c="dimmed" truncate dir="auto" title={email} className={styles.mail}>
            {email}
          </Text>
        )}
      </div>
      {isOrgAdmin && (
        <Badge variant="light" color="gray">
          {t('Admin')}
        </Badge>
      )}
      <Badge variant="dot" color={status === 'online' ? 'teal' : 'gray'}>
        {status === 'online' ? t('Online') : t('Offline')}
      </Badge>
    </Group>
  )
}
