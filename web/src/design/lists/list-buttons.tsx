/** Buttons that add items to a list and remove them. */
import { ActionIcon, Button, Group } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'

/** Shown below the list; disabled when the list has its maximum length. */
export function AddButton(props: { label: string; disabled?: boolean; onClick: () => void }) {
  return (
    <Group>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        disabled={props.disabled ?? false}
        onClick={props.onClick}
      >
        {props.label}
      </Button>
    </Group>
  )
}

/** Shown beside one item, at the height of a field. `label` names the item. */
export function RemoveButton(props: { label: string; disabled?: boolean; onClick: () => void }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      disabled={props.disabled ?? false}
      aria-label={props.label}
      onClick={props.onClick}
    >
      <IconTrash size={18} stroke={1.75} />
    </ActionIcon>
  )
}
