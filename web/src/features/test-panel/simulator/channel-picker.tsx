import { Group, Select, Text } from '@mantine/core'
import { channelLabels, type simulatedKindNames } from '@parley/contracts/channel/names.ts'
import type { ShownChannel } from '../../../store/shown-channel.ts'
import styles from './simulator.module.css'

const kinds: { value: ShownChannel; label: string }[] = [
  { value: 'website', label: 'Website' },
  ...(
    ['whatsapp', 'instagram', 'messenger', 'discord', 'telegram'] as const satisfies typeof simulatedKindNames
  ).map((value) => ({ value, label: channelLabels[value] })),
]

/** Where the conversation is shown as if it took place there. */
export function ChannelPicker(props: { kind: ShownChannel; onPick: (kind: ShownChannel) => void }) {
  return (
    <Group className={styles.picker} gap="sm" wrap="nowrap">
      <Text component="label" htmlFor="simulated-channel" size="sm" fw={500} flex="none">
        Show as
      </Text>
      <Select
        id="simulated-channel"
        size="xs"
        w={170}
        allowDeselect={false}
        data={kinds}
        value={props.kind}
        onChange={(picked) => {
          const found = kinds.find(({ value }) => value === picked)
          if (found) props.onPick(found.value)
        }}
      />
    </Group>
  )
}
