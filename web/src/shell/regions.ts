import type { Region } from '@parley/contracts/endpoint.ts'

/** As in the contract, whose module can't be imported at run time since it brings the schemas with it. */
export const regions = ['na', 'eu'] as const satisfies readonly Region[]

export const regionNames: Record<Region, string> = { na: 'North America', eu: 'Europe' }
