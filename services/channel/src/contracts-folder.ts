/** Where tests find the contracts that providers have published; they are no part of the project (`CONTRACTS`, README). */
import { join, resolve } from 'node:path'

const repository = join(import.meta.dirname, '../../..')
/** By default `shared/contracts` beside the repository. */
export const contractsFolder = resolve(repository, process.env.CONTRACTS || '../shared/contracts')
