import { SegmentedControl, Stack, Switch, Text } from '@mantine/core'
import type { NotificationSettings } from '@parley/contracts/notification/settings.ts'
import { client } from '../../server/client.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import { preferred } from '../../store/preferences.ts'
import { useStoreDispatch, useStoreState } from '../../store/store.ts'
import { useChange } from './use-change.ts'

const throughs = [
  { value: 'all', label: 'Both' },
  { value: 'push', label: 'Dashboard' },
  { value: 'email', label: 'E-mail' },
  { value: 'none', label: 'None' },
] satisfies { value: NotificationSettings['notifyThrough']; label: string }[]
const ifs = [
  { value: 'all', label: 'Everything' },
  { value: 'requestsOnly', label: 'Requests only' },
  { value: 'none', label: 'Nothing' },
] satisfies { value: NotificationSettings['notifyIf']; label: string }[]

/** The notification settings of a member. Each change is saved immediately. */
export function NotificationChoices(props: { place: WorkspacePlace; settings: NotificationSettings }) {
  const { place } = props
  const dispatch = useStoreDispatch()
  const muted = useStoreState((state) => state.preferences.soundMuted)
  const save = useChange(place, (settings: NotificationSettings) =>
    client.call('notifications.saveSettings', { params: place, body: settings }),
  )
  const settings = save.isPending ? (save.variables ?? props.settings) : props.settings
  return (
    <Stack gap="md" maw={420}>
      <div>
        <Text fw={500} id="notify-if">
          Tell me of
        </Text>
        <Text c="dimmed" size="xs" mb={6}>
          Requests are what needs a person: a visitor asks for one, or replies fail.
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="notify-if"
          value={settings.notifyIf}
          data={ifs}
          onChange={(value) => {
            const notifyIf = ifs.find((each) => each.value === value)?.value
            if (notifyIf) save.mutate({ ...settings, notifyIf })
          }}
        />
      </div>
      <div>
        <Text fw={500} id="notify-through">
          Through
        </Text>
        <Text c="dimmed" size="xs" mb={6}>
          What is not told still stands under the bell.
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="notify-through"
          value={settings.notifyThrough}
          data={throughs}
          onChange={(value) => {
            const notifyThrough = throughs.find((each) => each.value === value)?.value
            if (notifyThrough) save.mutate({ ...settings, notifyThrough })
          }}
        />
      </div>
      <Switch
        label="Play a sound"
        description="In this browser"
        checked={!muted}
        onChange={(event) => dispatch(preferred({ soundMuted: !event.currentTarget.checked }))}
      />
    </Stack>
  )
}
