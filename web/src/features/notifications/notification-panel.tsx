import {
  ActionIcon,
  Box,
  Button,
  Group,
  Indicator,
  Stack,
  Text,
  Title,
  Tooltip,
  UnstyledButton,
} from '@mantine/core'
import type { NotificationView } from '@parley/contracts/notification/endpoints.ts'
import type { NotificationSettings } from '@parley/contracts/notification/settings.ts'
import {
  IconArrowLeft,
  IconBellOff,
  IconMessage,
  IconSettings,
  IconUserExclamation,
} from '@tabler/icons-react'
import { type UseQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Moment } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { client } from '../../server/client.ts'
import { openView } from '../../server/client-view.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useSession } from '../../shell/navigation/places.ts'
import { NotificationChoices } from './notification-choices.tsx'
import { bodyOf, notificationTitle, saidIn } from './notification-words.ts'
import styles from './notifications.module.css'
import { historyQuery } from './queries.ts'
import { useChange } from './use-change.ts'

type List = { items: NotificationView[]; settings: NotificationSettings }

/** The latest five notifications of each level, newest first, and the settings of the member or client. */
export function NotificationPanel(props: {
  place: WorkspacePlace
  list: UseQueryResult<List>
  onClose: () => void
}) {
  const { place, list } = props
  const isClient = useSession().client !== undefined
  const mayChoose = useMay()('notification.manage') && openView === undefined
  const [inSettings, setInSettings] = useState(false)
  const [whole, setWhole] = useState(false)
  const history = useInfiniteQuery({ ...historyQuery(place), enabled: whole })
  const allSeen = useChange(place, () => client.call('notifications.allSeen', { params: place }))
  if (inSettings && list.data)
    return <Settings place={place} settings={list.data.settings} onBack={() => setInSettings(false)} />
  const latest = list.data?.items ?? []
  const earlier = history.data?.pages.flatMap((page) => page.items)
  const items = earlier ?? latest
  // A client has the latest alone.
  const more = isClient ? false : earlier ? history.hasNextPage : latest.length > 0
  return (
    <section aria-label={t('Notifications')}>
      <Group className={styles.head} justify="space-between" wrap="nowrap">
        <Title order={2} size="h3">
          {t('Notifications')}
        </Title>
        <Group gap={4} wrap="nowrap">
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={openView !== undefined || [...latest, ...items].every((item) => item.seen)}
            onClick={() => allSeen.mutate(undefined)}
          >
            {t('Mark all as read')}
          </Button>
          {mayChoose && (
            <Tooltip label={t('Notification settings')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('Notification settings')}
                onClick={() => setInSettings(true)}
              >
                <IconSettings size={18} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          )}
        </Group>
      </Group>
      <div className={styles.list}>
        {list.isPending && <LoadingRows rows={3} height={56} />}
        {list.isError && !list.data && (
          <FailedList
            title={t('Notifications could not be loaded')}
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.isSuccess && items.length === 0 && (
          <Stack align="center" gap={4} p="xl" ta="center">
            <IconBellOff size={24} stroke={1.5} aria-hidden />
            <Text fw={500}>{t('Nothing yet')}</Text>
            <Text c="dimmed">{t('New conversations and requests for a person appear here.')}</Text>
          </Stack>
        )}
        {items.map((item) => (
          <Item key={item.ID} place={place} item={item} onOpened={props.onClose} />
        ))}
        {history.isError && !earlier && (
          <FailedList
            title="Earlier notifications could not be loaded"
            error={history.error}
            onRetry={() => void history.refetch()}
          />
        )}
        {more && (
          <Button
            variant="subtle"
            fullWidth
            radius={0}
            loading={history.isFetchingNextPage || (whole && history.isPending)}
            onClick={() => (whole ? void history.fetchNextPage() : setWhole(true))}
          >
            Show earlier
          </Button>
        )}
      </div>
    </section>
  )
}

function Item(props: { place: WorkspacePlace; item: NotificationView; onOpened: () => void }) {
  const { place, item } = props
  const router = useRouter()
  const see = useChange(place, (notificationId: string) =>
    client.call('notifications.seen', { params: { ...place, notificationId } }),
  )
  const title = notificationTitle(item)
  const said = saidIn(item)
  const Icon = item.notificationLevel === 2 ? IconUserExclamation : IconMessage
  return (
    <UnstyledButton
      className={styles.item}
      data-level={item.notificationLevel}
      onClick={() => {
        if (!item.seen && !openView) see.mutate(item.ID)
        props.onOpened()
        void router.navigate({ href: item.urlPathname })
      }}
    >
      <Icon size={20} stroke={1.75} aria-hidden className={styles.icon} />
      <span className={styles.words}>
        <Text component="span" fw={item.seen ? 400 : 700} display="block" lineClamp={1} title={title}>
          {title}
        </Text>
        {said && (
          <Text component="span" lineClamp={2} title={said} dir="auto" className={styles.said}>
            {said}
          </Text>
        )}
        <Text component="span" c="dimmed" display="block">
          {bodyOf(item)}
        </Text>
        <Text component="span" c="dimmed" size="xs" display="block">
          <Moment at={item.ts * 1000} />
        </Text>
      </span>
      {!item.seen && (
        <Indicator size={9} color="red" aria-label={t('Unread')} role="img" className={styles.dot} />
      )}
    </UnstyledButton>
  )
}

function Settings(props: { place: WorkspacePlace; settings: NotificationSettings; onBack: () => void }) {
  return (
    <section aria-label={t('Notification settings')}>
      <Group className={styles.head} gap="xs" wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Back')}
          onClick={props.onBack}
          data-autofocus
        >
          <IconArrowLeft size={18} stroke={1.75} />
        </ActionIcon>
        <Title order={2} size="h3">
          {t('Notification settings')}
        </Title>
      </Group>
      <Box p="md" className={styles.settings}>
        <NotificationChoices place={props.place} settings={props.settings} />
      </Box>
    </section>
  )
}
