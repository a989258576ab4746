import { Group, Radio, Text } from '@mantine/core'
import { radioKeys } from '../../design/fields/radio-keys.ts'
import { useSession } from '../../shell/navigation/places.ts'
import styles from './new-agent-drawer.module.css'

export type Platform = 'vg' | 'vf'

const platforms = [
  { value: 'vg', label: 'Standard agent', does: 'Built here: a prompt, a node flow, knowledge.' },
  { value: 'vf', label: 'Third-party agent', does: 'Designed on a dialog platform, which answers for it.' },
] as const satisfies readonly { value: Platform; label: string; does: string }[]

/** Returns whether agents of the third-party platform are offered: on one host only (part 1 §2). */
export function usePlatformChoice(): boolean {
  return useSession().platformChoiceHost === window.location.hostname
}

export function PlatformChoice(props: { value: Platform; onChange: (platform: Platform) => void }) {
  const keys = radioKeys(
    platforms.map(({ value }) => value),
    props.value,
  )
  return (
    <Radio.Group
      label="Choose Platform"
      value={props.value}
      onChange={(value) => props.onChange(value === 'vf' ? 'vf' : 'vg')}
    >
      <div className={styles.platforms}>
        {platforms.map(({ value, label, does }) => (
          <Radio.Card key={value} value={value} className={styles.card} {...keys(value)}>
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <Radio.Indicator mt={2} />
              <div>
                <Text fw={500}>{label}</Text>
                <Text size="xs" c="dimmed">
                  {does}
                </Text>
              </div>
            </Group>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}
