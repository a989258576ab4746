/** What the host needs to verify deliveries of providers, from the regions of this process. */
import type { Region } from '@parley/contracts/endpoint.ts'
import type { WebhookSecret } from '@parley/kernel/modules/module.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import type { Leases } from '@parley/kernel/running/leases.ts'
import { createDeliveries } from './deliveries.ts'
import type { Webhooks } from './signed.ts'

export type SignedRegion = {
  engines: { leases: Leases; state: ReadStore }
  /** Of every signed endpoint, by its name. */
  webhookSecrets: Record<string, WebhookSecret>
}

/** Deliveries to an endpoint of no region are verified and remembered in the first region, which keeps the directory. */
export function webhooksOf(regions: ReadonlyMap<Region, SignedRegion>): Webhooks {
  const deliveries = new Map([...regions].map(([name, { engines }]) => [name, createDeliveries(engines)]))
  const [first] = regions.keys()
  const served = (region: Region | undefined) => region ?? first
  return {
    async secretOf(endpoint, { region, ...place }) {
      const name = served(region)
      return name && regions.get(name)?.webhookSecrets[endpoint]?.(place)
    },
    deliveriesOf(region) {
      const name = served(region)
      return name && deliveries.get(name)
    },
  }
}
