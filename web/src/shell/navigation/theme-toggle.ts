import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { t } from '../../design/language.ts'

/** What switches between the light and the dark theme: its label, its icon, and what it does. */
export function useThemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return scheme === 'dark'
    ? { label: t('Light theme'), icon: IconSun, onClick: () => setColorScheme('light') }
    : { label: t('Dark theme'), icon: IconMoon, onClick: () => setColorScheme('dark') }
}
