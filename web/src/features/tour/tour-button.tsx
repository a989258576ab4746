import { ActionIcon, Tooltip } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'

/** Shows the guided tour again, as if for the first time. */
export function TourButton({ start }: { start: () => void }) {
  return (
    <Tooltip label="Tutorial Walkthrough">
      <ActionIcon variant="subtle" color="gray" size={36} aria-label="Tutorial Walkthrough" onClick={start}>
        <IconRoute size={20} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
