import { rateLimitsConformance } from '@parley/kernel/limits/rate-limits.conformance.ts'
import { freshDatabase, serverUrl } from './place.ts'
import { openMongoRateLimits } from './rate-limits.ts'

const url = serverUrl()

rateLimitsConformance('MongoDB', async () => {
  const { database, remove } = freshDatabase()
  return { open: (options) => openMongoRateLimits({ url, database, secret: 's', ...options }), remove }
})
