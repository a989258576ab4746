import { deadlineFigures } from '@parley/kernel/process-managers/deadlines.ts'
import { deadlineKindsIn } from '../processes.ts'
import { duration, moment, ofRegions, type Row, type Section } from '../section.ts'

const AT_MOST = 10_000
/** Late work is ordinary for a moment: one process does each kind. */
const LATE_MS = 60_000

export const deadlines: Section = {
  name: 'deadlines',
  title: 'Deadlines',
  about: 'What process managers and regular jobs have to do at a time, by kind.',
  columns: {
    ...{ region: 'Region', kind: 'Kind', waiting: 'Set', overdue: 'Overdue' },
    ...{ oldest: 'Oldest overdue', next: 'Next' },
  },
  none: 'None is set.',
  read: async (installation) => ({
    rows: await ofRegions(
      installation,
      async ({ state }) => {
        const now = installation.now()
        const kinds = await deadlineKindsIn(state)
        const found = await Promise.all(
          kinds.map(async (kind) => ({
            kind,
            ...(await deadlineFigures(state, kind, { now, atMost: AT_MOST })),
          })),
        )
        return found
          .filter(({ waiting }) => waiting > 0)
          .map(({ kind, waiting, overdue, earliest = now, next }): Row => {
            const cells = {
              ...{ kind, waiting: counted(waiting), overdue: counted(overdue) },
              oldest: overdue > 0 ? `${duration(now - earliest)} ago` : undefined,
              next: next === undefined ? undefined : moment(next),
            }
            return overdue > 0 && now - earliest > LATE_MS ? { cells, level: 'warning' } : { cells }
          })
      },
      'kind',
    ),
  }),
}

const counted = (count: number): string | number => (count >= AT_MOST ? `≥ ${AT_MOST}` : count)
