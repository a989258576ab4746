import { useMatches, useRouterState } from '@tanstack/react-router'

/** The path of the page that is shown; while another page loads, still the one before. */
export function useShownPath(): string {
  return useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname,
  })
}

/** The path of the page that an `Outlet` renders now. */
export function useMatchedPath(): string {
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' })
  return path.replace(/\/$/, '')
}
