import { processesIn } from '../processes.ts'
import { duration, ofRegions, type Row, type Section } from '../section.ts'

export const processes: Section = {
  name: 'processes',
  title: 'Processes',
  about: 'Every process of the installation that was heard of within the last hour, by its host and number.',
  columns: {
    ...{ region: 'Region', process: 'Process', roles: 'Roles', version: 'Version', node: 'Node' },
    ...{ up: 'Started', seen: 'Heard of', failing: 'Fails' },
  },
  none: 'None runs, or none of this version.',
  read: async (installation) => ({
    rows: await ofRegions(
      installation,
      async ({ state }) => {
        const now = installation.now()
        const found = await processesIn(state, now)
        return found.map(({ process, roles, version, node, started, seen, alive, failing }): Row => {
          const cells = {
            ...{ process, roles: roles.join(', '), version, node },
            ...{ up: `${duration(now - started)} ago`, seen: `${duration(now - seen)} ago` },
            failing:
              failing.map(({ name, state, error }) => `${name} (${state}): ${error ?? ''}`).join('; ') ||
              undefined,
          }
          if (!alive) return { cells, level: 'warning' }
          return failing.length > 0 ? { cells, level: 'problem' } : { cells }
        })
      },
      'process',
    ),
  }),
}
