import { leasesConformance } from '@parley/kernel/running/leases.conformance.ts'
import { openMongoLeases } from './leases.ts'
import { freshDatabase, serverUrl } from './place.ts'

const url = serverUrl()

leasesConformance('MongoDB', async () => {
  const { database, remove } = freshDatabase()
  return { open: (options) => openMongoLeases({ url, database, ...options }), remove }
})
