import { leasesConformance } from './leases.conformance.ts'
import { openMongoLeases } from './leases.mongodb.ts'
import { freshDatabase, serverUrl } from './mongodb.place.ts'

const url = serverUrl()

leasesConformance('MongoDB', async () => {
  const { database, remove } = freshDatabase()
  return { open: (options) => openMongoLeases({ url, database, ...options }), remove }
})
