import { ActionIcon, Tooltip } from '@mantine/core'
import { useThemeToggle } from '../../shell/navigation/theme-toggle.ts'

/** Switches between the light and the dark theme in the bar of a client (part 2 §2.4). */
export function ThemeButton() {
  const theme = useThemeToggle()
  return (
    <Tooltip label={theme.label}>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={theme.label} onClick={theme.onClick}>
        <theme.icon size={20} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
