/**
 * `npm run parked -- list | show ID | retry ID | drop ID`, for operators: events that policies failed to handle and
 * messages that consumers of the bus gave up; works whether the platform runs or not.
 */
import { parseArgs } from 'node:util'
import { regionSchema } from '@parley/contracts/endpoint.ts'
import { readConfig, StartUpError } from '@parley/host/config.ts'
import { type Parked, parkedOf } from '@parley/host/operators/parked.ts'
import { openRegion } from '@parley/host/region.ts'

const usage = `Usage, each with --region na|eu (na unless told):
  npm run parked -- list          what waits for you, oldest first
  npm run parked -- show ID       all that is known of one
  npm run parked -- retry ID …    has them tried again; "retry all" for all of them
  npm run parked -- drop ID …     gives them up`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { region: { type: 'string', default: 'na' } },
})
const [command, ...ids] = positionals

try {
  const region = regionSchema.safeParse(values.region)
  if (!region.success) throw new StartUpError(`--region ${values.region} is none: expected na or eu`)
  const engines = await openRegion(readConfig(process.env), region.data)
  try {
    process.exitCode = await run(parkedOf(engines))
  } finally {
    await engines.close()
  }
} catch (error) {
  if (!(error instanceof StartUpError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

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
