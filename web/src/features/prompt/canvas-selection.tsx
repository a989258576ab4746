import { ActionIcon, Button, CloseButton, Group, Text, Tooltip } from '@mantine/core'
import { IconBoxMultiple, IconClipboardCopy, IconCopy, IconTrash } from '@tabler/icons-react'
import styles from './canvas.module.css'

/** What can be done with several selected nodes. */
export function CanvasSelection(props: {
  many: number
  onGroup: () => void
  onCopy: () => void
  onDuplicate: () => void
  onRemove: () => void
  onClear: () => void
}) {
  const actions = [
    { label: 'Copy (Ctrl+C)', name: 'Copy', icon: IconClipboardCopy, act: props.onCopy },
    { label: 'Duplicate (Ctrl+D)', name: 'Duplicate', icon: IconCopy, act: props.onDuplicate },
    { label: 'Remove', name: 'Remove', icon: IconTrash, act: props.onRemove },
  ]
  return (
    <Group className={styles.selection} gap={4} wrap="nowrap" role="toolbar" aria-label="Selected nodes">
      <Text size="sm" fw={500} px={6} role="status" className="tabular" style={{ whiteSpace: 'nowrap' }}>
        {props.many} selected
      </Text>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconBoxMultiple size={15} />}
        onClick={props.onGroup}
      >
        Group
      </Button>
      {actions.map(({ label, name, icon: Icon, act }) => (
        <Tooltip key={name} label={label}>
          <ActionIcon variant="subtle" color="gray" aria-label={`${name} the selected nodes`} onClick={act}>
            <Icon size={17} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      ))}
      <CloseButton size="sm" aria-label="End the selection" onClick={props.onClear} />
    </Group>
  )
}
