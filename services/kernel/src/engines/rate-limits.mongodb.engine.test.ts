import { freshDatabase, serverUrl } from './mongodb.place.ts'
import { rateLimitsConformance } from './rate-limits.conformance.ts'
import { openMongoRateLimits } from './rate-limits.mongodb.ts'

const url = serverUrl()

rateLimitsConformance('MongoDB', async () => {
  const { database, remove } = freshDatabase()
  return { open: (options) => openMongoRateLimits({ url, database, secret: 's', ...options }), remove }
})
