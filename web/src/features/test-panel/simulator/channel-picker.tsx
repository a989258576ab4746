import { Group, Select, Text } from '@mantine/core'
import { channelLabels, type simulatedKindNames } from '@parley/contracts/channel/names.ts'
import styles from './simulator.module.css'
import type { Simulation } from './timeline.ts'

const kinds: { value: Simulation['kind']; label: string }[] = [
  { value: 'website', label: 'Website' },
  ...(
    ['whatsapp', 'instagram', 'messenger', 'discord', 'telegram'] as const satisfies typeof simulatedKindNames
  ).map((value) => ({ value, label: channelLabels[value] })),
]

/** Where the conversation is shown as if it took place there. */
export function ChannelPicker(props: {
  kind: Simulation['kind']
  onPick: (kind: Simulation['kind']) => void
}) {
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
