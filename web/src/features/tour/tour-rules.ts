/** When the guided tour starts by itself (part 2 §4). */

/** Unix seconds: only those who joined then or later have the tour (part 2 §9). */
export const tourCutoff = 1_727_740_800

export type TourSituation = {
  /** Unix seconds. */
  joinedAt: number
  scheme: 'light' | 'dark'
  isAgency: boolean
  isSharePage: boolean
  /** 'Skip & Never Show Again' was chosen in this browser. */
  skippedForever: boolean
  /** Remembered on the server, for the workspace; undefined until it is known. */
  completed: boolean | undefined
  /** The tour was shown in this workspace. */
  seen: boolean
}

export const mayHaveTour = ({ joinedAt }: Pick<TourSituation, 'joinedAt'>) => joinedAt >= tourCutoff

/** Once per workspace; never for agencies, in light mode, on share pages, or once it is completed or not wanted. */
export function startsByItself(situation: TourSituation): boolean {
  const { scheme, isAgency, isSharePage, skippedForever, completed, seen } = situation
  if (!mayHaveTour(situation) || isAgency || isSharePage || scheme === 'light') return false
  return !skippedForever && !seen && completed === false
}
