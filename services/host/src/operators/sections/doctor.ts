import { examine } from '../doctor.ts'
import type { Row, Section } from '../section.ts'

export const doctor: Section = {
  name: 'doctor',
  title: 'Doctor',
  about:
    'Looks at configuration, engines, disk, keys, mail, addresses and the clock, as npm run doctor does.',
  columns: { level: 'Found', about: 'About', said: 'What', advice: 'What to do' },
  none: 'Nothing was looked at.',
  apart: true,
  async read({ config }) {
    const findings = await Array.fromAsync(examine(config))
    const rows = findings.map(({ about, level, said, advice }): Row => {
      const cells = { level, about, said, advice }
      return level === 'ok' ? { cells } : { cells, level }
    })
    return { rows }
  },
}
