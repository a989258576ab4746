/** What the commands for operators share: how they read arguments, open a region and end. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { regionSchema } from '@parley/contracts/endpoint.ts'
import { readConfig, StartUpError } from '@parley/host/config.ts'
import { openRegion } from '@parley/host/region.ts'
import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'

const LINGER_MS = 2_000

/** Ends the process with the exit code that the work returns, or 1 and the message of a `StartUpError`. */
export async function runCommand(work: () => Promise<number>): Promise<void> {
  try {
    const code = await work()
    process.exitCode = code
    // What an engine that can't be reached leaves behind, such as attempts to connect, must not keep the command.
    setTimeout(() => process.exit(code), LINGER_MS).unref()
  } catch (error) {
    if (!(error instanceof StartUpError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

/**
 * Reads the arguments. Ends the process with the usage if `--help` is among them, and with `wrong`, the fault and the usage if one
 * is unknown or lacks its value.
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  options: Options,
  { usage, wrong }: { usage: string; wrong: number },
) {
  const help = { type: 'boolean', short: 'h' } as const
  const asked = parseArgs({ allowPositionals: true, strict: false, options: { ...options, help } })
  if (asked.values.help === true) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exit(wrong)
  }
}

/**
 * Does the work on a region that is served, the first unless one is named, and closes it. Throws a `StartUpError` for
 * any other. `readOnly`: an empty log stays empty.
 */
export async function inRegion(
  named: string | undefined,
  work: (engines: RegionEngines) => Promise<number>,
  options: { readOnly?: boolean } = {},
): Promise<number> {
  const config = readConfig(process.env)
  const region = regionSchema.safeParse(named ?? config.regions[0])
  if (!region.success) throw new StartUpError(`--region ${named} is none: expected na or eu`)
  if (!config.regions.includes(region.data))
    throw new StartUpError(`Region ${region.data} is not served here: REGIONS is ${config.regions.join()}`)
  const engines = await openRegion(config, region.data, options)
  try {
    return await work(engines)
  } finally {
    await engines.close()
  }
}
