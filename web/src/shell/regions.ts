import type { Region } from '@parley/contracts/endpoint.ts'

/** As in the contract, whose module is not imported at run time because it includes the schemas. */
export const regions = ['na', 'eu'] as const satisfies readonly Region[]

export const regionNames: Record<Region, string> = { na: 'North America', eu: 'Europe' }
