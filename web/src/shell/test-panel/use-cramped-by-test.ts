import { useMediaQuery } from '@mantine/hooks'
import { useSearch } from '@tanstack/react-router'

/** Whether the open test panel leaves so little room that what is beside it is shortened. */
export function useCrampedByTest(): boolean {
  const { showDebugger } = useSearch({ strict: false })
  const narrow = useMediaQuery('(max-width: 100em)', false, { getInitialValueInEffect: false })
  return narrow && showDebugger === true
}
