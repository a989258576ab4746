/** Every section for operators, in the order in which they are shown. */
import type { Installation, Section, Shown } from './section.ts'
import { lineOf } from './section.ts'
import { backups } from './sections/backups.ts'
import { deadlines } from './sections/deadlines.ts'
import { doctor } from './sections/doctor.ts'
import { engines } from './sections/engines.ts'
import { erasures } from './sections/erasures.ts'
import { lag } from './sections/lag.ts'
import { limits } from './sections/limits.ts'
import { parked } from './sections/parked.ts'
import { processes } from './sections/processes.ts'
import { signatures } from './sections/signatures.ts'
import { tenants } from './sections/tenants.ts'

export const sections: readonly Section[] = [
  ...[engines, processes, lag, parked, deadlines],
  ...[limits, signatures, tenants, erasures, backups, doctor],
]

/** All but those that are apart, or the one with a name. */
export function sectionsNamed(name: string | undefined): readonly Section[] {
  return sections.filter((section) => (name === undefined ? !section.apart : section.name === name))
}

/** A section that can't be read says so in its note. */
export function readSections(
  installation: Installation,
  named: readonly Section[],
): Promise<{ section: Section; shown: Shown }[]> {
  return Promise.all(
    named.map(async (section) => {
      const failed = (error: unknown): Shown => ({ rows: [], note: `It could not be read: ${lineOf(error)}` })
      return { section, shown: await section.read(installation).catch(failed) }
    }),
  )
}
