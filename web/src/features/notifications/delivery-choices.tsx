import { Button, Group, Select, Switch, Text } from '@mantine/core'
import {
  type Digest,
  dailyDigestHour,
  type NotificationSettings,
  type QuietHours,
} from '@parley/contracts/notification/settings.ts'
import { SettingRow } from '../../design/fields/setting-row.tsx'
import { t } from '../../design/language.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import { Choice } from './choice.tsx'
import { digests } from './digests.ts'
import { PushDevices } from './push-devices.tsx'

const nights: QuietHours = { from: '22:00', to: '07:00' }

type Change = (settings: Partial<NotificationSettings>) => void

/** When mails and push notifications are sent, and to which browsers. */
export default function DeliveryChoices(props: {
  place: WorkspacePlace
  settings: NotificationSettings
  onChange: Change
}) {
  const { place, settings } = props
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  /** Times are those of the browser in which they were chosen. */
  const timed = (change: Partial<NotificationSettings>) => props.onChange({ ...change, timeZone: zone })
  const { quietHours, emailDigest, pushDigest, timeZone, notifyThrough } = settings
  const mails = notifyThrough === 'all' || notifyThrough === 'email'
  const pushes = notifyThrough === 'all' || notifyThrough === 'push'
  const usesTimes = quietHours !== null || emailDigest !== 'immediately' || pushDigest !== 'immediately'
  if (!mails && !pushes) return null
  return (
    <>
      {mails && (
        <DigestChoice
          label={t('Send e-mails')}
          value={emailDigest}
          onChange={(value) => timed({ emailDigest: value })}
        />
      )}
      {pushes && (
        <DigestChoice
          label={t('Send push notifications')}
          value={pushDigest}
          onChange={(value) => timed({ pushDigest: value })}
        />
      )}
      <SettingRow
        label={t('Quiet hours')}
        help={t('No e-mail and no push; what happened is sent together when they end.')}
        words="do not disturb night time zone"
      >
        {(texts) => (
          <Switch
            {...texts}
            checked={quietHours !== null}
            onChange={(event) => timed({ quietHours: event.currentTarget.checked ? nights : null })}
          />
        )}
      </SettingRow>
      {quietHours && (
        <SettingRow label={t('Quiet every day')} grouped>
          <Group gap="sm" grow wrap="nowrap">
            <Time
              label={t('From')}
              value={quietHours.from}
              onChange={(from) => timed({ quietHours: { ...quietHours, from } })}
            />
            <Time
              label={t('To')}
              value={quietHours.to}
              onChange={(to) => timed({ quietHours: { ...quietHours, to } })}
            />
          </Group>
        </SettingRow>
      )}
      {usesTimes && (
        <SettingRow label={t('Time zone')} help={t('Of quiet hours and digests')}>
          <Group gap="sm" mih={36}>
            <Text>{timeZone.replaceAll('_', ' ')}</Text>
            {timeZone !== zone && (
              <Button variant="default" size="compact-sm" onClick={() => timed({})}>
                {t('Use {zone}', { zone: zone.replaceAll('_', ' ') })}
              </Button>
            )}
          </Group>
        </SettingRow>
      )}
      {pushes && (
        <>
          <SettingRow
            label={t('Show what push notifications are about')}
            help={t('Otherwise they only say that there is something new.')}
          >
            {(texts) => (
              <Switch
                {...texts}
                checked={settings.pushDetails}
                onChange={(event) => props.onChange({ pushDetails: event.currentTarget.checked })}
              />
            )}
          </SettingRow>
          <PushDevices place={place} />
        </>
      )}
    </>
  )
}

function DigestChoice(props: { label: string; value: Digest; onChange: (value: Digest) => void }) {
  const { label, value } = props
  return (
    <SettingRow
      label={label}
      words="digest hourly daily"
      {...(value === 'daily' && { help: t('Together, at {time}', { time: `${dailyDigestHour}:00` }) })}
    >
      <Choice label={label} value={value} options={digests} onChange={props.onChange} />
    </SettingRow>
  )
}

const halfHours = Array.from(
  { length: 48 },
  (_, nth) => `${String(Math.floor(nth / 2)).padStart(2, '0')}:${nth % 2 === 0 ? '00' : '30'}`,
)

/** Half hours, and the time that was chosen before: the API takes every minute. */
function Time(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { label, value } = props
  return (
    <Select
      label={label}
      value={value}
      data={[...new Set([...halfHours, value])].sort()}
      allowDeselect={false}
      searchable
      nothingFoundMessage={t('No matching time')}
      comboboxProps={{ withinPortal: false }}
      className="tabular"
      onChange={(time) => {
        if (time !== null && time !== value) props.onChange(time)
      }}
    />
  )
}
