/** One of several processes that take a limit a given number of times; prints how many were allowed. */
import { openSqliteRateLimits } from './rate-limits.ts'

const [file = '', times = '', limit = ''] = process.argv.slice(2)
const limits = await openSqliteRateLimits({ file, secret: 's' })
let taken = 0
for (let nth = 0; nth < Number(times); nth++) {
  if ((await limits.take([{ key: 'shared', limit: Number(limit), windowSeconds: 600 }])).allowed) taken++
  await limits.flush()
}
await limits.close()
process.send?.(taken)
