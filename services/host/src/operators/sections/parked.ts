import { parkedOf } from '../parked.ts'
import { ofRegions, type Row, type Section } from '../section.ts'

export const parked: Section = {
  name: 'parked',
  title: 'Parked events and dead letters',
  about:
    'What a policy or a consumer of the message bus could not take, oldest first. Retry has it tried again; drop gives it up for good. A policy that is stopped goes no further until you choose.',
  columns: {
    ...{ region: 'Region', from: 'Of', about: 'Event', state: 'State', since: 'Since', attempts: 'Tries' },
    ...{ tenant: 'Workspace', error: 'Error', id: 'Id' },
  },
  none: 'Nothing is parked.',
  actions: { retry: 'Retry', drop: 'Drop' },
  read: async (installation) => ({
    rows: await ofRegions(
      installation,
      async (engines) => {
        const items = await parkedOf(engines).list()
        return items.map(({ id, from, about, state, since, attempts, tenant, error, wanted }): Row => {
          const cells = {
            from,
            about,
            state: wanted === '' ? state : `${wanted} asked for`,
            since,
            attempts,
            tenant,
            error,
            id,
          }
          return {
            cells,
            level: state === 'stopped' ? 'problem' : 'warning',
            item: { region: engines.region, id },
          }
        })
      },
      'about',
    ),
  }),
  async act({ regions }, action, { region, id }) {
    const engines = regions.find((one) => one.region === region)
    if (!engines || (action !== 'retry' && action !== 'drop')) return false
    return parkedOf(engines)[action](id)
  },
}
