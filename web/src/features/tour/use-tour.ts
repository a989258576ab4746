import { useComputedColorScheme } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../../server/client.ts'
import { whenReachable } from '../../server/connection.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useSession, useWorkspace } from '../../shell/navigation/places.ts'
import {
  isSkippedForever,
  isTourSeen,
  noteTourSeen,
  resetTours,
  skipForever,
  type TourName,
  tours,
} from './tour-flags.ts'
import { mayHaveTour, startsByItself } from './tour-rules.ts'

let running = false

/**
 * The guided tour of an agent: starts by itself once per workspace when an agent is opened, not when somebody switches
 * the theme, and whenever somebody asks for it.
 */
export function useTour(): { offered: boolean; start: () => void } {
  const { user, client: isClient } = useSession()
  const { region, workspaceId } = useWorkspace()
  const may = useMay()
  const [scheme] = useState(useComputedColorScheme('light', { getInitialValueInEffect: false }))
  const params = { region, workspaceId }
  const remember = useMutation({
    mutationFn: async (completedDriverOnboarding: boolean) => {
      // For others, this browser's flags decide.
      if (!may('workspace.manage')) return
      await client.call('workspaces.save', { params, body: { internal: { completedDriverOnboarding } } })
    },
  })
  const open = (names: readonly TourName[]) => void show(names, workspaceId, remember.mutateAsync)
  const unseen = tours.filter((tour) => !isTourSeen(tour, workspaceId))
  const situation = {
    joinedAt: user.joinedAt,
    scheme,
    // Part 2 §4: clients of agencies have no tour. Share pages have no top bar.
    isAgency: isClient !== undefined,
    isSharePage: false,
    skippedForever: isSkippedForever(),
    seen: unseen.length === 0,
  }
  const undecided = startsByItself({ ...situation, completed: false })
  const { data: completed } = useQuery({
    queryKey: ['tour', region, workspaceId],
    meta: { touchedBy: ['workspace'] },
    enabled: undecided,
    queryFn: async ({ signal }) => {
      const { internal } = await client.call('workspaces.get', { params }, { signal })
      return internal.completedDriverOnboarding === true
    },
  })
  const starts = startsByItself({ ...situation, completed })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is known that it starts
  useEffect(() => {
    if (starts) open(unseen)
  }, [starts])

  return {
    offered: isClient === undefined && mayHaveTour(user),
    start() {
      resetTours(workspaceId)
      remember.mutate(false, { onSettled: () => open(tours) })
    },
  }
}

/** One at a time. A tour that was left counts as seen; one that is finished or not wanted, as completed. */
async function show(
  names: readonly TourName[],
  workspaceId: string,
  remember: (completed: boolean) => Promise<unknown>,
): Promise<void> {
  if (running) return
  running = true
  try {
    const [{ runTour }, { tourSteps }] = await whenReachable(() =>
      Promise.all([import('./run-tour.ts'), import('./tour-steps.ts')]),
    )
    const end = await runTour(names.flatMap((name) => tourSteps[name]))
    if (end === undefined) return
    for (const name of names) noteTourSeen(name, workspaceId)
    if (end === 'never-again') skipForever()
    if (end !== 'left') await remember(true)
  } finally {
    running = false
  }
}
