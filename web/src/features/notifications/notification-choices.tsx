import { Switch } from '@mantine/core'
import type { NotificationSettings } from '@parley/contracts/notification/settings.ts'
import { lazy, Suspense } from 'react'
import { SettingRow } from '../../design/fields/setting-row.tsx'
import { t } from '../../design/language.ts'
import { LoadingRows } from '../../design/notices/states.tsx'
import { client } from '../../server/client.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import { useSession } from '../../shell/navigation/places.ts'
import { notifyIfOptions, notifyThroughOptions } from '../../shell/notify-options.ts'
import { preferred } from '../../store/preferences.ts'
import { useStoreDispatch, useStoreState } from '../../store/store.ts'
import { Choice } from './choice.tsx'
import { useChange } from './use-change.ts'

/** Loaded with the settings, not with the bell. */
const DeliveryChoices = lazy(() => import('./delivery-choices.tsx'))

/** The notification settings of a member or a client. Each change is saved immediately. */
export function NotificationChoices(props: { place: WorkspacePlace; settings: NotificationSettings }) {
  const { place } = props
  const dispatch = useStoreDispatch()
  const isClient = useSession().client !== undefined
  const muted = useStoreState((state) => state.preferences.soundMuted)
  const save = useChange(place, (settings: NotificationSettings) =>
    client.call('notifications.saveSettings', { params: place, body: settings }),
  )
  const settings = save.isPending ? (save.variables ?? props.settings) : props.settings
  return (
    <>
      <SettingRow
        label={t('Notify me about')}
        help={
          isClient
            ? t('Requests need a person, such as a visitor who asks for one.')
            : 'Requests need a person: a visitor asks for one, or replies fail.'
        }
      >
        <Choice
          label={t('Notify me about')}
          value={settings.notifyIf}
          options={notifyIfOptions}
          onChange={(notifyIf) => save.mutate({ ...settings, notifyIf })}
        />
      </SettingRow>
      <SettingRow
        label={t('Deliver via')}
        help={t(
          'Push shows in the open dashboard and in browsers where you turn it on. The bell lists everything.',
        )}
      >
        <Choice
          label={t('Deliver via')}
          value={settings.notifyThrough}
          options={notifyThroughOptions}
          onChange={(notifyThrough) => save.mutate({ ...settings, notifyThrough })}
        />
      </SettingRow>
      <SettingRow label={t('Play a sound')} help={t('In this browser')}>
        {(texts) => (
          <Switch
            {...texts}
            checked={!muted}
            onChange={(event) => dispatch(preferred({ soundMuted: !event.currentTarget.checked }))}
          />
        )}
      </SettingRow>
      <Suspense fallback={<LoadingRows rows={5} height={56} />}>
        <DeliveryChoices
          place={place}
          settings={settings}
          onChange={(change) => save.mutate({ ...settings, ...change })}
        />
      </Suspense>
    </>
  )
}
