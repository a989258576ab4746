import { Badge, Button, Group, Switch, Text } from '@mantine/core'
import type { PushDeviceView } from '@parley/contracts/notification/endpoints.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Moment } from '../../design/dates/moment.tsx'
import { SettingRow } from '../../design/fields/setting-row.tsx'
import { t } from '../../design/language.ts'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { browserName } from '../../design/words/browser-name.ts'
import { withParts } from '../../design/words/sentence.tsx'
import { client } from '../../server/client.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import { pushOutcomes, pushProblems } from './notification-words.ts'
import styles from './notifications.module.css'
import { pushHere, pushSupport, turnOffPush, turnOnPush } from './push.ts'
import { pushDevicesQuery } from './queries.ts'

const onIPhone = /iPhone|iPad/.test(navigator.userAgent)

/** The browsers of the member that receive push notifications: a switch for this one, and the others. */
export function PushDevices({ place }: { place: WorkspacePlace }) {
  const queryClient = useQueryClient()
  const [support, setSupport] = useState(pushSupport)
  const here = useQuery({ queryKey: ['push-here'], queryFn: async () => (await pushHere()) ?? null })
  const devices = useQuery(pushDevicesQuery(place))
  const refetch = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['push-here'] }),
      queryClient.invalidateQueries({ queryKey: pushDevicesQuery(place).queryKey }),
    ])
  const change = useMutation({
    mutationFn: async (on: boolean) => {
      if (on) await turnOnPush(place)
      else if (here.data) await turnOffPush(place, here.data)
    },
    onError: (error) => noticeError(error, 'Error: '),
    onSettled: () => {
      setSupport(pushSupport())
      return refetch()
    },
  })
  if (devices.isError && !devices.data)
    return (
      <FailedList
        title={t('Your browsers could not be loaded')}
        error={devices.error}
        onRetry={() => void devices.refetch()}
      />
    )
  if (!devices.data || here.isPending) return <LoadingRows rows={1} height={44} />
  const { items } = devices.data
  const own = items.find(({ subscriptionId }) => subscriptionId === here.data)
  const others = items.filter((item) => item !== own)
  return (
    <>
      <SettingRow
        label={t('Push notifications in this browser')}
        help={
          support === 'possible'
            ? t('Also while the dashboard is closed, until you sign out.')
            : t(pushProblems[support === 'unsupported' && onIPhone ? 'iPhone' : support])
        }
      >
        {(texts) => (
          <Switch
            {...texts}
            checked={change.isPending ? (change.variables ?? false) : own !== undefined}
            disabled={change.isPending || support !== 'possible'}
            onChange={(event) => change.mutate(event.currentTarget.checked)}
          />
        )}
      </SettingRow>
      {(own || others.length > 0) && (
        <SettingRow label={t('Browsers with push notifications')} size="wide">
          <ul className={styles.devices} aria-label={t('Browsers with push notifications')}>
            {own && <Device place={place} device={own} here onChanged={refetch} />}
            {others.map((device) => (
              <Device key={device.subscriptionId} place={place} device={device} onChanged={refetch} />
            ))}
          </ul>
        </SettingRow>
      )}
    </>
  )
}

function Device(props: {
  place: WorkspacePlace
  device: PushDeviceView
  here?: boolean
  onChanged: () => Promise<unknown>
}) {
  const { place, device, here = false, onChanged } = props
  const { subscriptionId } = device
  const test = useMutation({
    mutationFn: () => client.call('notifications.testPush', { params: { ...place, subscriptionId } }),
    onSuccess: ({ outcome }) => {
      if (outcome === 'sent') noticeSuccess(t('Test notification sent'))
      else noticeError(new Error(t(pushOutcomes[outcome])), '')
      return onChanged()
    },
    onError: (error) => noticeError(error, 'Error: '),
  })
  const off = useMutation({
    mutationFn: () => turnOffPush(place, subscriptionId),
    onSuccess: onChanged,
    onError: (error) => noticeError(error, 'Error: '),
  })
  return (
    <li>
      <div>
        <Group gap="xs">
          <Text fw={500}>{browserName(device.userAgent)}</Text>
          {here && <Badge variant="light">{t('This browser')}</Badge>}
        </Group>
        <Text size="xs" c="dimmed">
          {withParts('Turned on {when}', { when: <Moment at={device.addedAt} /> })}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        <Button size="compact-sm" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {t('Send test')}
        </Button>
        {!here && (
          <Button size="compact-sm" variant="default" loading={off.isPending} onClick={() => off.mutate()}>
            {t('Turn off')}
          </Button>
        )}
      </Group>
    </li>
  )
}
