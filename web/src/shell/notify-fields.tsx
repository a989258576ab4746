import { Select } from '@mantine/core'
import type { ClientNotifications } from '@parley/contracts/notification/settings.ts'
import { t } from '../design/language.ts'
import { notifyIfOptions, notifyThroughOptions } from './notify-options.ts'

/** Of what a client is told, and how, as others choose it for the client (part 2 §2.6). */
export function NotifyFields(props: {
  value: ClientNotifications
  /** What stands below the labels. */
  help?: { notifyIf: string; notifyThrough: string }
  onChange: (value: ClientNotifications) => void
}) {
  const { value, help, onChange } = props
  return (
    <>
      <Select
        label={t('Notify about')}
        description={help?.notifyIf}
        allowDeselect={false}
        data={named(notifyIfOptions)}
        value={value.notifyIf}
        onChange={(notifyIf) => notifyIf && onChange({ ...value, notifyIf })}
      />
      <Select
        label={t('Deliver via')}
        description={help?.notifyThrough}
        allowDeselect={false}
        data={named(notifyThroughOptions)}
        value={value.notifyThrough}
        onChange={(notifyThrough) => notifyThrough && onChange({ ...value, notifyThrough })}
      />
    </>
  )
}

const named = <Value extends string>(options: readonly { value: Value; label: string }[]) =>
  options.map(({ value, label }) => ({ value, label: t(label) }))
