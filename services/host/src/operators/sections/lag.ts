import { processesIn } from '../processes.ts'
import { ofRegions, type Row, type Section } from '../section.ts'

const MUCH_SECONDS = 60

export const lag: Section = {
  name: 'lag',
  title: 'Behind the log',
  about:
    'Projections and policies that are furthest behind in each process, the relay, and what consumers of the bus have not taken.',
  columns: {
    region: 'Region',
    process: 'Process',
    kind: 'Kind',
    name: 'Name',
    events: 'Events',
    seconds: 'Seconds',
  },
  none: 'Everything is up to date, as far as a process that runs has said.',
  read: async (installation) => ({
    rows: await ofRegions(
      installation,
      async ({ state }) => {
        const running = (await processesIn(state, installation.now())).filter(({ alive }) => alive)
        return running.flatMap(({ process, lag }) =>
          lag
            .filter(({ events }) => events > 0)
            .map(({ kind, name, events, seconds }): Row => {
              const cells = { process, kind, name, events, seconds }
              return (seconds ?? 0) > MUCH_SECONDS ? { cells, level: 'warning' } : { cells }
            }),
        )
      },
      'process',
    ),
  }),
}
