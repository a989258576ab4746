/** Where tests find the contracts that providers have published; they are no part of the project (`CONTRACTS`, README). */
import { join, resolve } from 'node:path'

const repository = join(import.meta.dirname, '../../..')
/** By default `shared/contracts` beside the repository. */
export const contractsFolder = resolve(repository, process.env.CONTRACTS || '../shared/contracts')

/** Returns a contract that was read, and says where it was looked for if there is none. */
export function published<Contract>(contract: Contract | undefined): Contract | undefined {
  if (contract === undefined)
    console.warn(
      `Skipped: the providers' contracts are not at ${contractsFolder} (set CONTRACTS to their folder).`,
    )
  return contract
}
