import { lastBackup } from '../backup.ts'
import { bytes, duration, type Section } from '../section.ts'

const OLD_MS = 26 * 3_600_000

export const backups: Section = {
  name: 'backups',
  title: 'Back-ups',
  about: 'The newest one that npm run backup made of the data here.',
  columns: { at: 'Began', age: 'Age', folder: 'Folder', size: 'Size', took: 'Took', verified: 'Verified' },
  none: 'None was made by npm run backup. Those of EventStoreDB and MongoDB by their own tools are not seen from here.',
  async read({ config, now }) {
    const last = await lastBackup(config.dataDir)
    if (!last) return { rows: [] }
    const age = now() - Date.parse(last.at)
    const cells = {
      ...{ at: last.at, age: duration(age), folder: last.folder, size: bytes(last.bytes) },
      // A back-up is recorded once every database in it was found sound and every file was hashed.
      ...{ took: `${last.seconds} s`, verified: 'when it was made' },
    }
    return { rows: [age > OLD_MS ? { cells, level: 'warning' } : { cells }] }
  },
}
