import { processesIn } from '../processes.ts'
import { ofRegions, type Section } from '../section.ts'

const SHOWN = 50

export const limits: Section = {
  name: 'limits',
  title: 'Quotas reached',
  about: 'Refusals because a workspace had used up a quota, since the process that refused started.',
  columns: { region: 'Region', tenant: 'Workspace', quota: 'Quota', count: 'Refusals', at: 'Last' },
  none: 'No workspace reached a quota.',
  read: async (installation) => ({
    rows: await ofRegions(
      installation,
      async ({ state }) => {
        const all = (await processesIn(state, installation.now())).flatMap((one) => one.limits)
        return all
          .toSorted((one, other) => other.count - one.count)
          .slice(0, SHOWN)
          .map(({ tenant, quota, count, at }) => ({ cells: { tenant, quota, count, at } }))
      },
      'tenant',
    ),
  }),
}
