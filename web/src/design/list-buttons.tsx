/** The buttons of lists that a person makes longer and shorter, part by part. */
import { ActionIcon, Button, Group } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'

/** Below the list; disabled where it may not be longer. */
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

/** Beside one part, as high as a field; `label` names the part. */
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
