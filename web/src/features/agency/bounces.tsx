import { Badge, Button, Text } from '@mantine/core'
import type { BouncedAddressView } from '@parley/contracts/agency/bounce-endpoints.ts'
import type { BounceKind } from '@parley/contracts/agency/bounces.ts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { count, Moment } from '../../design/dates/moment.tsx'
import { SettingSection } from '../../design/fields/setting-row.tsx'
import { MoreWhenSeen } from '../../design/lists/more-when-seen.tsx'
import { noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { FailedList } from '../../design/notices/states.tsx'
import { client, messageOf } from '../../server/client.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import styles from './bounces.module.css'
import { bouncesQuery } from './queries.ts'

const kindNames: Record<BounceKind, string> = { hard: 'Bounced', soft: 'Delayed', complaint: 'Complaint' }
const kindColors: Record<BounceKind, string> = { hard: 'red', soft: 'yellow', complaint: 'red' }

/** The addresses from which mails came back, why, and what to do about it. */
export function Bounces() {
  const bounces = useInfiniteQuery(bouncesQuery(useWorkspace()))
  const items = bounces.data?.pages.flatMap((page) => page.items) ?? []
  const counts = bounces.data?.pages[0]?.counts
  return (
    <SettingSection
      title="Returned mails"
      explanation="After a mail bounces for good or is reported as spam, nothing more is sent to its address, except codes and reports that its owner asks for."
    >
      {bounces.isError && items.length === 0 && (
        <FailedList
          title="The returned mails could not be loaded"
          error={bounces.error}
          onRetry={() => bounces.refetch()}
        />
      )}
      {counts && items.length === 0 && <Text c="dimmed">No mail has come back.</Text>}
      {counts && items.length > 0 && (
        <div>
          <Text size="sm" c="dimmed" role="status">
            {count(counts.hard)} bounced · {count(counts.complaint)}{' '}
            {counts.complaint === 1 ? 'complaint' : 'complaints'} · {count(counts.soft)} delayed
          </Text>
          <ul className={styles.list} aria-label="Returned mails">
            {items.map((item) => (
              <li key={item.addressId} className={styles.row}>
                <Row bounced={item} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {bounces.hasNextPage && (
        <MoreWhenSeen loading={bounces.isFetchingNextPage} onMore={bounces.fetchNextPage} />
      )}
    </SettingSection>
  )
}

function Row({ bounced }: { bounced: BouncedAddressView }) {
  const { addressId, kind, status, reason, advice, suppressed, times, at } = bounced
  const { region, workspaceId } = useWorkspace()
  const may = useMay()
  const queryClient = useQueryClient()
  const email = bounced.email || 'Deleted address'
  // Mails to the others are sent all the same.
  const act = suppressed ? 'Try again' : 'Dismiss'
  const clearing = useMutation({
    mutationFn: () => client.call('bounces.clear', { params: { region, workspaceId, addressId } }),
    async onSuccess() {
      noticeSuccess(suppressed ? `Mails to ${email} are sent again.` : `${email} is not listed any more.`)
      await queryClient.invalidateQueries(bouncesQuery({ region, workspaceId }))
    },
    onError: (error) => noticeFailure(messageOf(error)),
  })
  return (
    <>
      <div className={styles.what}>
        <div className={styles.who}>
          <Text fw={600} className={styles.address}>
            {email}
          </Text>
          <Badge
            variant="light"
            color={kindColors[kind]}
            title={status === '' ? undefined : `Status ${status}`}
          >
            {kindNames[kind]}
          </Badge>
        </div>
        <Text size="sm">
          {reason} {advice}
        </Text>
        <Text size="sm" c="dimmed">
          <Moment at={at} />
          {times > 1 && ` · ${count(times)} times`}
        </Text>
      </div>
      {may('agency.manage') && (
        <Button
          variant="default"
          size="sm"
          className={styles.act}
          aria-label={`${act}: ${email}`}
          loading={clearing.isPending}
          onClick={() => clearing.mutate()}
        >
          {act}
        </Button>
      )}
    </>
  )
}
