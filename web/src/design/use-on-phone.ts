import { useMediaQuery } from '@mantine/hooks'

export function useOnPhone(): boolean {
  return useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
}
