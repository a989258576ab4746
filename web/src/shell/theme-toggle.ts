import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'

/** What switches between the light and the dark theme: its label, its icon, and what it does. */
export function useThemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return scheme === 'dark'
    ? { label: 'Light theme', icon: IconSun, onClick: () => setColorScheme('light') }
    : { label: 'Dark theme', icon: IconMoon, onClick: () => setColorScheme('dark') }
}
