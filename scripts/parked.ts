/**
 * `npm run parked -- list | show ID | retry ID | drop ID`, for operators: events that policies failed to handle and
 * messages that consumers of the bus gave up; works whether the platform runs or not.
 */
import { type Parked, parkedOf } from '@parley/host/operators/parked.ts'
import { inRegion, readArguments, runCommand } from './operator-command.ts'

const usage = `Usage, each with --region na|eu (the first of REGIONS unless told):
  npm run parked -- list          what waits for you, oldest first
  npm run parked -- show ID       all that is known of one
  npm run parked -- retry ID …    has them tried again; "retry all" for all of them
  npm run parked -- drop ID …     gives them up`

const { values, positionals } = readArguments({ region: { type: 'string' } }, { usage, wrong: 2 })
const [command, ...ids] = positionals

await runCommand(() => inRegion(values.region, (engines) => run(parkedOf(engines))))

async function run(parked: Parked): Promise<number> {
  if (command === 'list') {
    const items = await parked.list()
    for (const { id, state, since, attempts, from, about, error, wanted } of items)
      console.log(
        `${id}\n  ${wanted || state} since ${since}, ${attempts} tries, ${from}: ${about}\n  ${error}`,
      )
    if (items.length === 0) console.log('Nothing is parked.')
    return 0
  }
  if (command === 'show' && ids[0] !== undefined) {
    const lines = await parked.show(ids[0])
    for (const [name, value] of lines ?? []) console.log(`${name.padEnd(12)}${value}`)
    return lines ? 0 : unknown(ids[0])
  }
  if ((command === 'retry' || command === 'drop') && ids.length > 0) {
    const all = command === 'retry' && ids.join() === 'all'
    const chosen = all ? (await parked.list()).map(({ id }) => id) : ids
    let code = 0
    for (const id of chosen) {
      if (await parked[command](id))
        console.log(`${command === 'retry' ? 'Is tried again' : 'Dropped'}: ${id}`)
      else code = unknown(id)
    }
    return code
  }
  console.error(usage)
  return 2
}

function unknown(id: string): number {
  console.error(`Nothing with the id ${id} is parked.`)
  return 1
}
