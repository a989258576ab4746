import { deadlineFigures } from '@parley/kernel/process-managers/deadlines.ts'
import { newestErasures } from '../../erasure-record.ts'
import { parkedOf } from '../parked.ts'
import { moment, ofRegions, type Row, type Section } from '../section.ts'

/** The process manager that erases workspaces, and the events whose policies erase. */
const DELETION = 'deletion'
const erasing = /^(erase|delete|remove)-|^deletion$/
const AT_MOST = 10_000

export const erasures: Section = {
  name: 'erasures',
  title: 'Erasures',
  about:
    'Keys that were erased, with everything that they sealed; deleted workspaces that wait; and what failed.',
  columns: { region: 'Region', state: 'State', count: 'Count', last: 'Newest or next' },
  none: 'Nothing was erased.',
  async read(installation) {
    const { erasuresFile } = installation.config
    const recorded = await newestErasures(erasuresFile)
    const rows = await ofRegions(
      installation,
      async (engines) => {
        const now = installation.now()
        const done = recorded.erasures.filter(({ region }) => region === engines.region)
        const open = await deadlineFigures(engines.state, DELETION, { now, atMost: AT_MOST })
        const failed = (await parkedOf(engines).list()).filter(({ from }) => erasing.test(from))
        const rows: Row[] = [
          {
            cells: {
              state: 'done',
              count: recorded.all ? done.length : `≥ ${done.length}`,
              last: done.at(-1)?.at,
            },
          },
          {
            cells: {
              state: 'open',
              count: open.waiting,
              last: open.earliest === undefined ? undefined : moment(open.earliest),
            },
          },
          { cells: { state: 'failed', count: failed.length, last: failed.at(-1)?.since } },
        ]
        return rows.map((row) =>
          row.cells.state === 'failed' && failed.length > 0 ? { ...row, level: 'problem' as const } : row,
        )
      },
      'state',
    )
    return { rows, note: `Recorded for restoring older back-ups in ${erasuresFile}.` }
  },
}
