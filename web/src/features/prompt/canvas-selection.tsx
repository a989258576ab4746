import { ActionIcon, Button, CloseButton, Group, Text, Tooltip } from '@mantine/core'
import { IconBoxMultiple, IconClipboardCopy, IconCopy, IconTrash } from '@tabler/icons-react'
import { t, tCount } from '../../design/language.ts'
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
    {
      label: t('Copy (Ctrl+C)'),
      name: t('Copy the selected nodes'),
      icon: IconClipboardCopy,
      act: props.onCopy,
    },
    {
      label: t('Duplicate (Ctrl+D)'),
      name: t('Duplicate the selected nodes'),
      icon: IconCopy,
      act: props.onDuplicate,
    },
    { label: t('Remove'), name: t('Remove the selected nodes'), icon: IconTrash, act: props.onRemove },
  ]
  return (
    <Group className={styles.selection} gap={4} wrap="nowrap" role="toolbar" aria-label={t('Selected nodes')}>
      <Text size="sm" fw={500} px={6} role="status" className="tabular" style={{ whiteSpace: 'nowrap' }}>
        {tCount(props.many, '{count} selected', '{count} selected')}
      </Text>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconBoxMultiple size={15} />}
        onClick={props.onGroup}
      >
        {t('Group')}
      </Button>
      {actions.map(({ label, name, icon: Icon, act }) => (
        <Tooltip key={name} label={label}>
          <ActionIcon variant="subtle" color="gray" aria-label={name} onClick={act}>
            <Icon size={17} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      ))}
      <CloseButton size="sm" aria-label={t('End the selection')} onClick={props.onClear} />
    </Group>
  )
}
