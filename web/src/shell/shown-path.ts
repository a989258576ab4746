import { useRouterState } from '@tanstack/react-router'

/** The path of the page that is shown; while another page loads, still the one before. */
export function useShownPath(): string {
  return useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname,
  })
}
