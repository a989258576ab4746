import { processesIn } from '../processes.ts'
import { ofRegions, type Section } from '../section.ts'

const SHOWN = 50

export const signatures: Section = {
  name: 'signatures',
  title: 'Wrong signatures',
  about:
    'Deliveries to channels that were refused because their signature was wrong, missing or too old, since the process that refused started. The secret at the provider may be another one, or somebody guesses.',
  columns: { region: 'Region', tenant: 'Workspace', place: 'Sent to', count: 'Refused', at: 'Last' },
  none: 'No delivery had a wrong signature.',
  read: async (installation) => ({
    rows: await ofRegions(
      installation,
      async ({ state }) => {
        const all = (await processesIn(state, installation.now())).flatMap((one) => one.signatures)
        return all
          .toSorted((one, other) => other.count - one.count)
          .slice(0, SHOWN)
          .map(({ tenant, place, count, at }) => ({ cells: { tenant, place, count, at } }))
      },
      'tenant',
    ),
  }),
}
