import { ActionIcon, Tooltip } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useTour } from './use-tour.ts'

/** Shows the guided tour again, as if for the first time; for those who joined since there is one. */
export function TourButton() {
  const { offered, start } = useTour()
  if (!offered) return null
  return (
    <Tooltip label="Tutorial Walkthrough">
      <ActionIcon
        visibleFrom="sm"
        variant="subtle"
        color="gray"
        size={36}
        aria-label="Tutorial Walkthrough"
        onClick={start}
      >
        <IconRoute size={20} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
