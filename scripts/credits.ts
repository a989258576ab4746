/**
 * `npm run credits -- grant WORKSPACE AMOUNT --reason TEXT`, for operators: adds credits to a workspace, recorded in its
 * ledger with who and why; works whether the platform runs or not.
 */
import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { grantCredits } from '@parley/host/operators/credit-grant.ts'
import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import { inRegion, readArguments, runCommand } from './operator-command.ts'

const usage = `Usage, with --region na|eu (the first of REGIONS unless told):
  npm run credits -- grant WORKSPACE AMOUNT --reason TEXT [--by NAME] [--key KEY]

  WORKSPACE   its id, as the page Workspace of the dashboard shows it
  AMOUNT      credits to add, with at most three decimals
  --reason    why; the members of the workspace read it
  --by        your name; the name of your account on this machine unless told
  --key       such as the number of an invoice: the same key grants once, however often the command is run`

const { values, positionals } = readArguments(
  {
    region: { type: 'string' },
    reason: { type: 'string' },
    by: { type: 'string' },
    key: { type: 'string' },
  },
  { usage, wrong: 2 },
)
const [command, workspaceId, amount, ...rest] = positionals
const { reason } = values

const complete = command === 'grant' && workspaceId !== undefined && amount !== undefined
if (!complete || rest.length > 0 || reason === undefined) {
  console.error(usage)
  process.exitCode = 2
} else
  await runCommand(() => inRegion(values.region, (engines) => grant(engines, workspaceId, amount, reason)))

async function grant(
  engines: RegionEngines,
  workspace: string,
  credits: string,
  note: string,
): Promise<number> {
  const granted = await grantCredits(
    engines,
    { workspaceId: workspace, amount: Number(credits), operator: values.by ?? userInfo().username, note },
    `grant-credits/${values.key ?? randomUUID()}`,
  )
  if (!granted.ok) {
    console.error(granted.rejection.message)
    return 1
  }
  console.log(`${granted.workspaceName} has ${granted.balance} credits now.`)
  return 0
}
