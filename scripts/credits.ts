/**
 * `npm run credits -- grant WORKSPACE AMOUNT --reason TEXT`, for operators: adds credits to a workspace, recorded in its
 * ledger with who and why; works whether the platform runs or not.
 */
import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { regionSchema } from '@parley/contracts/endpoint.ts'
import { readConfig, StartUpError } from '@parley/host/config.ts'
import { grantCredits } from '@parley/host/operators/credit-grant.ts'
import { openRegion } from '@parley/host/region.ts'

const usage = `Usage, with --region na|eu (the first of REGIONS unless told):
  npm run credits -- grant WORKSPACE AMOUNT --reason TEXT [--by NAME]

  WORKSPACE   its id, as the page Workspace of the dashboard shows it
  AMOUNT      credits to add, with at most three decimals
  --reason    why; the members of the workspace read it
  --by        your name; the name of your account on this machine unless told`

const { values, positionals } = readArguments()
const [command, workspaceId, amount, ...rest] = positionals

try {
  const complete = command === 'grant' && workspaceId !== undefined && amount !== undefined
  if (values.help) console.log(usage)
  else if (!complete || rest.length > 0 || values.reason === undefined) {
    console.error(usage)
    process.exitCode = 2
  } else process.exitCode = await grant(workspaceId, amount, values.reason)
} catch (error) {
  if (!(error instanceof StartUpError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        region: { type: 'string' },
        reason: { type: 'string' },
        by: { type: 'string' },
      },
    })
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exit(2)
  }
}

async function grant(workspace: string, credits: string, note: string): Promise<number> {
  const config = readConfig(process.env)
  const region = regionSchema.safeParse(values.region ?? config.regions[0])
  if (!region.success) throw new StartUpError(`--region ${values.region} is none: expected na or eu`)
  if (!config.regions.includes(region.data))
    throw new StartUpError(`Region ${region.data} is not served here: REGIONS is ${config.regions.join()}`)
  const engines = await openRegion(config, region.data)
  try {
    const granted = await grantCredits(
      engines,
      { workspaceId: workspace, amount: Number(credits), operator: values.by ?? userInfo().username, note },
      `grant-credits/${randomUUID()}`,
    )
    if (!granted.ok) {
      console.error(granted.rejection.message)
      return 1
    }
    console.log(`${granted.workspaceName} has ${granted.balance} credits now.`)
    return 0
  } finally {
    await engines.close()
  }
}
