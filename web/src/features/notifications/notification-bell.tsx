import { ActionIcon, Indicator, Popover, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconBell } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { startTransition, useEffect, useRef, useState } from 'react'
import { t } from '../../design/language.ts'
import { client } from '../../server/client.ts'
import { openView } from '../../server/client-view.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { useStoreState } from '../../store/store.ts'
import { dueNow } from './due.ts'
import { NotificationPanel } from './notification-panel.tsx'
import { bodyOf, notificationTitle, saidIn } from './notification-words.ts'
import styles from './notifications.module.css'
import { notificationsQuery } from './queries.ts'
import { playTones } from './sound.ts'

const secondSoundMs = 2000

/** The bell in the top bar: a dot for unseen notifications, the latest ones on click, and toasts for new ones. */
export function NotificationBell() {
  const { region, workspaceId } = useWorkspace()
  const place = { region, workspaceId }
  const list = useQuery(notificationsQuery(place))
  const [opened, setOpened] = useState(false)
  const unseen = list.data?.items.some((item) => !item.seen) ?? false
  const mayChoose = useMay()('notification.manage')
  useToasts(place)
  useEffect(() => {
    if (!mayChoose || openView || globalThis.Notification?.permission !== 'granted') return
    void import('./push.ts')
      .then(({ renewPush }) => renewPush({ region, workspaceId }))
      .catch(() => undefined)
  }, [mayChoose, region, workspaceId])
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={380}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Indicator disabled={!unseen} color="red" size={9} offset={7} withBorder>
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            // A transition, since the panel is much to render at once.
            onClick={() => startTransition(() => setOpened(!opened))}
            aria-label={unseen ? t('Notifications, some unread') : t('Notifications')}
          >
            <IconBell size={20} stroke={1.75} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} maw="calc(100vw - 24px)">
        <NotificationPanel place={place} list={list} onClose={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Part 2 §4: shows new notifications as toasts and marks them as seen. A second sound plays after two seconds. */
function useToasts(place: WorkspacePlace): void {
  const list = useQuery(notificationsQuery(place))
  const queryClient = useQueryClient()
  const router = useRouter()
  const muted = useStoreState((state) => state.preferences.soundMuted)
  const told = useRef(new Set<string>())
  const { mutate: see } = useMutation({
    mutationFn: (notificationId: string) =>
      client.call('notifications.seen', { params: { ...place, notificationId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationsQuery(place).queryKey }),
  })
  const { data } = list
  useEffect(() => {
    // What a client has seen is its own.
    const fresh =
      data && !openView ? dueNow(data.items, data.settings).filter(({ ID }) => !told.current.has(ID)) : []
    for (const notification of fresh) {
      const { ID, urlPathname, notificationLevel } = notification
      told.current.add(ID)
      notifications.show({
        id: ID,
        title: notificationTitle(notification),
        message: <ToastWords said={saidIn(notification)} body={bodyOf(notification)} />,
        color: notificationLevel === 2 ? 'orange' : 'blue',
        withBorder: true,
        autoClose: 5000,
        role: notificationLevel === 2 ? 'alert' : 'status',
        style: { cursor: 'pointer' },
        closeButtonProps: { 'aria-label': t('Close') },
        onClick: () => {
          notifications.hide(ID)
          void router.navigate({ href: urlPathname })
        },
      })
      see(ID)
    }
    if (fresh.length === 0 || muted) return
    playTones()
    setTimeout(playTones, secondSoundMs)
  }, [data, muted, router, see])
}

function ToastWords(props: { said: string | undefined; body: string }) {
  const { said, body } = props
  if (said === undefined) return body
  return (
    <>
      <Text
        component="span"
        size="sm"
        lineClamp={3}
        dir="auto"
        c="var(--mantine-color-text)"
        className={styles.said}
      >
        {said}
      </Text>
      {body}
    </>
  )
}
