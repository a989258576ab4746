/** What this browser remembers of the guided tour: for good, and for each tour in a workspace (part 2 §3). */
export const tours = ['navigation', 'agent'] as const
export type TourName = (typeof tours)[number]

const foreverKey = 'parley_skip_tour_forever'
const seenKey = (tour: TourName, workspaceId: string) => `parley_tour_seen_${tour}_${workspaceId}`

export const isSkippedForever = () => localStorage.getItem(foreverKey) === 'true'
export const skipForever = () => localStorage.setItem(foreverKey, 'true')

export const isTourSeen = (tour: TourName, workspaceId: string) =>
  localStorage.getItem(seenKey(tour, workspaceId)) === 'true'
export const noteTourSeen = (tour: TourName, workspaceId: string) =>
  localStorage.setItem(seenKey(tour, workspaceId), 'true')

/** As if no tour had ever been shown in the workspace. */
export function resetTours(workspaceId: string): void {
  localStorage.removeItem(foreverKey)
  for (const tour of tours) localStorage.removeItem(seenKey(tour, workspaceId))
}
